// How a run may be gone on with.
#pragma once

#include "core/runs/run_summary.h"

namespace unlit::runs {

/// It can get further steps, or other settings: it is one of this program, and nobody trains it.
inline bool canExtend(const RunSummary& run) {
    const bool isLive = run.status == RunStatus::Running || run.status == RunStatus::Paused;
    return run.isOurs && !isLive && run.status != RunStatus::Unreadable;
}

/// It has steps left.
inline bool canResume(const RunSummary& run) {
    return canExtend(run) && run.status != RunStatus::Finished;
}

} // namespace unlit::runs
