#include "core/train/hooks/time_limit_hook.h"

#include <ctime>
#include <string>
#include <utility>

namespace unlit::train {

namespace {

TimeLimitHook::Clock::time_point endOf(double minutes, TimeLimitHook::Clock::time_point start) {
    return start + std::chrono::duration_cast<TimeLimitHook::Clock::duration>(
                       std::chrono::duration<double, std::ratio<60>>(minutes));
}

} // namespace

TimeLimitHook::TimeLimitHook(double minutes, Clock::time_point start,
                             std::function<Clock::time_point()> now)
    : m_minutes(minutes), m_end(endOf(minutes, start)), m_now(std::move(now)) {}

bool TimeLimitHook::isOver(double minutes, Clock::time_point start, Clock::time_point now) {
    return minutes > 0 && now >= endOf(minutes, start);
}

void TimeLimitHook::onTrainBegin(StepContext& context) {
    if (m_minutes <= 0)
        return;
    const auto left =
        std::chrono::duration_cast<std::chrono::system_clock::duration>(m_end - m_now());
    const std::time_t end =
        std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() + left);
    std::tm local{};
    localtime_r(&end, &local);
    char text[64];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
    context.log(LogLine::Level::Info,
                std::string("the time limit (run.exit_after) ends the run at ") + text);
}

void TimeLimitHook::onStepEnd(StepContext& context) {
    if (m_minutes > 0 && m_now() >= m_end)
        context.wanted = RunEnd::TimeUp;
}

} // namespace unlit::train
