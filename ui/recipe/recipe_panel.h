// The recipe editor: chooser, form or YAML, what is wrong, an estimate, and the way to a training.
#pragma once

#include "ui/recipe/findings_list.h"
#include "ui/recipe/recipe_chooser.h"
#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_estimator.h"
#include "ui/recipe/recipe_form.h"
#include "ui/recipe/recipe_state.h"
#include "ui/recipe/yaml_editor.h"
#include "ui/settings/recipe_settings.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented_control.h"

#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>

#include <functional>

namespace unlit::ui {

/// Form and text are two views of one document with one history. Starts nothing itself: it says
/// what is to be started. GUI thread.
class RecipePanel : public QFrame {
    Q_OBJECT

public:
    explicit RecipePanel(QWidget* parent = nullptr);
    ~RecipePanel() override;

    /// A recipe file, or a run folder: its settings become a new recipe, the run's own stay as they
    /// are. What cannot be opened is said in place, and what was open stays. Asks first about
    /// unsaved edits.
    void openRecipe(const std::filesystem::path& path);
    /// What was dropped on the window: one file that is named .yaml or .yml is opened, once the
    /// drop has ended; false for all else.
    bool take(const std::vector<std::filesystem::path>& paths);
    /// A recipe that is not on disk yet; relative bases start at the current folder.
    void openText(const QString& name, const QString& yaml);

    /// Asks about unsaved edits, if there are any; false: the user wants to stay.
    bool mayClose();

    /// Nothing was opened and nothing was typed: what stands here is only how a recipe begins.
    bool isUntouched() const { return m_isNew && !m_document.isModified(); }

    /// While something runs, nothing can be started; `why` is said by the buttons.
    void setBusy(bool isRunning, const QString& why);

    /// File name of the recipe: what a run is called that has no name of its own.
    QString recipeName() const { return m_document.name(); }

    /// Runs to take settings from, the latest first.
    void setRuns(std::vector<RecipeSource> runs) { m_chooser->setRuns(std::move(runs)); }

    RecipeSettings settings() const;
    /// Opens the last recipe again where nothing else is open.
    void setSettings(const RecipeSettings& settings);

    /// For menus and the command palette.
    const QList<QAction*>& panelActions() const { return m_actions; }

    /// Goes to the setting in the view on show; false where there is no such setting.
    bool goToKey(const std::string& key);
    void goToPlace(const SourceMark& place);
    void showText(bool isText);

    bool showsText() const { return m_views->currentIndex() == 1; }

    enum class Unsaved { Save, Discard, Stay };

    /// What asks about unsaved edits and for a name to save under; tests put in their own. An empty
    /// name = none was given.
    void setQuestions(std::function<Unsaved()> unsaved, std::function<QString()> fileName);

    RecipeDocument& document() { return m_document; }

    RecipeForm& form() { return *m_form; }

    YamlEditor& editor() { return *m_editor; }

    FindingsList& findings() { return *m_findings; }

    MessageBar& message() { return *m_message; }

    /// Of the text as it is now; null while it is being read.
    RecipeReader::State state() const;

    /// Views and estimate show the text as it is now.
    bool isSettled() const { return state() != nullptr && !m_estimator.isAsked(); }

    /// Saves under the name it has, or asks for one; false: it is not on disk.
    bool save();
    bool saveAs();

signals:
    /// `baseFolder`: where the files of base_config are looked for.
    void startWanted(const QString& yamlText, const QString& baseFolder);
    void rehearsalWanted(const QString& yamlText, const QString& baseFolder);
    /// Something of settings() is another.
    void settingsChanged();

private:
    QWidget* makeTop();
    QWidget* makeTools();
    QWidget* makeViews();
    QWidget* makeWaiting();
    QWidget* makeFooter();
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key, const QString& icon,
                       const std::function<void()>& act);
    void connectParts();

    void read();
    void showState(const RecipeReader::State& state);
    void showEstimate(const RunEstimate& estimate);
    void showName();
    void showButtons();
    void search(const QString& words);
    void searchAgain(bool isBackward);
    void choose(const Diagnostic& finding);
    void openCompare();
    void wantStart(bool isRehearsal);
    QString whyNot() const;

    void edit(const QString& what, const QString& mergeKey,
              const std::function<std::string(const std::string& yaml, const config::Node& merged)>&
                  change);

    void openContent(RecipeFile content, const std::filesystem::path& file, const QString& name);
    void openNew();
    void browse();
    void browseRun();
    void remember(const std::filesystem::path& file);
    void forget(const std::filesystem::path& file);
    bool saveTo(const std::filesystem::path& file, bool mayReplaceChanged);
    bool isChangedOnDisk(const std::filesystem::path& file) const;
    static bool isBundled(const std::filesystem::path& file);
    void sayFailure(const QString& text, const QString& hint,
                    const std::vector<MessageBar::Choice>& choices = {});

    RecipeDocument m_document;
    RecipeReader m_reader;
    RecipeEstimator m_estimator;
    RecipeReader::State m_state; ///< the last one that was read
    bool m_isOther = true;       ///< the next state is of another recipe
    bool m_isNew = true;         ///< nothing was opened since the program or the user began anew
    bool m_isBusy = false;
    QString m_whyBusy;
    QStringList m_recent;
    QString m_folder; ///< where files were chosen last
    std::function<Unsaved()> m_askUnsaved;
    std::function<QString()> m_askFileName;
    QList<QAction*> m_actions;

    RecipeChooser* m_chooser;
    SegmentedControl* m_switch;
    QLineEdit* m_search;
    QStackedWidget* m_views;
    QFrame* m_waiting;
    QLabel* m_waitingText;
    RecipeForm* m_form;
    YamlEditor* m_editor;
    FindingsList* m_findings;
    MessageBar* m_message;
    QLabel* m_estimate;
    QPushButton* m_rehearse;
    QPushButton* m_compare;
    QPushButton* m_start;
};

} // namespace unlit::ui
