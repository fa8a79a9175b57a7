// Which recipe is open: opening, saving, and the files that were open before.
#pragma once

#include "ui/recipe/recipe_chooser.h"
#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_outside.h"
#include "ui/widgets/message_bar.h"

#include <QObject>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <vector>

namespace unlit::ui {

/// What goes wrong is said in the message. GUI thread. All that it is given outlives it.
class RecipeFiles : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    RecipeFiles(RecipeDocument& document, RecipeChooser& chooser, MessageBar& message,
                QWidget& window);

    /// A recipe file, or a run folder: its settings become a new recipe, the run's own stay as they
    /// are. What cannot be opened is said, and what was open stays. Asks first about unsaved edits.
    void open(const std::filesystem::path& path);
    /// What was dropped on the window: one file that is named .yaml or .yml is opened, once the
    /// drop has ended; false for all else.
    bool take(const std::vector<std::filesystem::path>& paths);
    /// A recipe that is not on disk yet; relative bases start at the current folder.
    void openText(const QString& name, const QString& yaml);
    /// Says how a recipe begins. Asks first about unsaved edits.
    void openNew();
    void browse();
    void browseRun();

    /// Asks about unsaved edits, if there are any; false: the user wants to stay.
    bool mayClose();

    /// What other programs did to the file; false: the user is to say first which text counts.
    bool look() { return m_outside.look(); }

    /// Nothing was opened and nothing was typed: what stands there is only how a recipe begins.
    bool isUntouched() const { return m_isNew && !m_document.isModified(); }

    /// Saves under the name it has, or asks for one; false: it is not on disk.
    bool save();
    bool saveAs();

    enum class Unsaved { Save, Discard, Stay };

    /// What asks about unsaved edits and for a name to save under; tests put in their own. An empty
    /// name = none was given.
    void setQuestions(std::function<Unsaved()> unsaved, std::function<QString()> fileName);

    /// The latest first.
    const QStringList& recent() const { return m_recent; }

    void setRecent(const QStringList& files);
    /// The recipe of the program's last run, where nothing else is open and it is still there.
    void openAgain(const std::filesystem::path& file);

signals:
    /// Another recipe is open, or stands among those of before.
    void changed();
    /// The recipe is on disk, maybe under another name.
    void saved();

private:
    void openContent(RecipeFile content, const std::filesystem::path& file, const QString& name);
    bool saveTo(const std::filesystem::path& file, bool mayReplaceChanged);
    bool write(const std::filesystem::path& file);
    MessageBar::Choice saveElsewhere();
    Unsaved askUnsaved();
    void remember(const std::filesystem::path& file);
    int sayFailure(const QString& text, const QString& hint,
                   const std::vector<MessageBar::Choice>& choices = {});

    RecipeDocument& m_document;
    RecipeChooser& m_chooser;
    MessageBar& m_message;
    QWidget& m_window;
    RecipeOutside m_outside;
    int m_unsaved = 0;   ///< number of the message why it was not saved; 0 = none
    bool m_isNew = true; ///< nothing was opened since the program or the user began anew
    QStringList m_recent;
    QString m_folder; ///< where files were chosen last
    std::function<Unsaved()> m_askUnsaved;
    std::function<QString()> m_askFileName; ///< empty: a dialog
};

} // namespace unlit::ui
