#include "core/train/hooks/time_limit_hook.h"

#include <utility>

namespace unlit::train {

TimeLimitHook::TimeLimitHook(double minutes, Clock::time_point start,
                             std::function<Clock::time_point()> now)
    : m_minutes(minutes),
      m_end(start + std::chrono::duration_cast<Clock::duration>(
                        std::chrono::duration<double, std::ratio<60>>(minutes))),
      m_now(std::move(now)) {}

void TimeLimitHook::onStepEnd(StepContext& context) {
    if (m_minutes > 0 && m_now() >= m_end)
        context.wanted = RunEnd::TimeUp;
}

} // namespace unlit::train
