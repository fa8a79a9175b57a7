// How far a sweep is: its runs, where each of them stands, and the ways on.
#pragma once

#include "core/runs/run_summary.h"
#include "core/session/train/sweep_plan.h"
#include "core/session/train/sweep_state.h"
#include "ui/bridge/background.h"
#include "ui/bridge/run_watcher.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>

#include <filesystem>
#include <map>
#include <optional>

namespace unlit::ui {

/// Everything is read from the sweep's folder, whoever goes through it. GUI thread.
class SweepProgress : public QWidget {
    Q_OBJECT

public:
    explicit SweepProgress(QWidget* parent = nullptr);

    /// `isStarting`: a process for it was begun just now. Empty = none.
    void setSweep(const std::filesystem::path& sweep, bool isStarting = false);

    const std::filesystem::path& sweep() const { return m_sweep; }

    /// Told by what was last read.
    bool isUnderWay() const { return m_look && m_look->isUnderWay; }

    QString lead() const { return m_lead->text(); }

    QString hint() const { return m_hint->text(); }

    const QTreeWidget& runs() const { return *m_runs; }

    QPushButton& stopButton() { return *m_stop; }

    QPushButton& goOnButton() { return *m_goOn; }

signals:
    void goOnAsked(const std::filesystem::path& sweep);
    void runsAsked(const std::filesystem::path& sweep);
    void anotherAsked();
    void closeAsked();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Look {
        SweepPlan plan;
        bool isUnderWay = false;
        bool isAskedToStop = false;
        SweepRunsBehind behind;
        SweepProblems problems;
        QString lastWords; ///< of its console.log
    };

    static Look lookAt(const std::filesystem::path& sweep);
    QWidget* makeFooter();
    void look();
    void take(Look look);
    void stop();
    void refresh();
    void fillRow(QTreeWidgetItem& item, const SweepRun& run) const;
    bool isOver(const SweepRun& run) const;
    const runs::RunSummary* summaryOf(const SweepRun& run) const;
    void sayLead(int over);

    std::filesystem::path m_sweep;
    std::optional<Look> m_look;
    bool m_isStarting = false;
    int m_looks = 0; ///< since it was begun
    std::map<std::string, runs::RunSummary> m_summaries;
    RunWatcher m_watcher;
    QLabel* m_title;
    QLabel* m_lead;
    QLabel* m_hint;
    QProgressBar* m_bar;
    QTreeWidget* m_runs;
    QPushButton* m_stop;
    QPushButton* m_goOn;
    Background<Look> m_reader; // last: joined while the rest is there
};

} // namespace unlit::ui
