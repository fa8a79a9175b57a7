// The Train page: the recipe at the left; at the right a run while it goes, or as it was left.
#pragma once

#include "ui/bridge/run_watcher.h"
#include "ui/recipe/recipe_panel.h"
#include "ui/settings/train_settings.h"
#include "ui/train/desktop_notice.h"
#include "ui/train/log_console.h"
#include "ui/train/rehearsal_card.h"
#include "ui/train/run_bar.h"
#include "ui/train/run_steering.h"
#include "ui/train/train_controller.h"
#include "ui/train/train_plots.h"
#include "ui/train/validation_wall.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/notice_card.h"

#include <QList>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>

#include <functional>
#include <optional>

class QAction;
class QMessageBox;

namespace unlit::ui {

class SweepDialog;

/// Everything about a run is read from its folder, whoever trains it; the controller adds the verbs
/// where this program does. GUI thread.
class TrainPage : public QWidget {
    Q_OBJECT

public:
    explicit TrainPage(const TrainController::MakeService& makeService, QWidget* parent = nullptr);

    void setSettings(const TrainSettings& settings);
    TrainSettings settings() const;

    /// A folder that is no run is said; empty = none.
    void showRun(const std::filesystem::path& folder);
    /// The recipe stands in `baseFolder`; `name` is the run's where the recipe has none.
    void start(const QString& yaml, const QString& baseFolder, const QString& name);
    void rehearse(const QString& yaml, const QString& baseFolder, const QString& name);
    void resumeRun(const std::filesystem::path& folder, std::int64_t extendBy = 0,
                   config::ExtendedSchedule schedule = config::ExtendedSchedule::KeepRate);
    /// Shows the run and asks by how much.
    void askExtend(const std::filesystem::path& folder);

    /// False while a training goes: then the user has been asked, and closeReady() comes when it is
    /// saved, if that is wanted. False also where unsaved edits of the recipe keep the user here.
    bool mayClose();

    QList<QAction*> pageActions() const { return m_actions + m_recipe->panelActions(); }

    const std::filesystem::path& run() const { return m_folder; }

    /// Until the run under way ends, at the pace of its last steps; unset while that is not known,
    /// or another run is on show.
    std::optional<double> ownSecondsLeft() const;

    /// What is known of the run on show; unset until it has been looked at.
    const std::optional<runs::RunSummary>& summary() const { return m_summary; }

    TrainController& controller() { return m_controller; }

    RunBar& bar() { return *m_bar; }

    TrainPlots& plots() { return *m_plots; }

    ValidationWall& wall() { return *m_wall; }

    LogConsole& console() { return *m_console; }

    RehearsalCard& rehearsal() { return *m_rehearsal; }

    MessageBar& message() { return *m_message; }

    NoticeCard& notice() { return *m_notice; }

    DesktopNotice& desktop() { return m_desktop; }

    RunSteering& steering() { return m_steering; }

    /// What starts `unlit` with these words, which ends when what it begins can be left alone.
    /// Calls `done` once, with what went wrong, or nothing, and what was printed. Tests put in
    /// their own.
    using ProgramDone = std::function<void(const QString& problem, const QString& printed)>;
    using StartProgram = std::function<void(const QStringList& words, const ProgramDone& done)>;

    void setStartProgram(StartProgram start) { m_startProgram = std::move(start); }

    RecipePanel& recipe() { return *m_recipe; }

    /// Trainings of the recipe over values of its settings; or how far those are that go.
    void openSweep();
    /// How far the sweep in this folder is.
    void showSweep(const std::filesystem::path& sweep);
    /// Made when it is wanted.
    SweepDialog& sweep();

    /// Everything that is on show has been read.
    bool isSettled();

signals:
    /// The running job has changed, moved on or ended.
    void jobChanged();
    /// Infer is to use this model folder.
    void useModelAsked(const QString& folder);
    /// The run's checkpoints are to be shown; and one gone back to, or forked at.
    void checkpointsAsked(const std::filesystem::path& run);
    void rollBackAsked(const std::filesystem::path& run);
    void forkAsked(const std::filesystem::path& run);
    /// Runs of a sweep come up in this folder; and they are to be shown.
    void sweepStarted(const std::filesystem::path& sweep);
    void sweepRunsAsked(const std::filesystem::path& sweep);
    /// A training has ended after mayClose() was answered with "save and close".
    void closeReady();
    /// The user clicked a notice of the desktop.
    void attentionWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void askToAllow(const std::vector<std::string>& programs, const std::function<void()>& then);
    void makeColumns();
    void connectRecipe();
    void connectBar();
    void connectController();
    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {});
    void sayFailure(const Failure& failure, const std::vector<MessageBar::Choice>& choices = {});
    void showEmpty();
    void showRecipeOfRun();
    // train_page_run.cpp
    bool isOwnOnShow() const;
    bool isBusyElsewhere();
    RunBarState barState() const;
    void addRates(RunBarState& state) const;
    bool isLive() const;
    std::optional<double> secondsLeft() const;
    void forgetEndOfBefore(bool isLive);
    QString factsText() const;
    QString meanText(std::int64_t step) const;
    void updateBar();
    void takeSummary(const std::vector<runs::RunSummary>& rows);
    void takeEnd(const TrainEnd& end);
    void sayEndElsewhere();
    std::vector<MessageBar::Choice> waysOn();

    struct EndWords {
        MessageBar::Kind kind = MessageBar::Kind::Good;
        QString text; ///< empty: there is nothing to say
        QString hint{};
        std::vector<MessageBar::Choice> choices{};
    };

    EndWords endWords(const TrainEnd& end);
    void useWeights();
    void changeRate(double rate);
    // train_page_steer.cpp
    void connectSteering();
    void lookAtRun();
    void steer(runs::RunVerb verb);
    void writeHistograms();
    void goOnDetached();
    void startDetached(const std::filesystem::path& run, const QStringList& more = {});
    /// A new run of several processes: they are nobody's but their own from the beginning.
    void startSeveral(const QString& yaml, const QString& baseFolder, const QString& name);
    // train_actions.cpp
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void browseRun();
    void openFolder();
    void pauseOrGoOn();
    void copyCommand();

    TrainController m_controller;
    RunWatcher m_watcher;
    DesktopNotice m_desktop;
    std::filesystem::path m_folder;
    std::optional<runs::RunSummary> m_summary;
    bool m_isGone = false; ///< the folder of the run on show, which was there
    QStringList m_recent;
    bool m_usesWhenSaved = false;
    bool m_closesWhenSaved = false;
    enum class EndSaid { No, Yes, AndSeen } m_endSaid = EndSaid::No; ///< the message on show
    bool m_detachesWhenSaved = false;
    bool m_startsSeveral = false; ///< processes of their own, which have no run yet
    RunSteering m_steering;
    StartProgram m_startProgram;
    SweepDialog* m_sweep = nullptr;
    std::filesystem::path m_lastSweep;
    QPointer<QMessageBox> m_question;
    QList<QAction*> m_actions;
    QSplitter* m_columns;
    RecipePanel* m_recipe;
    RunBar* m_bar;
    MessageBar* m_message;
    RehearsalCard* m_rehearsal;
    QStackedWidget* m_stack;
    QSplitter* m_rows;
    TrainPlots* m_plots;
    ValidationWall* m_wall;
    LogConsole* m_console;
    QWidget* m_empty;
    NoticeCard* m_notice;
};

} // namespace unlit::ui
