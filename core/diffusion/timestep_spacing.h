// Which training timesteps a shorter inference visits.
#pragma once

#include "core/diffusion/scheduler_config.h"

#include <cstdint>
#include <vector>

namespace unlit::diffusion {

/// `steps` timesteps of [0, T), descending; always exactly `steps` of them, none negative.
/// Takes timestepSpacing, numTrainTimesteps (T) and stepsOffset from the config; the offset acts
/// in leading spacing only, and may lead past T - 1 (T steps with offset 1 start at T).
/// The roundings are those of numpy, which made the tables of the published models.
/// Throws: InvalidInput unless 1 <= steps <= T.
std::vector<std::int64_t> spacedTimesteps(const SchedulerConfig& config, std::int64_t steps);

/// The same, for a sampler that will look every one of them up.
/// Throws: InvalidInput also when one is T or more.
std::vector<std::int64_t> usableTimesteps(const SchedulerConfig& config, std::int64_t steps);

} // namespace unlit::diffusion
