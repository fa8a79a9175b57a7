// What becomes of a step whose loss jumps.
#pragma once

#include <cstdint>

namespace unlit::config {

enum class SpikePolicy {
    Warn,     ///< it is told, and the step is taken
    Skip,     ///< the weights stay as they are, the step counts
    Stop,     ///< the run ends as failed, with the weights of the step before
    RollBack, ///< the run goes on from the last `latest` before it, with a lower rate
};

struct LossSpikeConfig {
    double factor = 10;        ///< a loss of so many times the median is a spike; above 1
    std::int64_t window = 100; ///< steps that the median is of; there is no spike before so many
    std::int64_t patience = 1; ///< so many in a row are one
    SpikePolicy policy = SpikePolicy::Warn;
    double rateFactor = 0.5;        ///< of RollBack: of the rate from then on
    std::int64_t mostRollbacks = 3; ///< of a process; the next one ends the run as Stop does
};

} // namespace unlit::config
