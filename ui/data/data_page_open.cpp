// Opening a set: its pairs are found, then every one of them is looked at.
#include "core/base/text.h"
#include "ui/bridge/dropped_files.h"
#include "ui/data/data_page.h"
#include "ui/kit/text.h"

#include <QDateTime>
#include <QMimeData>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kMostRecent = 8;
constexpr double kSecondsToJudge = 2;

} // namespace

void DataPage::open(const fs::path& source) {
    std::error_code problem;
    const fs::path whole = fs::absolute(source, problem).lexically_normal();
    openInput({.source = (whole / "").parent_path(), .root = {}, .layers = {}, .without = {}});
}

bool DataPage::take(const QMimeData& dropped) {
    const OfferedData offered = offeredData(dropped);
    if (offered.paths.size() != 1)
        return false;
    std::error_code problem;
    const fs::path& path = offered.paths.front();
    const std::string suffix = toLower(path.extension().string());
    // "filename_list" is a list, too. A model is for Infer, wherever it is dropped.
    if (fs::is_directory(path, problem) ? fs::exists(path / "model_index.json", problem)
                                        : suffix != ".tar" && suffix != ".txt" && !suffix.empty())
        return false;
    open(path);
    return true;
}

void DataPage::openInput(const DatasetInput& input) {
    m_input = input;
    m_set.reset();
    m_openFailure.reset();
    m_loader.stop();
    m_division.close();
    m_pairs.setPairs({});
    m_leftOvers->setFiles({});
    m_panel->message().hide();
    m_panel->setSet(setName(), toQString(input.source));
    m_panel->setResume({});
    m_panel->setProgress(tr("looking for pairs…"), -1);
    setFilter({});
    showGrid();
    currentChanged();
    m_reader.open(input);
    m_division.update();
    updateCounts();
}

QString DataPage::setName() const {
    return toQString(m_input.source.filename());
}

void DataPage::takeSet(const std::shared_ptr<const OpenedSet>& set) {
    m_set = set;
    m_maker.setSource(set->source);
    const QString path = toQString(m_input.source);
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > kMostRecent)
        m_recent.removeLast();
    m_pairs.setPairs(set->found.pairs);
    m_leftOvers->setFiles(set->found.leftOvers);
    m_views->setItemEnabled(static_cast<int>(DataView::LeftOver), true);
    m_panel->setProgress({}, 0);
    m_division.open(m_input, set->source->root());
    if (m_filtered.rowCount() > 0)
        m_grid->setCurrentIndex(m_filtered.index(0, 0));
    updateCounts();
    if (set->found.unseen > 0)
        m_panel->setResume(tr("looked at %1 of %2 files")
                               .arg(set->found.files - set->found.unseen)
                               .arg(set->found.files));
    if (set->found.pairs.empty() || set->found.unseen > 0)
        return;
    if (!set->source->has(set->found.pairs.front().pair.beauty.path) &&
        isFilenameList(m_input.source))
        m_panel->message().say(MessageBar::Kind::Bad,
                               tr("%1 is not in %2")
                                   .arg(toQString(set->found.pairs.front().pair.beauty.path),
                                        toQString(set->source->root())),
                               tr("The list may speak of another folder."),
                               {{tr("Choose it…"), [this] { browseRoot(); }}});
    else
        check();
}

void DataPage::check() {
    if (!m_set || m_pairs.rowCount() == 0)
        return;
    m_checkBegan = QDateTime::currentMSecsSinceEpoch();
    m_panel->setResume({});
    m_panel->setProgress(tr("checking…"), 0);
    m_reader.check(m_set, m_checkOptions);
}

void DataPage::showProgress(quint64 done, quint64 total) {
    const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : -1.0;
    if (m_reader.stage() == SetReader::Stage::Pairing) {
        if (total == 0)
            return m_panel->setProgress(
                tr("%n files found so far", nullptr, static_cast<int>(done)), share);
        m_panel->setProgress(tr("looking at %1 of %2 files").arg(done).arg(total), share);
        return;
    }
    QString text = tr("checking %1 of %2").arg(done).arg(total);
    const double seconds =
        static_cast<double>(QDateTime::currentMSecsSinceEpoch() - m_checkBegan) / 1000;
    if (done > 0 && seconds > kSecondsToJudge)
        text += QStringLiteral(" · ") + timeLeftText(seconds * (1 - share) / share);
    m_panel->setProgress(text, share);
}

void DataPage::finishCheck(const std::shared_ptr<const data::Examination>& examination) {
    m_pairs.setReports(examination->pairs);
    m_panel->setProgress({}, 0);
    currentChanged();
    updateCounts();
}

void DataPage::stop() {
    if (m_reader.stage() == SetReader::Stage::Pairing) {
        m_reader.openWhatIsFound(); // takeSet follows
        return;
    }
    const bool wasChecking = m_reader.stage() == SetReader::Stage::Checking;
    m_reader.stop();
    m_panel->setProgress({}, 0);
    if (wasChecking)
        m_panel->setResume(
            tr("checked %1 of %2").arg(m_pairs.reportCount()).arg(m_pairs.rowCount()));
    updateNotice();
}

/// What was stopped before its end.
void DataPage::resume() {
    if (m_set && m_set->found.unseen > 0)
        openInput(DatasetInput(m_input));
    else
        check();
}

void DataPage::sayFailure(const Failure& failure) {
    m_panel->setProgress({}, 0);
    if (m_set)
        m_panel->message().say(MessageBar::Kind::Bad, sentence(failure.message),
                               sentence(failure.hint), {});
    else
        m_openFailure = failure;
    updateCounts();
}

} // namespace unlit::ui
