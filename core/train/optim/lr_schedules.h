// How the learning rate follows the optimizer steps, as a factor of the configured rate.
#pragma once

#include <cstdint>

namespace unlit::train {

/// Linear warm-up from 0, then exponential decay to finalRatio at totalIter, constant from there
/// on. The factor for n is applied to the step that follows n finished ones: with warm-up the first
/// step has rate 0, and the rate logged after a step is that of the next.
/// Source: the reference trainer's IterExponential.
class IterExponential {
public:
    /// totalIter >= 1, 0 <= warmupSteps, finalRatio > 0. Throws: InvalidInput.
    IterExponential(std::int64_t totalIter, double finalRatio, std::int64_t warmupSteps);

    /// n >= 0: optimizer steps done so far.
    double factor(std::int64_t n) const;

private:
    std::int64_t m_totalIter;
    double m_finalRatio;
    std::int64_t m_warmupSteps;
};

} // namespace unlit::train
