#include "core/train/training_plan.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/extended_schedule.h"
#include "core/infer/text_embedder.h"
#include "core/train/autoencoder/perceptual_loss.h"
#include "core/train/distributed/same_run.h"
#include "core/train/memory/training_memory.h"
#include "core/train/module_weights.h"
#include "core/train/run_settings.h"
#include "core/train/scratch_copy.h"
#include "core/train/slurm_job.h"
#include "core/weights/json_file.h"

#include <algorithm>

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

/// Before anything is loaded: settings that do something, and weights that are there.
void checkAutoencoderPlan(const RunPlan& plan) {
    requireUsed(plan.config.autoencoder, nn::vaeOptionsFromJson(plan.model.vaeAlbedo.config),
                plan.model.path.string());
    if (plan.config.autoencoder.perceptual)
        PerceptualLoss::requireWeights(perceptualFolder(plan.config));
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

std::filesystem::path perceptualFolder(const config::TrainConfig& config) {
    return config.run.baseCkptDir / config.autoencoder.perceptual->pretrainedPath;
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

} // namespace unlit::train
