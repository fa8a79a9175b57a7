#include "core/train/optim/lr_schedule.h"

#include "core/base/error.h"
#include "core/train/optim/lr_schedules.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unlit::train {

using Kind = config::LrSchedule;

namespace {

double cosineBetween(double from, double to, double progress) {
    return to + (from - to) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

} // namespace

LrSchedule::LrSchedule(const config::LrSchedulerConfig& config, std::int64_t maxIter)
    : m_config(config), m_totalIter(config.totalIter.value_or(maxIter) - config.startIter) {
    // The ranges of the exponential one hold for all of them, but that the others may end at 0.
    const bool endsAtZero = config.name != Kind::IterExponential && config.finalRatio == 0;
    (void)IterExponential(m_totalIter, endsAtZero ? 1 : config.finalRatio, config.warmupSteps);
    const auto isPositive = [](double value) { return std::isfinite(value) && value > 0; };
    if (!isPositive(config.power) || !isPositive(config.divFactor) ||
        !isPositive(config.finalDivFactor) || !(config.pctStart >= 0 && config.pctStart <= 1))
        throw Error::invalidInput(
            "the learning-rate schedule has power " + std::to_string(config.power) +
                ", pct_start " + std::to_string(config.pctStart) + " and division factors " +
                std::to_string(config.divFactor) + ", " + std::to_string(config.finalDivFactor),
            "factors must be above 0, pct_start within 0 and 1");
}

double LrSchedule::factor(std::int64_t steps) const {
    const std::int64_t n = std::max<std::int64_t>(steps - m_config.startIter, 0);
    if (m_config.name == Kind::IterExponential)
        return IterExponential(m_totalIter, m_config.finalRatio, m_config.warmupSteps).factor(n);
    if (m_config.name == Kind::OneCycle)
        return oneCycle(n);
    if (n < m_config.warmupSteps)
        return static_cast<double>(n) / static_cast<double>(m_config.warmupSteps);
    if (n >= m_totalIter)
        return decay(1);
    return decay(static_cast<double>(n - m_config.warmupSteps) /
                 static_cast<double>(m_totalIter - m_config.warmupSteps));
}

double LrSchedule::decay(double progress) const {
    const double last = m_config.finalRatio;
    switch (m_config.name) {
    case Kind::Cosine:
        return cosineBetween(1, last, progress);
    case Kind::Linear:
        return 1 + (last - 1) * progress;
    case Kind::Polynomial:
        return last + (1 - last) * std::pow(1 - progress, m_config.power);
    default:
        return 1;
    }
}

/// The peak is at step pct_start * total - 1, the end at total - 1, as PyTorch counts.
double LrSchedule::oneCycle(std::int64_t n) const {
    const double first = 1 / m_config.divFactor;
    const double last = first / m_config.finalDivFactor;
    const auto step = static_cast<double>(n);
    const double peak = m_config.pctStart * static_cast<double>(m_totalIter) - 1;
    const double end = static_cast<double>(m_totalIter) - 1;
    if (peak > 0 && step <= peak)
        return cosineBetween(first, 1, step / peak);
    if (step >= end)
        return last;
    return cosineBetween(1, last, (step - peak) / (end - peak));
}

} // namespace unlit::train
