// The window of the studio: rail, pages, status line, and what belongs to all pages.
#pragma once

#include "ui/settings/studio_settings.h"
#include "ui/widgets/command_palette.h"
#include "ui/widgets/page_rail.h"
#include "ui/window/window_drops.h"
#include "ui/window/window_help.h"
#include "ui/window/window_job.h"
#include "ui/window/window_menus.h"

#include <QMainWindow>

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

    /// All keys of all pages.
    std::vector<KeyGroup> keyGroups() const { return m_help.keyGroups(); }

    void openPalette();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    WindowVerbs verbs();
    void layOut();
    void connectPages();
    void connectTrain();
    void connectRuns();
    void chooseLanguage(Language language);
    void restore(const QString& bundledModel);
    void remember() const;

    QString m_settingsFile;
    ThemeKind m_theme = ThemeKind::Dark;
    // From the outside in: a page that moves to another parent is styled once more, all of it.
    QWidget* m_center;
    PageRail* m_rail;
    QStackedWidget* m_stack;
    StudioStatusBar* m_status;
    InferPage* m_infer;
    DataPage* m_data;
    RunsPage* m_runs;
    TrainPage* m_train;
    ModelsPage* m_models;
    CommandPalette* m_palette;
    WindowPages m_pages;
    WindowHelp m_help;
    WindowDrops m_drops;
    WindowJob m_job;
    WindowActions m_actions;
    WindowMenus m_menus;
    StudioSettings m_settings;              ///< as they were at the start
    Language m_language = Language::System; ///< of the next start
};

} // namespace unlit::ui
