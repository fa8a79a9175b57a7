// How far a run is, in weighted units of time, and whether it should stop.
#pragma once

#include "core/events/work_stage.h"

#include <functional>
#include <stop_token>

namespace unlit::infer {

/// Told after each unit of work (encode, each UNet step, each decode); `done` of `total` are
/// weighted units of time.
struct InferProgress {
    double done = 0;
    double total = 1;
    WorkStage stage;
};

using ProgressCallback = std::function<void(const InferProgress&)>;

/// Time of the three kinds of work, in UNet steps of one member; measured on a Stable Diffusion
/// sized model on a CPU, near enough for an estimate of the time left.
struct WorkWeights {
    double encode = 1.0;
    double step = 1.0;
    double decode = 2.0; ///< of one target of one member
};

/// Thread: the one that runs the model.
class RunProgress {
public:
    RunProgress(ProgressCallback callback, std::stop_token stop, double total);

    /// What is done from now on weighs so much more: at another size than WorkWeights are for.
    void weighBy(double factor) { m_factor = factor; }

    /// Says that `weight` units of work are done.
    void advance(double weight, WorkStage stage);

    double done() const { return m_done; }

    double total() const { return m_total; }

    bool stopRequested() const { return m_stop.stop_requested(); }

private:
    ProgressCallback m_callback;
    std::stop_token m_stop;
    double m_done = 0;
    double m_total;
    double m_factor = 1;
};

} // namespace unlit::infer
