// Whether every run of a sweep can be trained: a slip in the last would else be found days later.
#pragma once

#include "core/config/load_config.h"
#include "core/session/train/sweep_plan.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

/// The first run that cannot be trained as it is.
struct SweepFault {
    std::string run;
    config::LoadedConfig loaded;       ///< unusable, unless it is programs
    std::vector<std::string> programs; ///< that the recipe starts, and nobody has allowed here
    std::string figure = {}; ///< why it cannot be compared by the figure, as a full thought
};

/// Reads the recipe of a run with these settings.
using LoadSweepRun = std::function<config::LoadedConfig(const SweepRun& run,
                                                        const std::vector<std::string>& settings)>;

/// nullopt: all of them can be trained and compared by `figure` ("" = by what decides which
/// checkpoint is best), or it was stopped. An empty `load` reads SweepRun::config.
std::optional<SweepFault> faultInSweep(const std::vector<SweepRun>& runs, const std::string& figure,
                                       const LoadSweepRun& load = {},
                                       const std::stop_token& stop = {});

} // namespace unlit
