// Tells the figures of each step to writers and listeners, and how far the run is.
#pragma once

#include "core/train/figure_window.h"
#include "core/train/hook.h"
#include "core/train/time_left.h"
#include "core/train/trainer.h"

#include <chrono>
#include <functional>
#include <optional>

namespace unlit::train {

/// Takes a row of figures; called on the training thread.
using WriteRow = std::function<void(const MetricRow&)>;

/// Scalars: train/loss, n_batch_in_epoch, what earlier hooks put into the context,
/// perf/images_per_second, perf/resident_bytes, and the seconds of a step by what took them:
/// time/data, time/encode, time/forward, time/backward, time/optimizer, time/step (all of it).
class MetricsHook : public Hook {
public:
    /// `window`: adds medians and means to the rows; unset = none. `time`: is told when steps end,
    /// and says how long the run will still take; outlives the hook; null = nobody says.
    MetricsHook(WriteRow write, RunLimits limits, std::optional<FigureWindow> window = {},
                TimeLeft* time = nullptr)
        : m_write(std::move(write)), m_limits(limits), m_window(std::move(window)), m_time(time) {}

    void onTrainBegin(StepContext& context) override;
    void onStepEnd(StepContext& context) override;

private:
    using Clock = std::chrono::steady_clock;

    std::vector<Scalar> figuresOf(StepContext& context);
    void postProgress(StepContext& context);
    double fractionDone(const StepContext& context) const;

    WriteRow m_write;
    RunLimits m_limits;
    std::optional<FigureWindow> m_window;
    TimeLeft* m_time;
    Clock::time_point m_lastStep;
    Clock::time_point m_lastProgress;
};

/// Now, in seconds since 1970, UTC.
double unixTime();

} // namespace unlit::train
