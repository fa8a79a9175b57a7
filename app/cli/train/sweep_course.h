// Trains the runs of a sweep one after the other and tells what became of each.
#pragma once

#include "app/cli/verb.h"
#include "core/session/train/sweep_plan.h"

#include <filesystem>

namespace unlit::cli {

/// Each run is a process of its own: one that fails, or is killed, costs the others nothing, and
/// one that outlives this process is waited for by the next. Runs that are complete, or were
/// stopped for being behind, stay as they are; the others begin or go on. Signals stop the run
/// under way, saved. Throws Error::invalidInput where another process has the sweep.
ExitCode trainSweep(const std::filesystem::path& sweep, const SweepPlan& plan,
                    VerbContext& context);

} // namespace unlit::cli
