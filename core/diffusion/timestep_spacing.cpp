#include "core/diffusion/timestep_spacing.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace unlit::diffusion {

namespace {

/// 812.5 -> 812, as numpy's round. The rounding mode of the thread is never changed here.
std::int64_t roundHalfToEven(double value) {
    return static_cast<std::int64_t>(std::nearbyint(value));
}

std::vector<std::int64_t> leading(std::int64_t length, std::int64_t steps, std::int64_t offset) {
    const std::int64_t stride = length / steps;
    std::vector<std::int64_t> timesteps;
    for (std::int64_t i = steps - 1; i >= 0; --i) {
        timesteps.push_back(i * stride + offset);
    }
    return timesteps;
}

// numpy's arange takes its increment from its first two values, T and T - stride, and the rounding
// of that difference decides where an entry that should fall on a half goes. Its length comes from
// a division that gives one entry too many, -1, for 62 of the counts up to 1000; here it does not.
std::vector<std::int64_t> trailing(std::int64_t length, std::int64_t steps) {
    const auto first = static_cast<double>(length);
    const double second = first - first / static_cast<double>(steps);
    const double increment = second - first;
    std::vector<std::int64_t> timesteps;
    for (std::int64_t i = 0; i < steps; ++i) {
        const double value = i == 1 ? second : first + static_cast<double>(i) * increment;
        timesteps.push_back(roundHalfToEven(value) - 1);
    }
    return timesteps;
}

std::vector<std::int64_t> linspace(std::int64_t length, std::int64_t steps) {
    const double stride =
        steps > 1 ? static_cast<double>(length - 1) / static_cast<double>(steps - 1) : 0.0;
    std::vector<std::int64_t> timesteps;
    for (std::int64_t i = steps - 1; i >= 0; --i) {
        const bool isEnd = i > 0 && i == steps - 1;
        timesteps.push_back(isEnd ? length - 1 : roundHalfToEven(static_cast<double>(i) * stride));
    }
    return timesteps;
}

} // namespace

std::vector<std::int64_t> spacedTimesteps(const SchedulerConfig& config, std::int64_t steps) {
    const std::int64_t length = config.numTrainTimesteps;
    if (steps < 1 || steps > length) {
        throw Error::invalidInput(
            std::to_string(steps) + " denoising steps were asked for, but this model allows 1 to " +
                std::to_string(length),
            "4 to 50 steps are usual");
    }
    switch (config.timestepSpacing) {
    case TimestepSpacing::Leading:
        return leading(length, steps, config.stepsOffset);
    case TimestepSpacing::Trailing:
        return trailing(length, steps);
    case TimestepSpacing::Linspace:
        return linspace(length, steps);
    }
    throw Error::internal("a timestep spacing is not built");
}

std::vector<std::int64_t> usableTimesteps(const SchedulerConfig& config, std::int64_t steps) {
    std::vector<std::int64_t> timesteps = spacedTimesteps(config, steps);
    const std::int64_t largest = *std::ranges::max_element(timesteps);
    if (largest >= config.numTrainTimesteps) {
        throw Error::invalidInput(
            std::to_string(steps) + " denoising steps with leading spacing and steps_offset " +
                std::to_string(config.stepsOffset) + " start at timestep " +
                std::to_string(largest) + ", past the last of the schedule, " +
                std::to_string(config.numTrainTimesteps - 1),
            "use fewer steps");
    }
    return timesteps;
}

} // namespace unlit::diffusion
