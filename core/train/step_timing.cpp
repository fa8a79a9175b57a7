#include "core/train/step_timing.h"

#include "core/diffusion/random.h"
#include "core/infer/device.h"
#include "core/nn/precision.h"
#include "core/train/memory/peak_memory.h"
#include "core/train/memory/training_memory.h"
#include "core/train/optim/optimizer.h"
#include "core/train/stopwatch.h"
#include "core/train/unet/unet_train_step.h"
#include "core/weights/start/model_recipe.h"

#include <torch/utils.h>

#include <chrono>

namespace unlit::train {

namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::int64_t kPromptTokens = 2;
constexpr double kLearningRate = 1e-5;

template <class Network>
void fill(Network& network, torch::Device device) {
    nn::initialiseWeights(*network, diffusion::makeGenerator(kSeed));
    nn::setPrecision(*network, torch::kFloat32, device);
}

/// A model as a run loads it, without files.
infer::LoadedModel randomModel(const weights::ModelRecipe& recipe, const std::string& device) {
    infer::LoadedModel model;
    model.device = infer::parseDevice(device);
    model.folder.targets = recipe.targets;
    model.folder.latentChannels = recipe.latentChannels;
    model.scheduler = diffusion::schedulerConfigFromJson(recipe.scheduler);
    model.unet = nn::UNet2DConditionModel(nn::unetOptionsFromJson(recipe.unet));
    model.inputVae = nn::AutoencoderKL(nn::vaeOptionsFromJson(recipe.vae));
    model.targetVae = model.inputVae;
    fill(model.unet, model.device);
    fill(model.inputVae, model.device);
    for (const auto& weight : model.unet->parameters())
        model.unetParameters += weight.numel();
    model.emptyText_1LD =
        diffusion::randn({1, kPromptTokens, model.unet->options().crossAttentionDim},
                         diffusion::makeGenerator(kSeed))
            .to(model.device);
    return model;
}

TrainBatch randomBatch(const StepTimingOptions& options) {
    const auto generator = diffusion::makeGenerator(kSeed);
    const std::vector<std::int64_t> shape = {options.batchSize, 3, options.imageSide,
                                             options.imageSide};
    TrainBatch batch;
    batch.beauty_N3HW = diffusion::rand(shape, generator) * 2 - 1;
    batch.targets_TN3HW = {diffusion::rand(shape, generator) * 2 - 1};
    return batch;
}

config::MemoryConfig memoryOf(const StepTimingOptions& options) {
    config::MemoryConfig memory;
    memory.gradientCheckpointing = options.gradientCheckpointing;
    if (options.isBFloat16)
        memory.mixedPrecision = config::MixedPrecision::BFloat16;
    return memory;
}

std::vector<NamedParameter> trainedParameters(infer::LoadedModel& model,
                                              const nn::LoraAdapters* lora) {
    std::vector<NamedParameter> parameters;
    if (lora != nullptr) {
        for (const auto& [name, weight] : lora->namedParameters())
            parameters.push_back({name, weight});
        return parameters;
    }
    for (auto& item : model.unet->named_parameters())
        parameters.push_back({item.key(), item.value().requires_grad_(true)});
    return parameters;
}

/// Device work is queued; reading the loss waits for it.
void runStep(UNetTrainStep& step, Optimizer& optimizer, const TrainBatch& batch,
             StepSeconds& seconds) {
    const torch::Tensor loss = step.loss(batch, diffusion::makeGenerator(kSeed), &seconds, nullptr);
    (void)loss.item<float>();
    {
        const SecondsOf timer(seconds, "backward");
        loss.backward();
    }
    const SecondsOf timer(seconds, "optimizer");
    optimizer.step();
    optimizer.clearGradients();
}

} // namespace

StepTiming timeTrainingSteps(const StepTimingOptions& options) {
    infer::LoadedModel model = randomModel(weights::recipeNamed(options.like), options.device);
    applyMemoryConfig(model, memoryOf(options));
    std::shared_ptr<nn::LoraAdapters> lora;
    if (options.loraRank > 0)
        lora = makeLora(model, {.rank = options.loraRank}, kSeed, {});
    Optimizer optimizer({}, trainedParameters(model, lora.get()));
    optimizer.setLearningRate(kLearningRate);
    infer::setCudaArithmetic({.allowsTf32 = options.allowsTf32});
    UNetTrainStepOptions stepOptions;
    stepOptions.capturesGraphs = options.capturesGraphs;
    UNetTrainStep step(model, diffusion::DdpmScheduler(model.scheduler), stepOptions);
    const TrainBatch batch = randomBatch(options);
    model.unet->train();
    StepTiming result;
    const std::uint64_t before = bytesInUse(model.device).value_or(0);
    const PeakMemory peak(model.device);
    StepSeconds unused;
    const int first = model.device.is_cuda() ? 4 : 1; // there graphs are recorded first
    for (int warm = 0; warm < first; ++warm)
        runStep(step, optimizer, batch, unused);
    const auto start = std::chrono::steady_clock::now();
    StepSeconds phases;
    for (std::int64_t i = 0; i < options.steps; ++i)
        runStep(step, optimizer, batch, phases);
    result.phases = phases;
    const auto steps = static_cast<double>(std::max<std::int64_t>(1, options.steps));
    result.secondsPerStep =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / steps;
    for (auto& [phase, seconds] : result.phases)
        seconds /= steps;
    if (const auto rise = peak.rise(); rise && before > 0)
        result.peakBytes = before + *rise;
    return result;
}

} // namespace unlit::train
