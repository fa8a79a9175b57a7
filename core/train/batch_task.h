// What every task that learns from batches has: its place in the set, seeds, the weights that
// learn; and how all of that is saved and found again.
#pragma once

#include "core/train/batch_source.h"
#include "core/train/batch_task_options.h"
#include "core/train/distributed/shared_steps.h"
#include "core/train/learning_weights.h"
#include "core/train/run_position.h"
#include "core/train/train_task.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// One seed a micro-batch that has something to learn from; the place in the set and the seeds are
/// taken back when a step is begun again. Thread: the one that trains.
class BatchTask : public TrainTask {
public:
    std::int64_t accumulationSteps() const override { return m_base.accumulationSteps; }

    std::int64_t batchesPerEpoch() const override { return m_source.loader().batchesPerEpoch(); }

    std::int64_t picturesPerStep() const override {
        return m_base.accumulationSteps * m_base.batchSize;
    }

    void followSchedules(std::int64_t stepsDone) override;

    Ema* ema() override { return m_weights.ema(); }

    /// "train/loss_scale" and "train/skipped_steps" where the loss is scaled.
    std::vector<Scalar> takeScalars() override { return m_weights.scalars(); }

    void callBeforeBackward(std::function<void()> call) override {
        m_beforeBackward = std::move(call);
    }

    Peers* peers() override { return m_shared ? &m_shared->peers() : nullptr; }

    bool keepsStateApart() const override { return m_weights.areSharded(); }

    bool giveState(const std::string& told) override { return m_weights.giveState(told); }

    bool joinStep(RunPosition& position) override;

    void finishBackward() override { m_weights.finishBackward(); }

    void beginStep() override { m_source.beginStep(); }

    void rewindStep() override;
    void optimizerStep() override;

    Optimizer& optimizer() override { return m_weights.optimizer(); }

    std::vector<data::SkippedSample> takeSkipped() override {
        return m_source.loader().takeSkipped();
    }

    std::vector<data::NotFiniteSample> takeNotFinite() override {
        return m_source.loader().takeNotFinite();
    }

    StepSeconds takeSeconds() override;

    void keepSpans(bool keeps) override { m_seconds.keepsSpans = keeps; }

    /// Tensors as content() gave them; `position` says what they belong to. Throws: Corrupt or
    /// InvalidInput naming `file`.
    virtual void restore(const weights::StateDict& state, const nlohmann::json& json,
                         const RunPosition& position, const std::string& file);

    BatchSource& source() { return m_source; }

    LearningWeights& learning() { return m_weights; }

    const LearningWeights& learning() const { return m_weights; }

protected:
    BatchTask(std::unique_ptr<data::DataLoader> loader, MicroStepSeeds seeds,
              std::vector<NamedParameter> parameters, BatchTaskOptions options);

    /// The next batch of the epoch; nothing at its end.
    std::optional<data::Batch> nextBatch();

    /// What is to be said of a batch that this process does not learn from: another one does, or
    /// it is known to be empty.
    std::optional<MicroStepResult> leftOut(const data::Batch& batch);

    /// There is nothing to learn from in the batch.
    MicroStepResult empty(const data::Batch& batch);

    /// The loss of a micro-batch, or of a part of it, divided among those of its step. `isLast`:
    /// nothing else of the micro-batch adds to the gradients.
    void addGradientsOf(const torch::Tensor& loss, bool isLast = true);

    std::int64_t stepsDone() const { return m_stepsDone; }

    StepSeconds& seconds() { return m_seconds; }

    const BatchTaskOptions& options() const { return m_base; }

    /// What is saved of all of this; collective where state is sharded.
    void addState(weights::StateDict& state, nlohmann::json& json) const;

private:
    bool isLastOfStep() const;

    BatchTaskOptions m_base;
    BatchSource m_source;
    LearningWeights m_weights;
    std::optional<SharedSteps> m_shared;
    std::int64_t m_stepsDone = 0;
    StepSeconds m_seconds;
    std::function<void()> m_beforeBackward; ///< may be empty
};

} // namespace unlit::train
