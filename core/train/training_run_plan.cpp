// From a config to everything that a run needs, before anything is computed.
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/extended_schedule.h"
#include "core/infer/text_embedder.h"
#include "core/train/distributed/same_run.h"
#include "core/train/hooks/timestep_loss_hook.h"
#include "core/train/memory/memory_savings.h"
#include "core/train/memory/training_memory.h"
#include "core/train/module_weights.h"
#include "core/train/run_settings.h"
#include "core/train/scratch_copy.h"
#include "core/train/slurm_job.h"
#include "core/train/training_run.h"
#include "core/weights/json_file.h"
#include "core/weights/lora/lora_file.h"

#include <algorithm>
#include <random>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

/// A relative path starts at the root, an empty one stays empty.
std::optional<fs::path> part(const fs::path& path) {
    return path.empty() ? std::nullopt : std::optional(path);
}

weights::ModelFolder openModel(const config::TrainConfig& config) {
    const config::ModelConfig& model = config.model;
    const fs::path& root = config.run.baseCkptDir;
    weights::ComponentOverrides parts;
    parts.root = root;
    parts.unet = part(model.unet);
    parts.vaeBeauty = part(model.vaeBeauty.empty() ? model.vae : model.vaeBeauty);
    parts.vaeAlbedo = part(model.vaeAlbedo.empty() ? model.vae : model.vaeAlbedo);
    parts.textEncoder = part(model.textEncoder);
    parts.tokenizer = part(model.tokenizer);
    parts.scheduler = part(model.scheduler);
    return weights::openModelFolder(
        model.pretrainedPath.empty() ? fs::path() : root / model.pretrainedPath, parts);
}

nlohmann::json schedulerOf(const config::TrainConfig& config, const weights::ModelFolder& model) {
    const config::NoiseSchedulerConfig& noise = config.trainer.trainingNoiseScheduler;
    if (noise.pretrainedPath.empty())
        return schedulerWith(model.scheduler.config, noise);
    fs::path folder = config.run.baseCkptDir / noise.pretrainedPath;
    if (fs::is_directory(folder / "scheduler"))
        folder /= "scheduler";
    return schedulerWith(weights::readJsonObject(folder / "scheduler_config.json"), noise);
}

std::optional<ConcatOrder> orderOf(const config::ModelConfig& config) {
    if (!config.concatOrder)
        return {};
    const auto order = concatOrderFromString(*config.concatOrder);
    if (!order)
        throw Error::invalidInput("model.concat_order is \"" + *config.concatOrder + "\"",
                                  "use noisy_first or image_first");
    return order;
}

/// A model of one step asks for one, whatever the folder did that it comes from.
std::optional<int> stepsOf(const config::TrainConfig& config) {
    if (config.pipeline.defaultDenoisingSteps)
        return static_cast<int>(*config.pipeline.defaultDenoisingSteps);
    if (config.trainer.timesteps == config::TrainedTimesteps::Last)
        return 1;
    return {};
}

std::optional<int> sizeOf(const config::PipelineConfig& pipeline) {
    if (!pipeline.defaultProcessingResolution)
        return {};
    return static_cast<int>(*pipeline.defaultProcessingResolution);
}

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

fs::path perceptualFolder(const config::TrainConfig& config) {
    return config.run.baseCkptDir / config.autoencoder.perceptual->pretrainedPath;
}

/// Before anything is loaded: settings that do something, and weights that are there.
void checkAutoencoderPlan(const RunPlan& plan) {
    requireUsed(plan.config.autoencoder, nn::vaeOptionsFromJson(plan.model.vaeAlbedo.config),
                plan.model.path.string());
    if (plan.config.autoencoder.perceptual)
        PerceptualLoss::requireWeights(perceptualFolder(plan.config));
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
    task.restoreMeans(checkpoint.means, checkpoint.folder.string());
    task.layOutSeeds(microSteps);
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
fs::path savedLora(const RunPlan& plan) {
    return plan.checkpoint ? plan.checkpoint->folder / weights::kLoraFile : fs::path();
}

/// Those that the UNet has, or will have.
std::int64_t classesOf(const RunPlan& plan) {
    const std::int64_t own = weights::classesOf(plan.model);
    return own == 0 && plan.config.condition ? plan.config.condition->classes.value_or(0) : own;
}

void requireCodes(const RunPlan& plan) {
    const weights::Component& vae = plan.model.vaeAlbedo;
    if (plan.config.trainer.latents == config::TrainedLatents::Codes &&
        !nn::vaeOptionsFromJson(vae.config).quantizer)
        throw Error::invalidInput("trainer.latents is codes, and the VAE in " +
                                      vae.folder.string() + " has no quantizer",
                                  "set trainer.latents to continuous, or train an autoencoder "
                                  "with vae.quantizer first");
}

/// Before anything is loaded: a tokenizer that can tell texts apart.
void checkTexts(const config::TrainConfig& config, const weights::ModelFolder& trained) {
    if (config.condition && config.condition->kind == ConditionKind::Text)
        (void)infer::TextEmbedder(trained, torch::kCPU, /*keepsEncoder=*/false);
}

/// Texts that the text encoder does not read to their end.
void noteCutTexts(RunPlan& plan) {
    if (!plan.config.condition || plan.config.condition->kind != ConditionKind::Text ||
        plan.config.trained() != config::TrainedNetwork::Unet)
        return;
    const infer::TextEmbedder texts(plan.model, torch::kCPU, /*keepsEncoder=*/false);
    const auto count = std::ranges::count_if(
        plan.data.conditions, [&texts](const std::string& text) { return texts.isCut(text); });
    if (count > 0)
        plan.data.warnings.push_back(
            std::to_string(count) + " of " + std::to_string(plan.data.conditions.size()) +
            " texts of the sets are longer than the " + std::to_string(texts.length() - 2) +
            " tokens that the text encoder reads: the rest of them does not count");
}

/// With sets on the node's own disk. Where nobody has asked for that, a disk that does not take
/// them is no reason to fail.
config::TrainConfig nearSets(RunPlan& plan, const fs::path& scratch, const OnScratchCopy& note) {
    try {
        return copySetsToScratch(plan.config, scratch, note);
    } catch (const Error& error) {
        if (plan.config.dataloader.copyToScratch || error.kind() != ErrorKind::Io)
            throw;
        plan.notes.push_back(std::string("sets are read where they lie: ") + error.what());
        return plan.config;
    }
}

/// Opens the sets; under Slurm, unless told otherwise, copies of them on the node's own disk. The
/// plan's config keeps their own names, so that a resume elsewhere finds them.
void openData(RunPlan& plan) {
    const std::optional<SlurmJob> job = findSlurmJob(processEnvironment());
    if (job)
        plan.notes.push_back("Slurm job " + job->id);
    const ModelPictures pictures{plan.model.transfer, plan.model.headroomEv,
                                 plan.modelOptions.targets, classesOf(plan)};
    const std::optional<bool>& isWanted = plan.config.dataloader.copyToScratch;
    if (!isWanted.value_or(true) || !job || job->scratch.empty()) {
        plan.data = openRunData(plan.config, pictures);
        noteCutTexts(plan);
        return;
    }
    const auto note = [&plan](const std::filesystem::path& from, const std::filesystem::path& to,
                              std::uint64_t bytes) {
        plan.notes.push_back(from.string() + " (" + formatBytes(bytes) + ") was copied to " +
                             to.string());
    };
    plan.data = openRunData(nearSets(plan, job->scratch, note), pictures);
    noteCutTexts(plan);
}

} // namespace

