#include "core/train/lr_schedule.h"

#include "core/base/error.h"
#include "core/train/lr_schedules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace unlit::train {

namespace {

/// One-cycle's rate before its first step, as PyTorch's default.
constexpr double kCycleStart = 1.0 / 25.0;

constexpr std::array<std::pair<LrScheduleKind, std::string_view>, 6> kNames = {{
    {LrScheduleKind::IterExponential, "IterExponential"},
    {LrScheduleKind::Constant, "constant"},
    {LrScheduleKind::Cosine, "cosine"},
    {LrScheduleKind::Linear, "linear"},
    {LrScheduleKind::Polynomial, "polynomial"},
    {LrScheduleKind::OneCycle, "one_cycle"},
}};

double cosineBetween(double from, double to, double progress) {
    return to + (from - to) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

} // namespace

std::string_view toString(LrScheduleKind kind) {
    const auto* found = std::ranges::find(kNames, kind, &decltype(kNames)::value_type::first);
    return found == kNames.end() ? "" : found->second;
}

LrScheduleKind lrScheduleKindFromString(std::string_view text, const std::string& where) {
    const auto* found = std::ranges::find(kNames, text, &decltype(kNames)::value_type::second);
    if (found == kNames.end())
        throw Error::unsupported(where + " is \"" + std::string(text) + "\"",
                                 "use IterExponential, constant, cosine, linear, polynomial or "
                                 "one_cycle");
    return found->first;
}

LrSchedule::LrSchedule(const LrScheduleOptions& options) : m_options(options) {
    // The ranges are the same for all of them.
    (void)IterExponential(options.totalIter, options.finalRatio, options.warmupSteps);
    if (!std::isfinite(options.power) || options.power <= 0)
        throw Error::invalidInput("the learning-rate schedule has power " +
                                      std::to_string(options.power),
                                  "power must be above 0; 1 is a straight line");
}

double LrSchedule::factor(std::int64_t n) const {
    const LrScheduleOptions& o = m_options;
    if (o.kind == LrScheduleKind::IterExponential)
        return IterExponential(o.totalIter, o.finalRatio, o.warmupSteps).factor(n);
    if (n < o.warmupSteps) {
        const double warmth = static_cast<double>(n) / static_cast<double>(o.warmupSteps);
        return o.kind == LrScheduleKind::OneCycle ? cosineBetween(kCycleStart, 1, warmth) : warmth;
    }
    if (n >= o.totalIter)
        return decay(1);
    return decay(static_cast<double>(n - o.warmupSteps) /
                 static_cast<double>(o.totalIter - o.warmupSteps));
}

double LrSchedule::decay(double progress) const {
    const double last = m_options.finalRatio;
    switch (m_options.kind) {
    case LrScheduleKind::Cosine:
    case LrScheduleKind::OneCycle:
        return cosineBetween(1, last, progress);
    case LrScheduleKind::Linear:
        return 1 + (last - 1) * progress;
    case LrScheduleKind::Polynomial:
        return last + (1 - last) * std::pow(1 - progress, m_options.power);
    default:
        return 1;
    }
}

} // namespace unlit::train
