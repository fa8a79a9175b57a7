// What the engine's loop trains: a network with its data, one micro-batch at a time.
#pragma once

#include "core/train/optimizer.h"

#include <torch/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace unlit::train {

struct CheckpointContent;

enum class MicroStepKind {
    Done,     ///< gradients were added
    Empty,    ///< the batch has nothing to learn from; it took no seed and no place in the step
    EpochEnd, ///< no batch: the next call begins the next epoch
};

struct MicroStepResult {
    MicroStepKind kind = MicroStepKind::Done;
    torch::Tensor loss;               ///< scalar, without gradient, not divided; Done only
    std::vector<std::string> samples; ///< names of the batch's pictures; empty at an epoch's end
};

/// Seconds by what they were spent on: "data", "encode", "forward", "backward", "optimizer".
using StepSeconds = std::map<std::string, double>;

/// Thread: the one that trains.
class TrainTask {
public:
    virtual ~TrainTask() = default;

    /// Micro-batches per optimizer step.
    virtual std::int64_t accumulationSteps() const = 0;
    virtual std::int64_t batchesPerEpoch() const = 0;
    virtual std::int64_t picturesPerStep() const = 0;

    /// The next batch, forward and backward. Throws what reading a picture throws.
    virtual MicroStepResult microStep() = 0;

    /// Remembers the place in data and seeds, for rewindStep(). Called between optimizer steps.
    virtual void beginStep() = 0;
    /// Back to that place; gradients are dropped, weights are untouched.
    virtual void rewindStep() = 0;

    /// The weights take the step; the gradients are dropped.
    virtual void optimizerStep() = 0;

    virtual Optimizer& optimizer() = 0;

    /// Why the numbers of the step under way are not finite: repeats the micro-batch of this
    /// number, as far as it can, and names the first part of the network whose output or gradient
    /// is not finite.
    virtual std::string explainNonFinite(std::size_t microStep) = 0;

    /// Everything that is saved, sharing memory with what is trained.
    virtual CheckpointContent content() const = 0;

    /// Takes the seconds since the last call.
    virtual StepSeconds takeSeconds() = 0;
};

} // namespace unlit::train