weights::ModelFolder openTrainedModel(const config::TrainConfig& config) {
    weights::ModelFolder model = openModel(config);
    if (config.trained() == config::TrainedNetwork::Autoencoder)
        return model;
    TrainingModelOptions options;
    options.targets = targetsOf(config.pipeline);
    options.concatOrder = orderOf(config.model);
    options.condition = config.condition;
    return trainedFolder(std::move(model), options);
}

RunPlan planRun(const config::TrainConfig& config) {
    RunPlan plan;
    plan.config = config;
    plan.model = openModel(config);
    for (const config::ModuleWeights& weights : config.model.weights)
        requireModuleWeights(weights, config.run.baseCkptDir);
    plan.modelOptions.targets = targetsOf(config.pipeline);
    if (config.trained() == config::TrainedNetwork::Autoencoder) {
        plan.modelOptions.device = config.run.device;
        checkAutoencoderPlan(plan);
        openData(plan);
        return plan;
    }
    requireCodes(plan);
    plan.modelOptions.concatOrder = orderOf(config.model);
    plan.modelOptions.beginsWithZeros = config.trainer.timesteps == config::TrainedTimesteps::Last;
    plan.modelOptions.scheduler = schedulerOf(config, plan.model);
    plan.modelOptions.defaultSteps = stepsOf(config);
    plan.modelOptions.defaultProcessingRes = sizeOf(config.pipeline);
    plan.modelOptions.device = config.run.device;
    plan.modelOptions.condition = config.condition;
    checkTexts(config, trainedFolder(plan.model, plan.modelOptions));
    diffusion::validate(diffusion::schedulerConfigFromJson(plan.modelOptions.scheduler));
    openData(plan);
    return plan;
}

RunPlan planResume(const config::TrainConfig& config, const RunFolder& folder,
                   const OnDamaged& onDamaged) {
    std::optional<ReadCheckpoint> checkpoint = findCheckpoint(folder, onDamaged);
    if (!checkpoint)
        return planRun(config);
    RunPlan plan;
    plan.config = config;
    plan.model = checkpoint->model;
    const bool isUnets = config.trained() == config::TrainedNetwork::Unet;
    if (!isUnets)
        checkAutoencoderPlan(plan);
    plan.modelOptions.targets = isUnets ? plan.model.targets : targetsOf(config.pipeline);
    if (isUnets)
        plan.modelOptions.scheduler = plan.model.scheduler.config;
    plan.modelOptions.beginsWithZeros =
        isUnets && config.trainer.timesteps == config::TrainedTimesteps::Last;
    plan.modelOptions.device = config.run.device;
    plan.modelOptions.condition = isUnets ? config.condition : std::nullopt;
    if (config.lora)
        plan.model.lora.clear(); // not merged: it goes on being trained
    openData(plan);
    config::keepFinalRate(configOf(*checkpoint), plan.config);
    plan.changes = changesSince(*checkpoint, plan, folder);
    if (std::ranges::find(plan.changes, "lr", &config::Difference::key) != plan.changes.end())
        checkpoint->position.learningRate.reset(); // one that was set by hand has had its time
    plan.checkpoint = std::move(checkpoint);
    return plan;
}

RunPosition startOf(const RunPlan& plan) {
    return plan.checkpoint ? plan.checkpoint->position : RunPosition{};
}

RunLimits limitsOf(const config::TrainConfig& config) {
    return {.maxIter = config.maxIter, .maxEpoch = config.maxEpoch};
}

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
