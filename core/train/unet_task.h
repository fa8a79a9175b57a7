// The UNet's training as the engine sees it: batches of pictures in, gradients of the UNet out.
#pragma once

#include "core/data/loader/data_loader.h"
#include "core/train/ema.h"
#include "core/train/memory_ladder.h"
#include "core/train/micro_step_seeds.h"
#include "core/train/run_position.h"
#include "core/train/train_task.h"
#include "core/train/unet_train_step.h"
#include "core/weights/save_model_folder.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct UNetTaskOptions {
    UNetTrainStepOptions step;
    config::OptimizerConfig optimizer;
    std::int64_t accumulationSteps = 1;
    std::int64_t batchSize = 1;                                ///< of a whole micro-batch
    std::vector<std::string> targetKeys = {data::kAlbedoNorm}; ///< of a batch, one per target
    std::optional<std::string> maskKey = data::kValidMask;     ///< unset: every cell counts
    std::optional<config::EmaConfig> ema;                      ///< unset: no running mean
    std::vector<MemorySaving> savings;                         ///< for when memory is short
    std::shared_ptr<nn::LoraAdapters> lora; ///< trained in place of the UNet's weights; may be null
};

/// What its parts know of one micro-batch; for tests that compare numbers.
struct MicroStepReport {
    std::vector<std::string> samples;
    Seed seed;
    std::int64_t validElements = 0; ///< of the loss
    float loss = 0;
    torch::Generator generator; ///< after the draws of the micro-batch
    MicroStepTrace trace;
};

class UNetTask : public TrainTask {
public:
    using Observer = std::function<void(const MicroStepReport&)>;

    /// `model`: float32, its UNet gets gradients from now on. `base`: what the frozen parts and the
    /// words of a saved model are; its UNet's weights are replaced.
    UNetTask(std::shared_ptr<infer::LoadedModel> model, weights::ModelToSave base,
             diffusion::DdpmScheduler scheduler, std::unique_ptr<data::DataLoader> loader,
             MicroStepSeeds seeds, UNetTaskOptions options);

    std::int64_t accumulationSteps() const override { return m_options.accumulationSteps; }

    std::int64_t batchesPerEpoch() const override { return m_loader->batchesPerEpoch(); }

    std::int64_t picturesPerStep() const override {
        return m_options.accumulationSteps * m_options.batchSize;
    }

    void followSchedules(std::int64_t stepsDone) override;

    Ema* ema() override { return m_ema ? &*m_ema : nullptr; }

    std::optional<MemoryEstimate> measureMemory() override;
    std::optional<std::uint64_t> memoryInUse() const override;
    std::optional<std::uint64_t> memoryFree() const override;

    std::int64_t samplesAtOnce() const override { return m_memory.samplesAtOnce(); }

    void setSamplesAtOnce(std::int64_t count) override { m_memory.setSamplesAtOnce(count); }

    std::optional<std::string> stepDown() override { return m_memory.stepDown(); }

    MicroStepResult microStep() override;
    void beginStep() override;
    void rewindStep() override;

    void optimizerStep() override;

    Optimizer& optimizer() override { return m_optimizer; }

    std::string explainNonFinite(std::size_t microStep) override;
    CheckpointContent content() const override;
    StepSeconds takeSeconds() override;

    /// Tensors as content() gave them; `position` says what they belong to. Throws: Corrupt or
    /// InvalidInput naming `file`.
    void restore(const weights::StateDict& state, const nlohmann::json& json,
                 const RunPosition& position, const std::string& file);

    /// `means` as Ema::means() gave them. Throws as Ema::restore; does nothing without an Ema.
    void restoreMeans(const weights::StateDict& means, const std::string& file);

    /// Lays out seeds until there are `count` in all; those that are there stay.
    void layOutSeeds(std::int64_t count);

    /// Called after each micro-batch on the training thread.
    void observe(Observer observer) { m_observer = std::move(observer); }

    infer::LoadedModel& model() { return *m_model; }

    /// Null without one.
    const std::shared_ptr<LatentCache>& latentCache() const { return m_options.step.latents.cache; }

private:
    TrainBatch inputsOf(const data::Batch& batch) const;
    std::int64_t validElements(const TrainBatch& batch) const;
    void report(const data::Batch& batch, const Seed& seed, const torch::Tensor& loss,
                const torch::Generator& generator, const MicroStepTrace& trace) const;
    std::optional<data::Batch> nextUsable();
    StepLoss addGradients(const TrainBatch& batch, const StepDraws& draws, MicroStepTrace* trace);
    void addGradientsOf(const torch::Tensor& loss);
    std::optional<std::uint64_t> peakOf(const TrainBatch& batch);
    void restoreGradients(const weights::StateDict& gradients, const std::string& file);
    void restoreLoader(const weights::StateDict& loader, const std::string& file);
    torch::Generator generatorFrom(const Seed& seed) const;

    std::shared_ptr<infer::LoadedModel> m_model;
    weights::ModelToSave m_base;
    std::unique_ptr<data::DataLoader> m_loader;
    MicroStepSeeds m_seeds;
    UNetTaskOptions m_options;
    UNetTrainStep m_step;
    Optimizer m_optimizer;
    std::optional<Ema> m_ema;
    MemoryLadder m_memory;
    std::int64_t m_stepsDone = 0;
    data::LoaderState m_loaderAtStart; ///< of the step, or where it was resumed
    std::vector<Seed> m_usedSeeds;     ///< in the step under way, since then
    std::int64_t m_firstMicro = 0;     ///< micro-batches of the step that came before a resume
    StepSeconds m_seconds;
    Observer m_observer;
};

} // namespace unlit::train
