#include "core/train/make_task.h"

#include "core/base/error.h"
#include "core/train/distributed/same_run.h"
#include "core/train/hooks/timestep_loss_hook.h"
#include "core/train/memory/memory_savings.h"
#include "core/train/memory/training_memory.h"
#include "core/train/module_weights.h"
#include "core/weights/lora/lora_file.h"

#include <algorithm>
#include <random>

namespace unlit::train {

namespace {

/// In place of a seed that is not set: another one in every run, told by the checkpoint.
std::int64_t randomSeed() {
    return static_cast<std::int64_t>(std::random_device()());
}

/// What was drawn, the same for all processes of a run.
std::int64_t firstOnes(const RunPlan& plan, std::int64_t seed) {
    return plan.peers ? std::stoll(plan.peers->toldByFirst(std::to_string(seed))) : seed;
}

std::int64_t microStepCount(const config::TrainConfig& config, std::int64_t batchesPerEpoch) {
    return config.maxIter > 0 ? config.maxIter * config.dataloader.accumulationSteps()
                              : config.maxEpoch * batchesPerEpoch;
}

BatchTaskOptions baseOptionsOf(const RunPlan& plan) {
    const config::TrainConfig& config = plan.config;
    return {.optimizer = config.optimizer,
            .accumulationSteps = config.dataloader.accumulationSteps(),
            .batchSize = config.dataloader.maxTrainBatchSize,
            .scalesLoss = config.memory.mixedPrecision == config::MixedPrecision::Float16,
            .ema = config.ema,
            .peers = plan.peers,
            .exchange = config.memory.gradientExchange,
            .shardsState = config.memory.shardOptimizer};
}

UNetTaskOptions taskOptionsOf(const RunPlan& plan, const weights::ModelFolder& trained) {
    const config::TrainConfig& config = plan.config;
    UNetTaskOptions options;
    options.targetKeys.clear();
    for (const weights::TargetInfo& target : trained.targets)
        options.targetKeys.push_back(data::targetKey(target.name));
    options.step = {config.loss, config.multiResNoise, trained.concatOrder,
                    config.writers.sampleLosses || TimestepLossHook::isWanted(config)};
    options.step.timesteps = config.trainer.timesteps;
    if (config.condition)
        options.step.conditionDropout = config.condition->dropout;
    options.step.learnsCodes = config.trainer.latents == config::TrainedLatents::Codes;
    options.step.trainDecoder = config.trainer.trainDecoder;
    options.step.capturesGraphs = config.memory.cudaGraphs;
    if (config.memory.mixedPrecision != config::MixedPrecision::No)
        options.step.decodeType = torch::kBFloat16; // a VAE overflows in float16
    options.base = baseOptionsOf(plan);
    options.maskKey = config.gtMaskType;
    return options;
}

AutoencoderTaskOptions autoencoderOptionsOf(const RunPlan& plan) {
    AutoencoderTaskOptions options;
    options.base = baseOptionsOf(plan);
    options.autoencoder = plan.config.autoencoder;
    options.maxIter = plan.config.maxIter;
    options.measuresScalingFactor =
        plan.config.autoencoder.measureScalingFactor.value_or(plan.model.unlit.isRandom);
    options.pictureKeys = {data::kBeautyNorm};
    for (const weights::TargetInfo& target : plan.modelOptions.targets)
        options.pictureKeys.push_back(data::targetKey(target.name));
    return options;
}

/// Loader and seeds of a run, the latter with room for all of it.
struct Course {
    std::unique_ptr<data::DataLoader> loader;
    std::int64_t microSteps = 0;
    std::int64_t initialSeed = 0;
    MicroStepSeeds seeds;
};

Course courseOf(const RunPlan& plan) {
    const config::TrainConfig& config = plan.config;
    const auto orderSeed = static_cast<std::uint64_t>(firstOnes(plan, randomSeed()));
    auto loader =
        makeTrainLoader(plan.data, config.dataloader, orderSeed,
                        plan.peers ? plan.peers->rank() : 0, plan.peers ? plan.peers->size() : 1);
    const std::int64_t needed = microStepCount(config, loader->batchesPerEpoch());
    const std::int64_t initialSeed =
        config.trainer.initSeed ? *config.trainer.initSeed : firstOnes(plan, randomSeed());
    return {std::move(loader), needed, initialSeed,
            MicroStepSeeds(std::to_string(initialSeed), plan.checkpoint ? 0 : needed)};
}

/// Of a run that begins: one that goes on has them in its checkpoint.
void takeModuleWeights(const RunPlan& plan, torch::nn::Module& network,
                       std::vector<std::string>* notes) {
    if (plan.checkpoint)
        return;
    for (const config::ModuleWeights& weights : plan.config.model.weights) {
        const std::string note = loadModuleWeights(network, weights, plan.config.run.baseCkptDir);
        if (notes != nullptr)
            notes->push_back(note);
    }
}

/// The state of the plan's checkpoint, and seeds up to the end.
void goOnFrom(const RunPlan& plan, std::int64_t microSteps, BatchTask& task) {
    if (!plan.checkpoint)
        return;
    const ReadCheckpoint& checkpoint = *plan.checkpoint;
    task.restore(checkpoint.state, checkpoint.json, checkpoint.position,
                 checkpoint.folder.string());
    task.learning().restoreMeans(checkpoint.means, checkpoint.folder.string());
    task.source().layOutSeeds(microSteps);
}

void takeWeightsOfFirst(Peers& peers, const std::vector<NamedParameter>& parameters) {
    std::vector<torch::Tensor> weights;
    for (const NamedParameter& parameter : parameters)
        weights.push_back(parameter.value);
    peers.takeFromFirst(weights);
}

/// Weights and buffers of the network that are not among `trained`.
std::vector<torch::Tensor> frozenOf(const torch::nn::Module& network,
                                    const std::vector<NamedParameter>& trained) {
    std::vector<torch::Tensor> frozen = network.buffers();
    for (const torch::Tensor& weight : network.parameters())
        if (std::ranges::none_of(trained, [&weight](const NamedParameter& parameter) {
                return parameter.value.is_same(weight);
            }))
            frozen.push_back(weight);
    return frozen;
}

/// What is trained becomes that of the first process, and so does what was computed from a text:
/// another kind of processor rounds it otherwise. What is frozen has to be the same.
void shareWeights(Peers& peers, UNetTask& task) {
    const std::vector<NamedParameter>& trained = task.optimizer().parameters();
    const infer::LoadedModel& model = task.model();
    requireSameFrozenWeights(peers, {{"UNet", frozenOf(*model.unet, trained)},
                                     {"VAE", frozenOf(*model.inputVae, trained)},
                                     {"VAE of the targets", frozenOf(*model.targetVae, trained)}});
    std::vector<torch::Tensor> text = {model.emptyText_1LD};
    peers.takeFromFirst(text);
    takeWeightsOfFirst(peers, trained);
}

/// Where a run that goes on has its LoRA; empty for a new one.
std::filesystem::path savedLora(const RunPlan& plan) {
    return plan.checkpoint ? plan.checkpoint->folder / weights::kLoraFile : std::filesystem::path();
}

} // namespace

std::unique_ptr<UNetTask> makeUNetTask(const RunPlan& plan, std::vector<std::string>* notes) {
    const config::TrainConfig& config = plan.config;
    TrainingModel loaded = loadTrainingModel(plan.model, plan.modelOptions);
    takeModuleWeights(plan, *loaded.model->unet, notes);
    applyMemoryConfig(*loaded.model, config.memory);
    applyArithmetic(config.run);
    diffusion::DdpmScheduler scheduler(loaded.model->scheduler);
    Course course = courseOf(plan);
    UNetTaskOptions options = taskOptionsOf(plan, loaded.model->folder);
    options.savings = memorySavings(*loaded.model, config.memory);
    options.step.latents = openLatentStore(*loaded.model, config.memory);
    if (config.lora)
        options.lora = makeLora(*loaded.model, *config.lora,
                                static_cast<std::uint64_t>(course.initialSeed), savedLora(plan));
    auto task = std::make_unique<UNetTask>(std::move(loaded.model), std::move(loaded.base),
                                           std::move(scheduler), std::move(course.loader),
                                           std::move(course.seeds), std::move(options));
    goOnFrom(plan, course.microSteps, *task);
    if (plan.peers)
        shareWeights(*plan.peers, *task);
    return task;
}

std::unique_ptr<AutoencoderTask> makeAutoencoderTask(const RunPlan& plan,
                                                     std::vector<std::string>* notes) {
    TrainingAutoencoder model = loadTrainingAutoencoder(plan.model, plan.config.run.device);
    takeModuleWeights(plan, *model.vae, notes);
    applyArithmetic(plan.config.run);
    if (plan.config.memory.mixedPrecision == config::MixedPrecision::Float16)
        throw Error::unsupported(
            "memory.mixed_precision is fp16, in which an autoencoder overflows",
            "set it to bf16 or no");
    if (plan.config.memory.mixedPrecision == config::MixedPrecision::BFloat16)
        model.vae->setComputeType(torch::kBFloat16);
    Course course = courseOf(plan);
    AutoencoderTaskOptions options = autoencoderOptionsOf(plan);
    options.discriminatorSeed = static_cast<std::uint64_t>(course.initialSeed);
    if (plan.config.autoencoder.perceptual)
        options.perceptual = std::make_shared<PerceptualLoss>(
            PerceptualLoss::load(perceptualFolder(plan.config), model.device));
    auto task = std::make_unique<AutoencoderTask>(std::move(model), std::move(course.loader),
                                                  std::move(course.seeds), std::move(options));
    goOnFrom(plan, course.microSteps, *task);
    if (plan.peers) {
        requireSameFrozenWeights(*plan.peers, {{"VAE", frozenOf(*task->vae(), task->learners())}});
        takeWeightsOfFirst(*plan.peers, task->learners());
    }
    return task;
}

} // namespace unlit::train
