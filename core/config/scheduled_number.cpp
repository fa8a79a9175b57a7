#include "core/config/scheduled_number.h"

namespace unlit::config {

double NumberSchedule::at(std::int64_t stepsDone) const {
    if (stepsDone <= startStep)
        return from;
    if (stepsDone >= endStep)
        return to;
    const double progress =
        static_cast<double>(stepsDone - startStep) / static_cast<double>(endStep - startStep);
    return from + (to - from) * progress;
}

} // namespace unlit::config
