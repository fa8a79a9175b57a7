// Gives the optimizer its rate before each step, and reports the next one.
#pragma once

#include "core/train/hook.h"
#include "core/train/optim/lr_schedule.h"

namespace unlit::train {

/// The scalar "lr" after a step is the rate of the next, as the reference logs it: with a warm-up
/// the first step has rate 0.
class LearningRateHook : public Hook {
public:
    /// `baseRate` is multiplied by the schedule; RunPosition::learningRate takes its place.
    LearningRateHook(LrSchedule schedule, config::ScheduledNumber baseRate)
        : m_schedule(std::move(schedule)), m_baseRate(baseRate) {}

    void onBackwardEnd(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    double rate(const StepContext& context) const;

    LrSchedule m_schedule;
    config::ScheduledNumber m_baseRate;
};

} // namespace unlit::train
