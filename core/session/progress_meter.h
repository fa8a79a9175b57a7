// Turns units of work into Progress events: limits their rate and estimates the time that is left.
#pragma once

#include "core/events/event.h"

#include <chrono>
#include <functional>

namespace unlit {

/// One meter per job, used on the job's thread. Clock readings are passed in so that tests need not
/// wait.
class ProgressMeter {
public:
    using Clock = std::chrono::steady_clock;

    explicit ProgressMeter(std::function<void(Progress)> post) : m_post(std::move(post)) {}

    /// A stage without measurable length (reading, loading the model); the fraction stays where
    /// it is.
    void stage(WorkStage stage);

    /// `done` of `total` units; the estimate counts from the first call. Posts when `stage`
    /// changed, at the end, or when 100 ms have passed; a fraction never goes back.
    void advance(double done, double total, const WorkStage& stage,
                 Clock::time_point now = Clock::now());

private:
    std::function<void(Progress)> m_post;
    Clock::time_point m_start{};
    double m_startFraction = 0;
    bool m_started = false;
    Clock::time_point m_lastPost{};
    Progress m_progress;
};

} // namespace unlit
