// A hook whose time is taken.
#pragma once

#include "core/train/hook.h"
#include "core/train/time_left.h"

#include <memory>
#include <utility>

namespace unlit::train {

/// Does what the hook does. What it takes at the ends of steps and before micro-batches counts as
/// that part of the run. Both others outlive it.
class TimedHook : public Hook {
public:
    TimedHook(TimeLeft& time, TimePart part, std::unique_ptr<Hook> hook)
        : m_time(time), m_part(part), m_hook(std::move(hook)) {}

    void onTrainBegin(StepContext& context) override { m_hook->onTrainBegin(context); }

    void onMicroBegin(StepContext& context) override {
        m_time.during(TimePart::Waiting, [&] { m_hook->onMicroBegin(context); });
    }

    void onBackwardEnd(StepContext& context) override { m_hook->onBackwardEnd(context); }

    void onStepEnd(StepContext& context) override {
        m_time.during(m_part, [&] { m_hook->onStepEnd(context); });
    }

    void onPoint(StepContext& context, extension::Point point) override {
        m_hook->onPoint(context, point);
    }

    void onTrainEnd(StepContext& context, RunEnd end) override { m_hook->onTrainEnd(context, end); }

private:
    TimeLeft& m_time;
    TimePart m_part;
    std::unique_ptr<Hook> m_hook;
};

} // namespace unlit::train
