// Ends a run after so many minutes, saved, to be gone on with later.
#pragma once

#include "core/train/hook.h"

#include <chrono>
#include <functional>

namespace unlit::train {

/// Looks at the clock after each optimizer step.
class TimeLimitHook : public Hook {
public:
    using Clock = std::chrono::steady_clock;

    /// `minutes` from `start`; 0 or less = no limit. `now` is for tests.
    TimeLimitHook(double minutes, Clock::time_point start, std::function<Clock::time_point()> now);

    static bool isOver(double minutes, Clock::time_point start, Clock::time_point now);

    /// Says when, in local time.
    void onTrainBegin(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    double m_minutes;
    Clock::time_point m_end;
    std::function<Clock::time_point()> m_now;
};

} // namespace unlit::train
