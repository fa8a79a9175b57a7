#include "ui/data/set_division.h"

#include "core/base/log.h"
#include "core/data/split.h"
#include "ui/kit/text.h"

#include <QFileDialog>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

/// Pictures and condition; where a list was read from does not matter.
bool areSame(const data::ListedPair& a, const data::ListedPair& b) {
    return a.beauty == b.beauty && a.targets() == b.targets() && a.mask == b.mask &&
           a.condition == b.condition;
}

bool areSame(const std::vector<data::ListedPair>& a, const std::vector<data::ListedPair>& b) {
    return std::ranges::equal(
        a, b, [](const data::ListedPair& x, const data::ListedPair& y) { return areSame(x, y); });
}

} // namespace

SetDivision::SetDivision(PairListModel& pairs, SplitView& view, MessageBar& message,
                         QWidget& window)
    : m_pairs(pairs), m_view(view), m_message(message), m_window(window) {
    connect(&view, &SplitView::optionsChanged, this, &SetDivision::update);
    connect(&view, &SplitView::saveListAsked, this, [this] { askWhereToSave(false, false); });
    connect(&view, &SplitView::saveSplitAsked, this, [this] { askWhereToSave(true, false); });
    connect(&view, &SplitView::trainAsked, this, &SetDivision::train);
}

void SetDivision::close() {
    m_isOpen = false;
    m_saved.clear();
    m_quarantine = Quarantine();
}

void SetDivision::open(const DatasetInput& input, const std::filesystem::path& root) {
    m_input = input;
    m_root = root;
    m_isOpen = true;
    takeQuarantine(Quarantine::usualList(input.source));
    rememberListsOnDisk();
}

void SetDivision::say(MessageBar::Kind kind, const QString& text, const QString& hint,
                      const std::vector<MessageBar::Choice>& choices) {
    m_message.say(kind, text, hint, choices);
}

void SetDivision::takeQuarantine(const fs::path& list) {
    try {
        m_quarantine = Quarantine(list);
    } catch (...) {
        const Failure failure = translateCurrentException();
        say(MessageBar::Kind::Bad, tr("The quarantine cannot be read"), sentence(failure.text()));
    }
    update();
}

/// Says the exception at hand. `again` does it over what is there; null = that is no way out.
void SetDivision::sayFailed(const std::function<void()>& again) {
    const Failure failure = translateCurrentException();
    std::vector<MessageBar::Choice> choices;
    if (again)
        choices.push_back({tr("Replace it"), again});
    say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), choices);
}

void SetDivision::update() {
    const std::vector<data::FoundPair>& pairs = m_pairs.pairs();
    std::vector<PairPart> parts(pairs.size(), PairPart::Training);
    std::vector<data::ListedPair> kept;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (m_quarantine.holds(pairs[i].pair))
            parts[i] = PairPart::Quarantine;
        else
            kept.push_back(pairs[i].pair);
    }
    const std::size_t quarantined = pairs.size() - kept.size();
    m_parts.reset();
    try {
        if (kept.empty()) {
            m_view.showProblem({}, 0, quarantined);
        } else {
            m_parts = data::splitPairs(kept, m_view.options());
            m_view.showSplit(*m_parts, quarantined);
        }
    } catch (...) {
        const Failure failure = translateCurrentException();
        m_view.showProblem(sentence(failure.message) + u' ' + sentence(failure.hint), kept.size(),
                           quarantined);
    }
    std::size_t next = 0; // both are in the order of the set
    for (std::size_t i = 0; m_parts && i < parts.size(); ++i) {
        if (next == m_parts->validation.size())
            break;
        if (parts[i] == PairPart::Quarantine || !(pairs[i].pair == m_parts->validation[next]))
            continue;
        parts[i] = PairPart::Validation;
        ++next;
    }
    m_pairs.setParts(std::move(parts));
}

void SetDivision::changeQuarantine(const std::function<void()>& change, const QString& said) {
    try {
        change();
    } catch (...) {
        const Failure failure = translateCurrentException();
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint),
            {{tr("Keep it elsewhere…"), [this, change, said] {
                  const QString file = QFileDialog::getSaveFileName(
                      &m_window, tr("Quarantine list"), QStringLiteral("quarantine.txt"),
                      tr("Lists (*.txt)"), nullptr, QFileDialog::DontConfirmOverwrite);
                  if (file.isEmpty())
                      return;
                  takeQuarantine(toPath(file));
                  changeQuarantine(change, said);
              }}});
        return;
    }
    update();
    emit changed();
    std::vector<MessageBar::Choice> choices;
    if (m_quarantine.canUndo())
        choices.push_back({tr("Undo"), [this] { undo(); }});
    say(MessageBar::Kind::Good, said,
        tr("The list is %1; no picture was touched.").arg(toQString(m_quarantine.list())), choices);
}

void SetDivision::toggleQuarantine(const std::vector<int>& rows) {
    if (rows.empty() || !m_isOpen)
        return;
    std::vector<data::ListedPair> pairs;
    bool areAllOut = true;
    for (const int row : rows) {
        pairs.push_back(m_pairs.at(row).pair);
        areAllOut = areAllOut && m_pairs.partOf(row) == PairPart::Quarantine;
    }
    const int count = static_cast<int>(pairs.size());
    if (areAllOut)
        changeQuarantine([this, pairs] { m_quarantine.restore(pairs); },
                         tr("%n pairs are back", nullptr, count));
    else
        changeQuarantine([this, pairs] { m_quarantine.add(pairs); },
                         tr("%n pairs are in quarantine", nullptr, count));
}

void SetDivision::undo() {
    if (m_quarantine.canUndo())
        changeQuarantine([this] { m_quarantine.undo(); }, tr("The quarantine is as before"));
}

