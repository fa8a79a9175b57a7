// Every way in which the learning rate can follow the optimizer steps, chosen by the config.
#pragma once

#include "core/config/optimization_config.h"

#include <cstdint>

namespace unlit::train {

/// A factor of the configured rate. The factor for n belongs to the step that follows n finished
/// ones; after totalIter it stays what it is there. Sources: the reference trainer's
/// IterExponential; Loshchilov and Hutter, "SGDR" (2017) for the cosine; PyTorch's OneCycleLR,
/// after Smith and Topin, "Super-Convergence" (2018).
class LrSchedule {
public:
    /// `maxIter` stands in where the config has no totalIter. Throws: InvalidInput for settings
    /// out of range.
    LrSchedule(const config::LrSchedulerConfig& config, std::int64_t maxIter);

    /// steps >= 0: optimizer steps done so far; the curve begins after startIter of them.
    double factor(std::int64_t steps) const;

private:
    double decay(double progress) const;
    double oneCycle(std::int64_t n) const;

    config::LrSchedulerConfig m_config;
    std::int64_t m_totalIter; ///< from the beginning of the curve
};

} // namespace unlit::train
