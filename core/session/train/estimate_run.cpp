#include "core/session/train/estimate_run.h"

#include "core/base/failure.h"
#include "core/nn/unet/unet_options.h"
#include "core/nn/vae/vae_options.h"
#include "core/train/autoencoder/perceptual_loss.h"
#include "core/train/memory/activation_estimate.h"
#include "core/train/run_data.h"
#include "core/train/training_plan.h"
#include "core/weights/start/model_recipe.h"
#include "core/weights/start/random_model.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr double kFloat = sizeof(float);
/// Torch's libraries and what they set up, before any weights: measured.
constexpr std::uint64_t kProgramBytes = std::uint64_t{260} << 20;
constexpr std::uint64_t kGpuContextBytes = std::uint64_t{500} << 20;

/// The sizes of the networks of a run.
struct Networks {
    nn::UNet2DConditionOptions unet;
    nn::AutoencoderKLOptions vae;
    std::uint64_t unetBytes = 0; ///< float32, as all that follow
    std::uint64_t vaeBytes = 0;  ///< of both where there are two
    std::uint64_t targetVaeBytes = 0;
    std::uint64_t textBytes = 0;
};

struct Picture {
    std::int64_t height = 0;
    std::int64_t width = 0;
};

struct Pictures {
    std::int64_t pairs = 0;
    double batchesPerEpoch = 0;
    Picture size;
};

std::uint64_t bytesOf(double floats) {
    return static_cast<std::uint64_t>(floats * kFloat);
}

Networks networksOf(const config::TrainConfig& config) {
    const fs::path folder = config.run.baseCkptDir / config.model.pretrainedPath;
    const bool isMade = !config.prepare.randomModel.empty() && !fs::exists(folder);
    const weights::ModelRecipe recipe = isMade ? weights::recipeNamed(config.prepare.randomModel)
                                               : weights::recipeOf(train::openTrainedModel(config));
    const weights::ModelToSave model = weights::randomModel(recipe, 0); // names and shapes alone
    Networks networks;
    networks.unet = nn::unetOptionsFromJson(recipe.unet);
    networks.vae = nn::vaeOptionsFromJson(recipe.vae);
    networks.unetBytes = weights::byteCount(model.unet.weights);
    networks.targetVaeBytes = weights::byteCount(model.vae.weights);
    networks.vaeBytes = networks.targetVaeBytes *
                        (config.model.vaeBeauty.empty() && config.model.vaeAlbedo.empty() ? 1 : 2);
    networks.textBytes = weights::byteCount(model.textEncoder.weights);
    return networks;
}

bool isLoraRun(const config::TrainConfig& config) {
    return config.lora && config.trained() == config::TrainedNetwork::Unet;
}

std::uint64_t trainedBytes(const config::TrainConfig& config, const Networks& networks) {
    if (config.trained() == config::TrainedNetwork::Autoencoder)
        return networks.targetVaeBytes;
    if (!isLoraRun(config))
        return networks.unetBytes + (config.trainer.trainDecoder ? networks.targetVaeBytes : 0);
    return bytesOf(static_cast<double>(
        train::loraParameters(networks.unet, config.lora->rank, config.lora->targets)));
}

/// What a set that `prepare` renders will give.
Pictures preparedPictures(const config::TrainConfig& config) {
    const config::PrepareConfig& prepare = config.prepare;
    const config::DatasetConfig set = config.dataset.train.sets().front();
    Pictures pictures;
    pictures.pairs = std::llround(static_cast<double>(prepare.syntheticPairs) *
                                  static_cast<double>(config.dataset.train.sets().size()) *
                                  (1 - config.dataset.validFrac));
    const std::int64_t batch = config.dataloader.maxTrainBatchSize;
    pictures.batchesPerEpoch =
        config.dataloader.dropLast
            ? static_cast<double>(pictures.pairs / batch)
            : std::ceil(static_cast<double>(pictures.pairs) / static_cast<double>(batch));
    const std::int64_t side = set.cropSize > 0     ? set.cropSize
                              : set.longerSide > 0 ? set.longerSide
                                                   : prepare.syntheticSize;
    pictures.size = set.resizeToHw && set.cropSize == 0
                        ? Picture{(*set.resizeToHw)[0], (*set.resizeToHw)[1]}
                        : Picture{side, side};
    return pictures;
}

