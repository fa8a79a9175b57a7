// The right side of the Runs page: what is on show of the runs that are chosen and checked at the
// left, in one of six views.
#pragma once

#include "ui/pages/runs/runs_checkpoints.h"
#include "ui/pages/runs/runs_curves.h"
#include "ui/pages/runs/runs_differences.h"
#include "ui/pages/runs/runs_notes.h"
#include "ui/pages/runs/runs_pictures.h"
#include "ui/pages/runs/runs_scatter.h"
#include "ui/pages/runs/runs_table.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QStackedWidget>

#include <optional>

namespace unlit::ui {

enum class RunsView { Curves, Pictures, Differences, Notes, Checkpoints, Scatter };

/// GUI thread.
class RunsViews : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive it. What comes of an export is said in the table's message.
    RunsViews(RunsModel& model, RunsTable& table, InferenceController::MakeService makeService,
              RunBranching branching, QWidget* parent);

    void showView(RunsView view);

    RunsView view() const { return static_cast<RunsView>(m_bar->current()); }

    /// In place of all views; nullopt = they are there again.
    void setNotice(const std::optional<Notice>& notice);
    /// The table's current run, or what is checked, is another or has changed.
    void refresh();

    void exportCurves(const QString& kind);
    void exportScatter(const QString& suffix);

    RunsCurves& curves() { return *m_curves; }

    RunsPictures& pictures() { return *m_pictures; }

    RunsDifferences& differences() { return *m_differences; }

    RunsNotes& notes() { return *m_notes; }

    RunsCheckpoints& checkpoints() { return *m_checkpoints; }

    RunsScatter& scatter() { return *m_scatter; }

signals:
    /// The button of the notice.
    void noticeClicked();

private:
    void connectViews();
    void showStack();
    void refreshScatter();
    std::vector<RunsDifferences::Run> allRuns() const;

    RunsModel& m_model;
    RunsTable& m_table;
    RunsCurves* m_curves;
    RunsPictures* m_pictures;
    RunsDifferences* m_differences;
    RunsNotes* m_notes;
    RunsCheckpoints* m_checkpoints;
    RunsScatter* m_scatter;
    SegmentedControl* m_bar;
    QStackedWidget* m_stack;
    QWidget* m_nothing; ///< behind the notice
    NoticeCard* m_notice;
    bool m_hasNotice = false;
};

} // namespace unlit::ui
