// The UNet's training as the engine sees it: batches of pictures in, gradients of the UNet out.
#pragma once

#include "core/train/batch_task.h"
#include "core/train/memory/memory_ladder.h"
#include "core/train/unet/unet_train_step.h"
#include "core/weights/save_model_folder.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct UNetTaskOptions {
    UNetTrainStepOptions step;
    BatchTaskOptions base;
    std::vector<std::string> targetKeys = {data::kAlbedoNorm}; ///< of a batch, one per target
    std::optional<std::string> maskKey = data::kValidMask;     ///< unset: every cell counts
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

/// The loss of pictures that are not trained on.
struct HeldOutLoss {
    double mean = 0;     ///< over the valid elements
    double elements = 0; ///< how many there are
};

class UNetTask : public BatchTask {
public:
    using Observer = std::function<void(const MicroStepReport&)>;

    /// `model`: float32, its UNet gets gradients from now on. `base`: what the frozen parts and the
    /// words of a saved model are; its UNet's weights are replaced.
    UNetTask(std::shared_ptr<infer::LoadedModel> model, weights::ModelToSave base,
             diffusion::DdpmScheduler scheduler, std::unique_ptr<data::DataLoader> loader,
             MicroStepSeeds seeds, UNetTaskOptions options);

    void followSchedules(std::int64_t stepsDone) override;

    std::optional<MemoryEstimate> measureMemory() override;
    std::optional<std::uint64_t> memoryInUse() const override;
    std::optional<std::uint64_t> memoryFree() const override;

    std::int64_t samplesAtOnce() const override { return m_memory.samplesAtOnce(); }

    void setSamplesAtOnce(std::int64_t count) override { m_memory.setSamplesAtOnce(count); }

    std::optional<std::string> stepDown() override {
        m_step.forgetRecordings();
        return m_memory.stepDown();
    }

    MicroStepResult microStep() override;
    std::string explainNonFinite(std::size_t microStep) override;
    CheckpointContent content() const override;

    void restore(const weights::StateDict& state, const nlohmann::json& json,
                 const RunPosition& position, const std::string& file) override;

    /// Where the loss is measured: `count` timesteps, spread evenly over the schedule, or the one
    /// that is trained.
    std::vector<std::int64_t> heldOutTimesteps(std::int64_t count) const;
    /// The loss as a micro-batch has it, all samples at `timestep`, without gradient and without a
    /// trace in the training. Nothing where no element is valid or a target is missing.
    std::optional<HeldOutLoss> heldOutLoss(const data::Batch& batch, std::int64_t timestep,
                                           const torch::Generator& generator);

    /// Called after each micro-batch on the training thread.
    void observe(Observer observer) { m_observer = std::move(observer); }

    infer::LoadedModel& model() { return *m_model; }

    /// Null without one.
    const std::shared_ptr<LatentCache>& latentCache() const { return m_options.step.latents.cache; }

private:
    TrainBatch inputsOf(const data::Batch& batch) const;
    bool hasSomething(const data::Batch& batch) const;
    std::int64_t validElements(const TrainBatch& batch) const;
    void report(const data::Batch& batch, const Seed& seed, const torch::Tensor& loss,
                const torch::Generator& generator, const MicroStepTrace& trace) const;
    std::optional<data::Batch> nextUsable();
    StepLoss addGradients(const TrainBatch& batch, const StepDraws& draws, MicroStepTrace* trace);
    std::optional<std::uint64_t> peakOf(const TrainBatch& batch);
    void addVae(CheckpointContent& content) const;
    torch::Generator generatorFrom(const Seed& seed) const;

    std::shared_ptr<infer::LoadedModel> m_model;
    weights::ModelToSave m_base;
    UNetTaskOptions m_options;
    UNetTrainStep m_step;
    MemoryLadder m_memory;
    Observer m_observer;
};

} // namespace unlit::train
