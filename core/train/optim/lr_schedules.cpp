#include "core/train/optim/lr_schedules.h"

#include "core/base/error.h"

#include <cmath>
#include <string>

namespace unlit::train {

IterExponential::IterExponential(std::int64_t totalIter, double finalRatio,
                                 std::int64_t warmupSteps)
    : m_totalIter(totalIter), m_finalRatio(finalRatio), m_warmupSteps(warmupSteps) {
    if (totalIter < 1 || warmupSteps < 0) {
        throw Error::invalidInput("the learning-rate schedule has total_iter " +
                                      std::to_string(totalIter) + " and warmup_steps " +
                                      std::to_string(warmupSteps),
                                  "total_iter must be at least 1, warmup_steps at least 0");
    }
    if (!std::isfinite(finalRatio) || finalRatio <= 0.0) {
        throw Error::invalidInput("the learning-rate schedule has final_ratio " +
                                      std::to_string(finalRatio),
                                  "final_ratio must be above 0; 0.01 is usual");
    }
}

double IterExponential::factor(std::int64_t n) const {
    if (n < m_warmupSteps) {
        return static_cast<double>(n) / static_cast<double>(m_warmupSteps);
    }
    if (n >= m_totalIter) {
        return m_finalRatio;
    }
    const auto done = static_cast<double>(n - m_warmupSteps);
    const auto length = static_cast<double>(m_totalIter - m_warmupSteps);
    return std::exp(done / length * std::log(m_finalRatio));
}

} // namespace unlit::train
