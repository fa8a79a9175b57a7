// What becomes of the learning rate of a run that gets further steps.
#pragma once

#include "core/config/train_config.h"

#include <cstdint>

namespace unlit::config {

enum class ExtendedSchedule {
    KeepRate, ///< the further steps have the rate that the curve has ended with
    Stretch,  ///< one curve over all steps: the rate jumps back up to where that has it
    Restart,  ///< a new curve, warm-up included, from the first further step to the last
};

/// Ends after `maxIter` steps, more than before. A curve whose end was set (total_iter) keeps it
/// with KeepRate, also where the steps before did not reach it. Throws Error::invalidInput for a
/// run that ends with its epochs, and for fewer steps.
void extend(TrainConfig& config, std::int64_t maxIter, ExtendedSchedule schedule);

/// Where `after` has more steps than `before` and the same curve: KeepRate.
void keepFinalRate(const TrainConfig& before, TrainConfig& after);

} // namespace unlit::config
