#include "ui/data/shown_set.h"

#include "ui/kit/text.h"

#include <QDateTime>
#include <QThread>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr double kSecondsToJudge = 2;

/// The studio stays fluid while the doctor works.
int doctorWorkers() {
    return std::max(1, QThread::idealThreadCount() / 2);
}

} // namespace

ShownSet::ShownSet(PairListModel& pairs, ThumbnailMaker& maker, SetPanel& panel,
                   SetDivision& division)
    : m_pairs(pairs), m_maker(maker), m_panel(panel), m_division(division) {
    m_checkOptions.workers = doctorWorkers();
    connect(&panel, &SetPanel::cancelAsked, this, &ShownSet::stop);
    connect(&panel, &SetPanel::resumeAsked, this, &ShownSet::resume);
    connect(&m_reader, &SetReader::progressed, this, &ShownSet::showProgress);
    connect(&m_reader, &SetReader::opened, this, &ShownSet::takeSet);
    connect(&m_reader, &SetReader::reported, this,
            [this](const std::vector<std::pair<int, data::PairReport>>& reports) {
                for (const auto& [row, report] : reports) {
                    m_pairs.setReport(row, report);
                    emit judged(row);
                }
            });
    connect(&m_reader, &SetReader::examined, this,
            [this](const std::shared_ptr<const data::Examination>& examination) {
                m_pairs.setReports(examination->pairs);
                m_panel.setProgress({}, 0);
                emit examined();
            });
    connect(&m_reader, &SetReader::failed, this, &ShownSet::sayFailure);
}

void ShownSet::open(const fs::path& source) {
    std::error_code problem;
    const fs::path whole = fs::absolute(source, problem).lexically_normal();
    openAs({.source = (whole / "").parent_path(), .root = {}, .layers = {}, .without = {}});
}

void ShownSet::openAs(const DatasetInput& input) {
    m_input = input;
    m_set.reset();
    m_failure.reset();
    m_division.close();
    m_pairs.setPairs({});
    m_panel.message().hide();
    m_panel.setSet(toQString(input.source.filename()), toQString(input.source));
    m_panel.setResume({});
    m_panel.setProgress(tr("looking for pairs…"), -1);
    emit began();
    m_reader.open(m_input);
    m_division.update();
    emit changed();
}

void ShownSet::reopen() {
    if (!m_input.source.empty())
        openAs(DatasetInput(m_input));
}

void ShownSet::takeSet(const std::shared_ptr<const OpenedSet>& set) {
    m_set = set;
    m_maker.setSource(set->source);
    m_pairs.setPairs(set->found.pairs);
    m_panel.setProgress({}, 0);
    m_division.open(m_input, set->source->root());
    emit found();
    if (set->found.unseen > 0)
        m_panel.setResume(tr("looked at %1 of %2 files")
                              .arg(set->found.files - set->found.unseen)
                              .arg(set->found.files));
    if (set->found.pairs.empty() || set->found.unseen > 0)
        return;
    if (!set->source->has(set->found.pairs.front().pair.beauty.path) &&
        isFilenameList(m_input.source))
        sayElsewhere();
    else
        check();
}

void ShownSet::sayElsewhere() {
    m_panel.message().say(MessageBar::Kind::Bad,
                          tr("%1 is not in %2")
                              .arg(toQString(m_set->found.pairs.front().pair.beauty.path),
                                   toQString(m_set->source->root())),
                          tr("The list may speak of another folder."),
                          {{tr("Choose it…"), [this] { emit rootAsked(); }}});
}

void ShownSet::check() {
    if (!m_set || m_pairs.rowCount() == 0)
        return;
    m_checkBegan = QDateTime::currentMSecsSinceEpoch();
    m_panel.setResume({});
    m_panel.setProgress(tr("checking…"), 0);
    m_reader.check(m_set, m_checkOptions);
}

void ShownSet::showProgress(quint64 done, quint64 total) {
    const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : -1.0;
    if (m_reader.stage() == SetReader::Stage::Pairing) {
        if (total == 0)
            return m_panel.setProgress(tr("%n files found so far", nullptr, static_cast<int>(done)),
                                       share);
        m_panel.setProgress(tr("looking at %1 of %2 files").arg(done).arg(total), share);
        return;
    }
    QString text = tr("checking %1 of %2").arg(done).arg(total);
    const double seconds =
        static_cast<double>(QDateTime::currentMSecsSinceEpoch() - m_checkBegan) / 1000;
    if (done > 0 && seconds > kSecondsToJudge)
        text += QStringLiteral(" · ") + timeLeftText(seconds * (1 - share) / share);
    m_panel.setProgress(text, share);
}

void ShownSet::stop() {
    if (m_reader.stage() == SetReader::Stage::Pairing) {
        m_reader.openWhatIsFound(); // takeSet follows
        return;
    }
    const bool wasChecking = m_reader.stage() == SetReader::Stage::Checking;
    m_reader.stop();
    m_panel.setProgress({}, 0);
    if (wasChecking)
        m_panel.setResume(
            tr("checked %1 of %2").arg(m_pairs.reportCount()).arg(m_pairs.rowCount()));
    emit changed();
}

/// What was stopped before its end.
void ShownSet::resume() {
    if (m_set && m_set->found.unseen > 0)
        reopen();
    else
        check();
}

void ShownSet::sayFailure(const Failure& failure) {
    m_panel.setProgress({}, 0);
    if (m_set)
        m_panel.message().say(MessageBar::Kind::Bad, sentence(failure.message),
                              sentence(failure.hint), {});
    else
        m_failure = failure;
    emit changed();
}

} // namespace unlit::ui