void SetDivision::redo() {
    if (m_quarantine.canRedo())
        changeQuarantine([this] { m_quarantine.redo(); }, tr("The quarantine is changed again"));
}

bool SetDivision::saveList(const fs::path& file, bool overwrite) {
    const std::vector<data::ListedPair> kept = m_pairs.kept();
    try {
        writeFilenameList(file, kept, overwrite);
    } catch (...) {
        std::error_code problem;
        const bool mayReplace = !overwrite && fs::is_regular_file(file, problem);
        sayFailed(mayReplace ? [this, file] { saveList(file, true); } : std::function<void()>());
        return false;
    }
    m_saved.push_back({file, kept});
    say(MessageBar::Kind::Good,
        tr("Saved a list of %n pairs", nullptr, static_cast<int>(kept.size())), toQString(file));
    return true;
}

bool SetDivision::saveSplit(const fs::path& folder, bool overwrite) {
    if (!m_parts)
        return false;
    const fs::path lists[] = {folder / "train.txt", folder / "val.txt"};
    try {
        std::error_code problem;
        for (const fs::path& list : lists) // both or none
            if (!overwrite && fs::exists(list, problem))
                throw Error::invalidInput(list.string() + " exists already",
                                          "choose another folder, or replace both lists");
        writeFilenameList(lists[0], m_parts->training, overwrite);
        writeFilenameList(lists[1], m_parts->validation, overwrite);
    } catch (...) {
        sayFailed(overwrite ? std::function<void()>()
                            : [this, folder] { saveSplit(folder, true); });
        return false;
    }
    m_saved.push_back({lists[0], m_parts->training});
    m_saved.push_back({lists[1], m_parts->validation});
    say(MessageBar::Kind::Good,
        tr("Saved %n pairs for training, %1 for validation", nullptr,
           static_cast<int>(m_parts->training.size()))
            .arg(m_parts->validation.size()),
        toQString(folder));
    return true;
}

fs::path SetDivision::setFolder() const {
    std::error_code problem;
    const fs::path root = datasetRoot(m_input);
    return fs::is_directory(root, problem) ? root : root.parent_path();
}

/// Lists that are there already need not be saved again to be trained on.
void SetDivision::rememberListsOnDisk() {
    const auto remember = [this](const fs::path& list) {
        try {
            m_saved.push_back({list, data::readFilenameList(list, {.findsCondition = true})});
        } catch (const std::exception&) {
            // Not there, or no list: then there is none.
            logSwallowed("reading " + list.string(), LogLevel::Debug);
        }
    };
    if (isFilenameList(m_input.source))
        remember(m_input.source);
    remember(setFolder() / "filename_list.txt");
}

void SetDivision::askWhereToSave(bool isSplit, bool trainsThen) {
    const QString folder = toQString(setFolder());
    if (isSplit) {
        const QString chosen = QFileDialog::getExistingDirectory(
            &m_window, tr("Folder for train.txt and val.txt"), folder);
        if (!chosen.isEmpty() && saveSplit(toPath(chosen)) && trainsThen)
            train();
        return;
    }
    const QString file = QFileDialog::getSaveFileName(
        &m_window, tr("Save the list"), folder + QStringLiteral("/filename_list.txt"),
        tr("Lists (*.txt)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!file.isEmpty() && saveList(toPath(file)) && trainsThen)
        train();
}

void SetDivision::train() {
    const std::vector<data::ListedPair> kept = m_pairs.kept();
    if (!m_isOpen || kept.empty())
        return;
    const auto listOf = [this](const std::vector<data::ListedPair>& pairs) {
        std::error_code problem;
        const auto found = std::ranges::find_if(m_saved, [&](const SavedList& saved) {
            return areSame(saved.pairs, pairs) && fs::exists(saved.path, problem);
        });
        return found == m_saved.end() ? fs::path() : fs::absolute(found->path, problem);
    };
    const data::SplitOptions options = m_view.options();
    if (m_parts) {
        const fs::path training = listOf(m_parts->training);
        const fs::path validation = listOf(m_parts->validation);
        if (!training.empty() && !validation.empty())
            return emitTrain(training, validation, 0);
    }
    // A run keeps back by scenes itself; other rules need lists.
    const bool isEnough = !m_parts || options.rule == data::SceneRule::Scene;
    if (const fs::path list = listOf(kept); isEnough && !list.empty())
        return emitTrain(list, {}, m_parts ? options.validationShare : 0);
    std::vector<MessageBar::Choice> choices;
    if (m_parts)
        choices.push_back(
            {tr("Save train.txt and val.txt…"), [this] { askWhereToSave(true, true); }});
    if (isEnough)
        choices.push_back({tr("Save one list…"), [this] { askWhereToSave(false, true); }});
    say(MessageBar::Kind::Bad, tr("Training reads a list of these pairs"),
        tr("There is none on disk yet that names just these."), choices);
}

void SetDivision::emitTrain(const fs::path& list, const fs::path& validation,
                            double validationShare) {
    const data::SplitOptions options = m_view.options();
    std::error_code problem;
    TrainOnSet set;
    set.root = fs::absolute(m_root, problem).lexically_normal();
    set.list = list;
    set.validation = validation;
    set.validationShare = validationShare;
    set.splitSeed = options.seed;
    set.cropSize = cropSizeFor(m_pairs.reports());
    std::vector<std::string> conditions;
    for (const data::FoundPair& pair : m_pairs.pairs())
        conditions.push_back(pair.pair.condition);
    set.condition = conditionFor(conditions);
    emit trainWanted(set);
}

} // namespace unlit::ui
