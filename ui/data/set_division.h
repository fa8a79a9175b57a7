// What goes where of the open set: quarantine, split, lists, and on to training.
#pragma once

#include "core/data/split.h"
#include "core/session/data/dataset_commands.h"
#include "core/session/data/quarantine.h"
#include "core/session/data/train_on_set.h"
#include "ui/data/pair_list_model.h"
#include "ui/data/split_view.h"
#include "ui/widgets/message_bar.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace unlit::ui {

/// Marks in the list of pairs which part each belongs to, and writes parts as lists. Pictures are
/// never touched. GUI thread.
class SetDivision : public QObject {
    Q_OBJECT

public:
    /// All of them must outlive it; `window` is the parent of dialogs.
    SetDivision(PairListModel& pairs, SplitView& view, MessageBar& message, QWidget& window);

    /// A set is open, whose pairs are in the model: its quarantine and its lists are read. `root`:
    /// what its paths begin with.
    void open(const DatasetInput& input, const std::filesystem::path& root);
    void close();
    /// The pairs, the quarantine or the rules are others.
    void update();

    /// Out of lists, split and training; back where all of them are out already.
    void toggleQuarantine(const std::vector<int>& rows);
    void undo();
    void redo();

    /// An existing file is an error unless `overwrite`. False where it failed: then it is said.
    bool saveList(const std::filesystem::path& file, bool overwrite = false);
    /// train.txt and val.txt.
    bool saveSplit(const std::filesystem::path& folder, bool overwrite = false);
    void askWhereToSave(bool isSplit, bool trainsThen);
    /// Emits trainWanted, or says what has to be saved first.
    void train();

    const Quarantine& quarantine() const { return m_quarantine; }

    /// Where the files of the set lie.
    std::filesystem::path setFolder() const;

signals:
    /// The quarantine has changed.
    void changed();
    /// All paths are absolute. The model to begin with is left open.
    void trainWanted(const unlit::TrainOnSet& set);

private:
    /// A list on disk, and the pairs that stand in it.
    struct SavedList {
        std::filesystem::path path;
        std::vector<data::ListedPair> pairs;
    };

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {});
    void sayFailed(const std::function<void()>& again);
    void takeQuarantine(const std::filesystem::path& list);
    void changeQuarantine(const std::function<void()>& change, const QString& said);
    void rememberListsOnDisk();
    void emitTrain(const std::filesystem::path& list, const std::filesystem::path& validation,
                   double validationShare);

    PairListModel& m_pairs;
    SplitView& m_view;
    MessageBar& m_message;
    QWidget& m_window;
    DatasetInput m_input;
    std::filesystem::path m_root;
    bool m_isOpen = false;
    Quarantine m_quarantine;
    std::optional<data::Split> m_parts;
    std::vector<SavedList> m_saved;
};

} // namespace unlit::ui
