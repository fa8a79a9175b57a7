// What every task that learns from batches has: its place in the set, seeds, optimizer, running
// mean of the weights; and how all of that is saved and found again.
#pragma once

#include "core/data/loader/data_loader.h"
#include "core/train/distributed/sharded_state.h"
#include "core/train/distributed/shared_steps.h"
#include "core/train/micro_step_seeds.h"
#include "core/train/optim/ema.h"
#include "core/train/optim/gradient_scaler.h"
#include "core/train/run_position.h"
#include "core/train/train_task.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::train {

struct BatchTaskOptions {
    config::OptimizerConfig optimizer;
    std::int64_t accumulationSteps = 1;
    std::int64_t batchSize = 1;           ///< of a whole micro-batch
    bool scalesLoss = false;              ///< float16: see gradient_scaler.h
    std::optional<config::EmaConfig> ema; ///< unset: no running mean
    std::shared_ptr<Peers> peers = {};    ///< null: this process has all micro-batches
    config::GradientExchange exchange = config::GradientExchange::Float32;
    bool shardsState = false; ///< optimizer state and running mean are divided among `peers`
};

/// One seed a micro-batch that has something to learn from; the place in the set and the seeds are
/// taken back when a step is begun again. Thread: the one that trains.
class BatchTask : public TrainTask {
public:
    std::int64_t accumulationSteps() const override { return m_base.accumulationSteps; }

    std::int64_t batchesPerEpoch() const override { return m_loader->batchesPerEpoch(); }

    std::int64_t picturesPerStep() const override {
        return m_base.accumulationSteps * m_base.batchSize;
    }

    void followSchedules(std::int64_t stepsDone) override;

    Ema* ema() override { return m_ema ? &*m_ema : nullptr; }

    /// "train/loss_scale" and "train/skipped_steps" where the loss is scaled.
    std::vector<Scalar> takeScalars() override;

    void callBeforeBackward(std::function<void()> call) override {
        m_beforeBackward = std::move(call);
    }

    Peers* peers() override { return m_shared ? &m_shared->peers() : nullptr; }

    bool keepsStateApart() const override { return m_sharding != nullptr; }

    bool giveState(const std::string& told) override;

    bool joinStep(RunPosition& position) override;
    void finishBackward() override;
    void beginStep() override;
    void rewindStep() override;
    void optimizerStep() override;

    Optimizer& optimizer() override { return m_optimizer; }

    std::vector<data::SkippedSample> takeSkipped() override { return m_loader->takeSkipped(); }

    std::vector<data::NotFiniteSample> takeNotFinite() override {
        return m_loader->takeNotFinite();
    }

    StepSeconds takeSeconds() override;

    void keepSpans(bool keeps) override { m_seconds.keepsSpans = keeps; }

    /// Tensors as content() gave them; `position` says what they belong to. Throws: Corrupt or
    /// InvalidInput naming `file`.
    virtual void restore(const weights::StateDict& state, const nlohmann::json& json,
                         const RunPosition& position, const std::string& file);

    /// `means`: those of whole networks, of which only the trained weights' are taken. Throws as
    /// Ema::restore; does nothing without an Ema.
    void restoreMeans(const weights::StateDict& means, const std::string& file);

    /// Lays out seeds until there are `count` in all; those that are there stay.
    void layOutSeeds(std::int64_t count);

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

    /// The seed of the micro-batch that is about to be learnt from.
    Seed takeSeed();

    /// The loss of a micro-batch, or of a part of it, divided among those of its step. `isLast`:
    /// nothing else of the micro-batch adds to the gradients.
    void addGradientsOf(const torch::Tensor& loss, bool isLast = true);

    /// The place of the step's first batch, for looking at it once more.
    void returnToStepStart() { m_loader->restore(m_loaderAtStart); }

    /// Brings the loader back to where it was made, however its owner leaves.
    class KeepsPlace {
    public:
        explicit KeepsPlace(BatchTask& task)
            : m_loader(*task.m_loader), m_place(m_loader.state()) {}

        ~KeepsPlace() { m_loader.restore(m_place); }

        KeepsPlace(const KeepsPlace&) = delete;
        KeepsPlace& operator=(const KeepsPlace&) = delete;

    private:
        data::DataLoader& m_loader;
        data::LoaderState m_place;
    };

    /// The seed that the step's micro-batch of this number took; nothing where it was not taken
    /// here.
    std::optional<Seed> seedOf(std::size_t microStep) const;

    /// Micro-batches of the step that came before a resume.
    std::int64_t firstMicro() const { return m_firstMicro; }

    /// Micro-batches of the step that have taken their seed, those of other processes among them.
    std::int64_t microStepsBegun() const {
        return m_firstMicro + static_cast<std::int64_t>(m_usedSeeds.size());
    }

    std::int64_t stepsDone() const { return m_stepsDone; }

    data::DataLoader& loader() { return *m_loader; }

    StepSeconds& seconds() { return m_seconds; }

    const BatchTaskOptions& options() const { return m_base; }

    Optimizer& ownOptimizer() { return m_optimizer; }

    const Optimizer& ownOptimizer() const { return m_optimizer; }

    /// "optimizer/…", "gradients/…", "seeds/…", "loader/…"; collective where state is sharded.
    void addState(weights::StateDict& state) const;
    /// "initial_seed", "seeds_laid_out"
    void addCounts(nlohmann::json& json) const;
    /// `weights` with the running means in place of what is trained; nothing without one.
    /// Collective where state is sharded.
    std::optional<weights::StateDict> withMeans(weights::StateDict weights) const;

private:
    BatchPlace placeOf(const data::Batch& batch) const;
    bool isLastOfStep() const;
    void restoreGradients(const weights::StateDict& gradients, const std::string& file);
    void restoreLoader(const weights::StateDict& loader, const std::string& file);

    BatchTaskOptions m_base;
    std::unique_ptr<data::DataLoader> m_loader;
    MicroStepSeeds m_seeds;
    std::unique_ptr<ShardedState> m_sharding; ///< null: this process has all state
    Optimizer m_optimizer;
    std::optional<Ema> m_ema;
    std::optional<GradientScaler> m_scaler;
    std::optional<SharedSteps> m_shared;
    bool m_leavesStepOut = false; ///< its gradients were not finite
    std::int64_t m_stepsDone = 0;
    BatchPlace m_place;                ///< of the batch that was read last
    data::LoaderState m_loaderAtStart; ///< of the step, or where it was resumed
    std::vector<Seed> m_usedSeeds;     ///< in the step under way, since then
    std::int64_t m_firstMicro = 0;
    StepSeconds m_seconds;
    std::function<void()> m_beforeBackward; ///< may be empty
};

/// Adds `from` to `to` with `prefix` before each name.
void insertAs(std::string_view prefix, const weights::StateDict& from, weights::StateDict& to);

/// Those whose names begin with `prefix`, without it.
weights::StateDict withPrefix(std::string_view prefix, const weights::StateDict& all);

} // namespace unlit::train
