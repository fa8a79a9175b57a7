// Keeps `latest` fresh: every so many steps or minutes, and however the run ends.
#pragma once

#include "core/train/checkpoint/checkpoint_store.h"

#include <chrono>
#include <functional>
#include <utility>

namespace unlit::train {

/// Nothing is saved when a failure left the weights half updated.
class LatestHook : public Hook {
public:
    using Clock = std::chrono::steady_clock;

    /// `period` in optimizer steps, `minutes` since it was saved here; 0 = not for that. The store
    /// outlives the hook.
    LatestHook(CheckpointStore& store, std::int64_t period, double minutes,
               std::function<Clock::time_point()> now = Clock::now)
        : m_store(store), m_period(period), m_minutes(minutes), m_now(std::move(now)) {}

    void onTrainBegin(StepContext& context) override;

    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    CheckpointStore& m_store;
    std::int64_t m_period;
    double m_minutes;
    std::function<Clock::time_point()> m_now;
    Clock::time_point m_saved;
};

} // namespace unlit::train
