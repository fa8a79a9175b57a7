// The run on show on the Train page, and what is known of it.
#pragma once

#include "core/runs/run_summary.h"
#include "ui/bridge/run_watcher.h"
#include "ui/train/run_steering.h"
#include "ui/train/train_controller.h"
#include "ui/train/train_plots.h"

#include <QObject>

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// Everything about a run is read from its folder, whoever trains it; of the one that this program
/// trains the controller knows more. GUI thread. Controller and plots outlive it.
class ShownRun : public QObject {
    Q_OBJECT

public:
    ShownRun(const TrainController& own, const TrainPlots& plots);

    /// Normalized to an absolute folder; empty = none. What was known of another run is forgotten.
    void set(const std::filesystem::path& folder);

    const std::filesystem::path& folder() const { return m_folder; }

    QString name() const;

    /// Unset until the folder has been looked at.
    const std::optional<runs::RunSummary>& summary() const { return m_summary; }

    /// Its folder, which was there, is not any more.
    bool isGone() const { return m_isGone; }

    /// This program trains it. Before a training has its folder no other run is on show.
    bool isOwn() const;
    /// It trains right now, here or elsewhere; false while it is paused.
    bool isLive() const;
    /// Its folder says that some process trains it, or holds it paused.
    bool isAlive() const;
    /// Until it ends: as the run itself says it; of one that cannot be asked, at the pace of its
    /// last steps. Unset while that is not known.
    std::optional<double> secondsLeft() const;

    /// Its figures; null until there is a row of them.
    const runs::RunSeries* series() const;

    /// RUN/checkpoint/latest; empty where there is none.
    std::filesystem::path latest() const;

    RunWatcher& watcher() { return m_watcher; }

    RunSteering& steering() { return m_steering; }

    const RunSteering& steering() const { return m_steering; }

signals:
    /// The folder was read; `wasAlive`: as isAlive() was before.
    void summaryRead(bool wasAlive);
    /// What is known of it has changed.
    void changed();
    /// The folder was looked at once more, whether anything has changed or not.
    void looked();

private:
    void takeSummary(const std::vector<runs::RunSummary>& rows);

    const TrainController& m_own;
    const TrainPlots& m_plots;
    std::filesystem::path m_folder;
    std::optional<runs::RunSummary> m_summary;
    bool m_isGone = false;
    RunWatcher m_watcher;
    RunSteering m_steering;
};

} // namespace unlit::ui
