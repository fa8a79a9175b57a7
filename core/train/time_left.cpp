#include "core/train/time_left.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

namespace unlit::train {

namespace {

constexpr std::size_t kLastSteps = 50;
constexpr std::array kRecurring = {TimePart::Validation, TimePart::Pictures, TimePart::Latest,
                                   TimePart::Backup};

std::size_t placeOf(TimePart part) {
    return static_cast<std::size_t>(part);
}

} // namespace

std::int64_t TimePlan::periodOf(TimePart part) const {
    switch (part) {
    case TimePart::Validation:
        return validationPeriod;
    case TimePart::Pictures:
        return picturePeriod;
    case TimePart::Latest:
        return savePeriod;
    case TimePart::Backup:
        return backupPeriod;
    case TimePart::Waiting:
        break;
    }
    return 0;
}

bool TimePlan::isDue(TimePart part, std::int64_t step) const {
    const std::int64_t period = periodOf(part);
    return period > 0 && step > 0 && step % period == 0;
}

TimeLeft::TimeLeft(TimePlan plan, std::function<double()> now)
    : m_plan(plan), m_now(std::move(now)), m_lastEnd(m_now()) {}

double secondsOfSteadyClock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void TimeLeft::begin() {
    m_lastEnd = m_now();
    m_besides = m_waited = 0;
}

void TimeLeft::endStep(std::int64_t step) {
    const double now = m_now();
    m_steps.push_back(std::max(0.0, now - m_lastEnd - m_besides));
    if (m_steps.size() > kLastSteps)
        m_steps.pop_front();
    m_step = step;
    m_lastEnd = now;
    m_besides = m_waited = 0;
}

void TimeLeft::during(TimePart part, const std::function<void()>& act) {
    const double begin = m_now();
    try {
        act();
    } catch (...) {
        end(part, begin);
        throw;
    }
    end(part, begin);
}

void TimeLeft::end(TimePart part, double begin) {
    const double seconds = m_now() - begin;
    m_besides += seconds;
    if (part == TimePart::Waiting)
        m_waited += seconds;
    if (!m_plan.isDue(part, m_step))
        return;
    m_parts[placeOf(part)].seconds += seconds;
    ++m_parts[placeOf(part)].times;
}

std::optional<double> TimeLeft::seconds() const {
    if (m_steps.empty())
        return {};
    const double step =
        std::accumulate(m_steps.begin(), m_steps.end(), 0.0) / static_cast<double>(m_steps.size());
    double left = step * std::max(0.0, m_plan.steps - static_cast<double>(m_step));
    for (const TimePart part : kRecurring) {
        const Spent& spent = m_parts[placeOf(part)];
        const auto period = static_cast<double>(m_plan.periodOf(part));
        if (spent.times == 0)
            continue;
        const double before =
            std::floor(static_cast<double>(std::max<std::int64_t>(m_step - 1, 0)) / period);
        left += spent.seconds / static_cast<double>(spent.times) *
                std::max(0.0, std::floor(m_plan.steps / period) - before);
    }
    return std::max(0.0, left - (m_now() - m_lastEnd - m_waited));
}

} // namespace unlit::train
