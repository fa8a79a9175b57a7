// What the engine's loop trains: a network with its data, one micro-batch at a time.
#pragma once

#include "core/data/loader/sample.h"
#include "core/train/optim/optimizer.h"
#include "core/train/run_position.h"
#include "core/train/stopwatch.h"
#include "core/train/writers/metric_writer.h"

#include <torch/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct CheckpointContent;
class Peers;

enum class MicroStepKind {
    Done,     ///< gradients were added
    Empty,    ///< the batch has nothing to learn from; it took no seed and no place in the step
    EpochEnd, ///< no batch: the next call begins the next epoch
};

class Ema;

struct MicroStepResult {
    MicroStepKind kind = MicroStepKind::Done;
    /// Scalar, without gradient, not divided; Done only. Undefined where another process does it.
    torch::Tensor loss;
    /// Names of the batch's pictures; empty at an epoch's end, and where another process has them.
    std::vector<std::string> samples;
    std::vector<SampleLoss> sampleLosses = {}; ///< of those with a valid cell, where they are kept
};

/// What a micro-batch costs, from one sample that was tried.
struct MemoryEstimate {
    std::uint64_t fixedBytes = 0;     ///< gradients and optimizer state that are still to come
    std::uint64_t bytesPerSample = 0; ///< forward and backward
    std::int64_t samples = 1;         ///< of a micro-batch

    std::uint64_t bytes(std::int64_t part) const {
        return fixedBytes + bytesPerSample * static_cast<std::uint64_t>(part);
    }
};

/// Thread: the one that trains.
class TrainTask {
public:
    virtual ~TrainTask() = default;

    /// Micro-batches per optimizer step.
    virtual std::int64_t accumulationSteps() const = 0;
    virtual std::int64_t batchesPerEpoch() const = 0;
    virtual std::int64_t picturesPerStep() const = 0;

    /// What scheduled settings are for the step that follows `stepsDone` finished ones. Called
    /// before its micro-batches.
    virtual void followSchedules(std::int64_t) {}

    /// The running mean of the weights; null where there is none.
    virtual Ema* ema() { return nullptr; }

    /// Tries one sample, forward and backward, and forgets it: weights, seeds and place stay.
    /// Nothing where there is nothing to split or to measure. Precondition: no gradients wait.
    virtual std::optional<MemoryEstimate> measureMemory() { return {}; }

    /// Bytes in use where the network is, and still to be had; unset where nobody knows.
    virtual std::optional<std::uint64_t> memoryInUse() const { return {}; }

    virtual std::optional<std::uint64_t> memoryFree() const { return {}; }

    /// Samples that go through the network at once; at most those of a micro-batch.
    virtual std::int64_t samplesAtOnce() const { return 1; }

    virtual void setSamplesAtOnce(std::int64_t) {}

    /// After an allocation failed: does the same work with less memory from now on. Returns what
    /// has changed, "a micro-batch goes through the network in parts of 2 samples"; nothing when
    /// there is nothing left to give up.
    virtual std::optional<std::string> stepDown() { return {}; }

    /// The next batch, forward and backward. Throws what reading a picture throws.
    virtual MicroStepResult microStep() = 0;

    /// `call` comes before the gradients of each micro-batch, or part of one; for as long as the
    /// task lives, or until another one is set.
    virtual void callBeforeBackward(std::function<void()>) {}

    /// The processes that the micro-batches of a step are dealt out to; null: this one has all.
    virtual Peers* peers() { return nullptr; }

    /// Whether content() needs what other processes have. The first one may then ask for it between
    /// two steps alone, before it has told the others to go on; they answer by giveState().
    virtual bool keepsStateApart() const { return false; }

    /// Collective with the first one's content(). False, and nothing done, where it has not told
    /// this for that.
    virtual bool giveState(const std::string& /*told*/) { return false; }

    /// All micro-batches of the step are done, by all processes: what the others did is added to
    /// gradients and `position`. False: the step is to be begun again (shared_steps.h).
    virtual bool joinStep(RunPosition&) { return true; }

    /// The step is joined: gradients are what the optimizer is to take.
    virtual void finishBackward() {}

    /// Remembers the place in data and seeds, for rewindStep(). Called between optimizer steps.
    virtual void beginStep() = 0;
    /// Back to that place; gradients are dropped, weights are untouched.
    virtual void rewindStep() = 0;

    /// The weights take the step; the gradients are dropped.
    virtual void optimizerStep() = 0;

    virtual Optimizer& optimizer() = 0;

    /// The step under way moves nothing: gradients of all that learns are dropped.
    virtual void dropGradients() { optimizer().clearGradients(); }

    /// Why the numbers of the step under way are not finite: repeats the micro-batch of this
    /// number, as far as it can, and names the first part of the network whose output or gradient
    /// is not finite.
    virtual std::string explainNonFinite(std::size_t microStep) = 0;

    /// Everything that is saved, sharing memory with what is trained; see keepsStateApart().
    virtual CheckpointContent content() const = 0;

    /// Further figures of the step that ends; taken once.
    virtual std::vector<Scalar> takeScalars() { return {}; }

    /// Takes the pictures that could not be read and were left out since the last call.
    virtual std::vector<data::SkippedSample> takeSkipped() { return {}; }

    /// Takes the samples since the last call of which pixels are not finite.
    virtual std::vector<data::NotFiniteSample> takeNotFinite() { return {}; }

    /// Takes the seconds since the last call.
    virtual StepSeconds takeSeconds() = 0;

    /// Whether they come with their spans from now on.
    virtual void keepSpans(bool) {}
};

} // namespace unlit::train
