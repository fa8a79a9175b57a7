// The window of the studio: rail, pages, status line, and what belongs to all pages.
#pragma once

#include "ui/data/data_page.h"
#include "ui/pages/infer/infer_page.h"
#include "ui/pages/models/models_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/settings/studio_settings.h"
#include "ui/train/train_page.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/keys_dialog.h"
#include "ui/widgets/page_rail.h"
#include "ui/widgets/studio_status_bar.h"

#include <QMainWindow>
#include <QStackedWidget>

namespace unlit::ui {

/// What the window works with; tests and the screenshot mode put in their own.
struct StudioParts {
    QString settingsFile; ///< empty = nothing is remembered
    QString stateFolder;  ///< queue and times of runs; empty = likewise, and no caches are used
    InferenceController::MakeService makeService;
    ModelInspector::Inspect inspectModel;
    TrainController::MakeService makeTrainService = {};
    QString bundledModel = {}; ///< taken where none was chosen before; empty = there is none
    std::vector<ModelRoot> modelRoots = {}; ///< where models lie that nobody has to name
};

enum class StudioPage { Infer, Data, Train, Runs, Models };

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(const StudioParts& parts);

    /// What the command line brings: a recipe or a run goes to Train, a model folder becomes the
    /// model, pictures are queued.
    void open(const std::vector<std::filesystem::path>& paths);
    void showPage(StudioPage page);
    void setTheme(ThemeKind kind);

    InferPage& inferPage() { return *m_infer; }

    DataPage& dataPage() { return *m_data; }

    RunsPage& runsPage() { return *m_runs; }

    TrainPage& trainPage() { return *m_train; }

    ModelsPage& modelsPage() { return *m_models; }

    StudioStatusBar& studioStatusBar() { return *m_status; }

    /// The actions of the window and of the page on show.
    QList<QAction*> availableActions() const;
    /// All keys of all pages, from the actions that obey them.
    std::vector<KeyGroup> keyGroups() const;
    void openPalette();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// One recipe, or one run's folder; false for all else.
    bool takeForList(const std::vector<std::filesystem::path>& paths);
    bool takeForTrain(const std::vector<std::filesystem::path>& paths);

    /// Those of the window that menus name one by one.
    struct WindowActions {
        QAction* palette = nullptr;
        QAction* theme = nullptr;
        QAction* fullScreen = nullptr;
        QAction* quit = nullptr;
        QList<QAction*> pages;
        QList<QAction*> languages;
        QList<QAction*> help;
    };

    void makePages();
    void makeActions();
    void makeLanguageActions();
    void makeHelpActions();
    void makeMenus();
    void clearMenus();
    void fillFileMenu(QMenu& menu);
    void fillEditMenu(QMenu& menu);
    void fillViewMenu(QMenu& menu);
    void fillPageMenu(QMenu& menu);
    void fillHelpMenu(QMenu& menu);
    void addRecent(QMenu& menu, const QString& title, const QStringList& paths,
                   const std::function<void(const QString&)>& openPath);
    void rememberPicture(const QString& path);
    void chooseLanguage(Language language);
    void showKeys();
    void showAbout();
    void openDocumentation();
    void openFile(const std::filesystem::path& file);
    void tell(const QString& words);
    QList<QAction*> pageActions() const;
    QAction* addWindowAction(const QString& text, const QKeySequence& key,
                             const std::function<void()>& act);
    void restore(const QString& bundledModel);
    void remember() const;
    void showJob();
    void stopJob();
    void connectTrain();

    QString m_settingsFile;
    ThemeKind m_theme = ThemeKind::Dark;
    // From the outside in: a page that moves to another parent is styled once more, all of it.
    QWidget* m_center;
    PageRail* m_rail;
    QStackedWidget* m_pages;
    StudioStatusBar* m_status;
    InferPage* m_infer;
    DataPage* m_data;
    RunsPage* m_runs;
    TrainPage* m_train;
    ModelsPage* m_models;
    CommandPalette* m_palette;
    WindowActions m_windowActions;
    StudioSettings m_settings;              ///< as they were at the start
    Language m_language = Language::System; ///< of the next start
    QStringList m_recentPictures;           ///< the last one first
};

} // namespace unlit::ui