Pictures picturesOf(config::TrainConfig config) {
    const std::vector<config::DatasetConfig> sets = config.dataset.train.sets();
    const bool isMissing = std::ranges::any_of(sets, [&](const config::DatasetConfig& set) {
        return !fs::exists(config.run.baseDataDir / set.dir);
    });
    if (config.prepare.syntheticPairs > 0 && isMissing)
        return preparedPictures(config);
    config.dataset.val.clear(); // opened by the run alone
    config.dataset.vis.clear();
    config.dataloader.numWorkers = 0;
    const train::RunData data =
        train::openRunData(config, {.targets = train::targetsOf(config.pipeline)});
    Pictures pictures;
    pictures.pairs = data.train->size();
    pictures.batchesPerEpoch =
        static_cast<double>(train::makeTrainLoader(data, config.dataloader, 0)->batchesPerEpoch());
    const data::Sample first = data.train->get(0, 0);
    pictures.size = {first.beauty_CHW.size(-2), first.beauty_CHW.size(-1)};
    return pictures;
}

/// Floats that forward and backward of what goes through the network at once take.
double workingFloats(const config::TrainConfig& config, const Networks& networks, Picture size) {
    const auto samples = static_cast<double>(config.dataloader.maxTrainBatchSize);
    const double share = config.memory.mixedPrecision == config::MixedPrecision::BFloat16 ? 0.6 : 1;
    if (config.trained() == config::TrainedNetwork::Autoencoder) {
        const auto pictures = static_cast<double>(1 + config.pipeline.targets.size()) *
                              static_cast<double>(config.autoencoder.numFrames);
        const train::Activations sums = train::vaeActivations(networks.vae, size.height, size.width,
                                                              config.autoencoder.freezeEncoder);
        const double seen =
            config.autoencoder.perceptual ? train::perceptualFloats(size.height, size.width) : 0;
        return samples * pictures * (sums.kept * share + sums.passing + seen);
    }
    const std::int64_t factor = networks.vae.downscaleFactor();
    const train::Activations sums =
        train::unetActivations(networks.unet, size.height / factor, size.width / factor,
                               config.memory.gradientCheckpointing);
    double kept = sums.kept;
    double passing = sums.passing;
    if (config.loss.pictureWeight > 0) { // every target is decoded, with a way back
        const train::Activations decoder =
            train::vaeActivations(networks.vae, size.height, size.width, true);
        kept += static_cast<double>(config.pipeline.targets.size()) * decoder.kept;
        passing = std::max(passing, decoder.passing);
    }
    const double unet = samples * (kept * share + passing);
    return std::max(unet, train::encodingFloats(networks.vae, size.height, size.width));
}

void estimateDisk(const config::TrainConfig& config, const Networks& networks,
                  RunEstimate& estimate) {
    const std::uint64_t trained = trainedBytes(config, networks);
    const std::uint64_t means = config.ema ? trained : 0;
    estimate.backupBytes = trained + means;
    estimate.checkpointBytes = trained * (1 + config.optimizer.stateShare()) + means;
    const std::uint64_t all = networks.unetBytes + networks.vaeBytes + networks.textBytes;
    estimate.frozenBytes = isLoraRun(config) ? all : all - trained;
}

void estimateMemory(const config::TrainConfig& config, const Networks& networks, Picture size,
                    RunEstimate& estimate) {
    const std::uint64_t trained = trainedBytes(config, networks);
    const bool isOnCpu = config.run.device == "cpu";
    std::uint64_t bytes = isOnCpu ? kProgramBytes : kGpuContextBytes;
    bytes += networks.unetBytes;
    if (isOnCpu || !config.memory.offloadFrozen)
        bytes += networks.vaeBytes;
    bytes += trained * (1 + config.optimizer.stateShare()); // gradients, optimizer
    if (config.ema)
        bytes += trained;
    if (isOnCpu && config.checkpoint.background)
        bytes += *estimate.checkpointBytes; // a copy is written while the training goes on
    estimate.memoryBytes = bytes + bytesOf(workingFloats(config, networks, size));
}

/// Calls `find`; what it throws becomes a problem.
template <class Result, class Find>
std::optional<Result> found(RunEstimate& estimate, const Find& find) {
    try {
        return find();
    } catch (...) {
        estimate.problems.push_back(translateCurrentException().message);
        return std::nullopt;
    }
}

} // namespace

RunEstimate estimateRun(const config::TrainConfig& config, const std::stop_token& stop) {
    RunEstimate estimate;
    const auto networks = found<Networks>(estimate, [&] { return networksOf(config); });
    if (networks)
        estimateDisk(config, *networks, estimate);
    if (stop.stop_requested())
        return estimate;
    const auto pictures = found<Pictures>(estimate, [&] { return picturesOf(config); });
    if (!pictures)
        return estimate;
    estimate.pairs = pictures->pairs;
    estimate.stepsPerEpoch =
        pictures->batchesPerEpoch / static_cast<double>(config.dataloader.accumulationSteps());
    if (networks)
        estimateMemory(config, *networks, pictures->size, estimate);
    return estimate;
}

} // namespace unlit
