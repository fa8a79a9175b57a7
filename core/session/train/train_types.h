// What a training job is asked: plain values without torch.
#pragma once

#include "core/config/extended_schedule.h"
#include "core/config/load_config.h"
#include "core/config/train_config.h"
#include "core/train/distributed/rendezvous.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// A run that begins. `config` is usable (see config::loadConfig) and resolved.
struct NewRun {
    config::TrainConfig config;
    std::filesystem::path configFile; ///< names the run where the config does not
    /// Of several processes that train it together, each of which is asked the same.
    std::optional<train::Rendezvous> rendezvous = {};
    config::GivenRecipe given = {}; ///< kept in the run as it is; empty = nothing is
};

/// A run that goes on.
struct ResumedRun {
    std::filesystem::path run; ///< RUN, or RUN/checkpoint/NAME
    std::int64_t extendBy = 0; ///< further optimizer steps, written into the run's config
    std::optional<std::string> device = {};
    std::optional<double> exitAfter = {}; ///< minutes
    /// "KEY=VALUE": settings that may change while a run goes on, written into its config.
    std::vector<std::string> overrides = {};
    /// Of a run that gets further steps.
    config::ExtendedSchedule schedule = config::ExtendedSchedule::KeepRate;
    std::optional<train::Rendezvous> rendezvous = {}; ///< as above
};

} // namespace unlit
