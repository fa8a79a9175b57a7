#include "core/infer/run_plan.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/infer/condition.h"
#include "core/infer/device.h"
#include "core/infer/ensemble/member_size.h"
#include "core/infer/infer_schema.h"
#include "core/infer/memory.h"
#include "core/infer/strength.h"
#include "core/weights/calibration.h"

#include <algorithm>

namespace unlit::infer {

namespace {

[[noreturn]] void throwOutside(const std::string& what, std::int64_t value, std::int64_t low,
                               std::int64_t high) {
    throw Error::invalidInput(what + " of " + std::to_string(value) + " is outside " +
                              std::to_string(low) + " to " + std::to_string(high));
}

std::int64_t inRange(const std::string& what, std::int64_t value, config::WholeLimits limits) {
    if (value < limits.least || value > limits.most)
        throwOutside(what, value, limits.least, limits.most);
    return value;
}

double shareOf(double tolerance) {
    if (!(tolerance >= 0 && tolerance <= 1))
        throw Error::invalidInput("a spread that settles by " + std::to_string(tolerance) +
                                  " of itself is outside 0 to 1");
    return tolerance;
}

std::vector<std::string> namesOf(const LoadedModel& model) {
    std::vector<std::string> names;
    for (const auto& target : model.folder.targets)
        names.push_back(target.name);
    return names;
}

[[noreturn]] void throwUnknownTarget(const std::string& name, const LoadedModel& model) {
    for (const auto& target : model.folder.targets)
        if (std::find(target.subTargets.begin(), target.subTargets.end(), name) !=
            target.subTargets.end())
            throw Error::invalidInput("\"" + name + "\" is a part of the target " + target.name,
                                      "ask for " + target.name);
    const std::vector<std::string> names = namesOf(model);
    std::string known;
    for (const auto& candidate : names)
        known += (known.empty() ? "" : ", ") + candidate;
    const std::string nearest = nearestName(name, names);
    throw Error::invalidInput("the model has no target \"" + name + "\", it has " + known,
                              nearest.empty() ? "" : "did you mean " + nearest + "?");
}

std::vector<std::int64_t> chosenTargets(const std::vector<std::string>& wanted,
                                        const LoadedModel& model) {
    const std::vector<std::string> names = namesOf(model);
    for (const auto& name : wanted)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throwUnknownTarget(name, model);
    std::vector<std::int64_t> indices;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), names[i]) != wanted.end())
            indices.push_back(static_cast<std::int64_t>(i));
    return indices;
}

Interpolation methodOf(Resample resample) {
    switch (resample) {
    case Resample::Bicubic:
        return Interpolation::Bicubic;
    case Resample::Nearest:
        return Interpolation::NearestExact;
    case Resample::Bilinear:
        break;
    }
    return Interpolation::Bilinear;
}

/// Samples per UNet call where the user leaves it open: as many small latents as fill one latent of
/// 64x64 cells (512 pixels of Stable Diffusion), sixteen of those on a GPU.
std::int64_t samplesPerCall(PixelSize latent, bool isGpu) {
    constexpr std::int64_t kCellsPerCall = 64 * 64;
    const std::int64_t budget = kCellsPerCall * (isGpu ? 16 : 1);
    const std::int64_t cells = std::max<std::int64_t>(1, latent.height * latent.width);
    return std::max<std::int64_t>(1, budget / cells);
}

/// Members per call. Where the noise is drawn per batch the numbers must not depend on the machine.
std::int64_t automaticBatch(const RunSettings& settings, PixelSize latent, bool isGpu) {
    if (settings.resize.noiseDraw == NoiseDraw::PerBatch)
        return 1;
    return std::min(samplesPerCall(latent, isGpu), settings.ensemble);
}

/// Empty where the folder knows none of their errors.
std::vector<JudgedTarget> judgedTargets(const weights::ModelFolder& folder,
                                        const std::vector<std::int64_t>& decoded) {
    if (folder.unlit.calibration.is_null())
        return {};
    const weights::Calibration calibration =
        weights::calibrationFromJson(folder.unlit.calibration, weights::unlitFileOf(folder));
    std::vector<JudgedTarget> judged;
    bool isAnyKnown = false;
    for (const std::int64_t index : decoded) {
        const weights::TargetInfo& info = folder.targets[static_cast<std::size_t>(index)];
        judged.push_back({detailTargetOf(info, folder.transfer), {}});
        if (const auto* model = calibration.errorModelFor(info.name)) {
            judged.back().model = *model;
            isAnyKnown = true;
        }
    }
    return isAnyKnown ? judged : std::vector<JudgedTarget>();
}

/// Who names the reference's convention wants its numbers.
DetailMode detailOf(const InferOptions& options) {
    const bool wantsReference =
        options.resizeConvention && *options.resizeConvention != ResizeConvention::Unlit;
    return options.detail.value_or(wantsReference ? DetailMode::Off : DetailMode::Guided);
}

RunSettings settingsOf(const InferOptions& options, const LoadedModel& model) {
    const weights::ModelFolder& folder = model.folder;
    RunSettings settings;
    settings.scheduler = model.scheduler;
    config::WholeLimits steps = inferLimits("steps");
    steps.most =
        static_cast<int>(std::min<std::int64_t>(steps.most, model.scheduler.numTrainTimesteps));
    settings.steps =
        inRange("a number of steps", options.steps.value_or(folder.defaultSteps), steps);
    settings.processingRes = inRange("a processing resolution",
                                     options.processingRes.value_or(folder.defaultProcessingRes),
                                     inferLimits("processing_res"));
    settings.ensemble = inRange("an ensemble", options.ensemble, inferLimits("ensemble"));
    keepToTraining(settings, folder.unlit.beginsWithZeros);
    settings.settledSpread = shareOf(options.settledSpread);
    settings.stopAfter =
        inRange("a number of members", options.stopAfter, inferLimits("stop_after"));
    settings.reduction = options.reduction;
    settings.seed = options.seed;
    settings.matchInputRes = options.matchInputRes;
    settings.inputMethod = methodOf(options.resample);
    settings.outputMethod = settings.inputMethod;
    settings.resize = resizePolicyOf(options.resizeConvention.value_or(folder.resizeConvention));
    settings.concatOrder = options.concatOrder.value_or(folder.concatOrder);
    settings.decodedTargets = chosenTargets(options.targets, model);
    for (const std::int64_t index : settings.decodedTargets)
        settings.targetNames.push_back(folder.targets[static_cast<std::size_t>(index)].name);
    settings.transfer = folder.transfer;
    settings.condition = conditionWord(options.condition, folder);
    settings.guidanceScale = options.condition.guidanceScale;
    chooseFinish(settings, options, folder);
    if (options.uncertainty)
        settings.judged = judgedTargets(folder, settings.decodedTargets);
    return settings;
}

UsedSettings usedBy(const InferOptions& options, const LoadedModel& model, const RunPlan& plan) {
    const RunSettings& settings = plan.settings;
    UsedSettings used;
    used.steps = static_cast<int>(settings.steps);
    used.processingRes = static_cast<int>(settings.processingRes);
    used.ensemble = static_cast<int>(settings.ensemble);
    used.members = used.ensemble;
    used.settledSpread = settings.settledSpread;
    used.reduction = settings.reduction;
    used.seed = settings.seed;
    used.matchInputRes = settings.matchInputRes;
    used.resample = options.resample;
    used.resizeConvention = options.resizeConvention.value_or(model.folder.resizeConvention);
    used.concatOrder = settings.concatOrder;
    used.batchSize = static_cast<int>(settings.batchSize);
    used.precision = model.precision;
    used.device = toString(model.device);
    used.condition = options.condition;
    noteFinish(used, settings, options);
    const PixelSize network = plan.tiles ? plan.tiles->pixels().canvas() : plan.geometry.network;
    used.networkWidth = static_cast<int>(network.width);
    used.networkHeight = static_cast<int>(network.height);
    used.tiled = plan.tiles.has_value();
    if (plan.tiles) {
        used.batchSize = static_cast<int>(plan.tiles->batch);
        used.tileSize = static_cast<int>(plan.tiles->tile);
        used.tileOverlap = static_cast<int>(plan.tiles->overlap);
        used.matchInputRes = true;
    }
    return used;
}

void requireMemory(const LoadedModel& model, const RunPlan& plan) {
    const std::uint64_t needed = plan.tiles ? estimateTiledBytes(model, plan.settings, *plan.tiles)
                                            : estimateRunBytes(model, plan.settings, plan.geometry);
    const auto available = availableBytes();
    if (!model.device.is_cpu() || !available || needed <= *available)
        return;
    const PixelSize size = plan.tiles ? plan.tiles->input : plan.geometry.network;
    throw Error(ErrorKind::OutOfMemory,
                "a picture of " + toString(size) + " pixels needs about " + formatBytes(needed) +
                    " of memory, " + formatBytes(*available) + " are free",
                plan.tiles ? "choose smaller tiles, or a smaller ensemble"
                           : "choose a smaller processing resolution");
}

/// The decoder's last block works on whole pixels with the channels of its last but one. Its norms
/// are in float32 at any precision; measured, 4.2 such tensors live at once.
double decoderBytes(const LoadedModel& model, double pixels) {
    constexpr double kLiveTensors = 4.5;
    const auto& channels = model.targetVae->options().blockOutChannels;
    const auto widest = static_cast<double>(channels.size() > 1 ? channels[1] : channels[0]);
    if (const auto& tiling = model.targetVae->tiling()) {
        const auto side = static_cast<double>(tiling->sampleMinSize);
        pixels = std::min(pixels, side * side);
    }
    return kLiveTensors * widest * pixels * sizeof(float);
}

double pixelsOf(PixelSize size) {
    return static_cast<double>(size.height) * static_cast<double>(size.width);
}

/// Maps of errors to be expected, and the pictures made of them; what is kept for calibrating.
double errorMapBytes(const RunSettings& settings, PixelSize input) {
    constexpr double kMapPlanes = 1 + 3;
    constexpr double kFeaturePlanes = 2 * 4; // as tensors and as pictures
    const double planes = kMapPlanes + (settings.keepsErrorFeatures ? kFeaturePlanes : 0);
    return planes * static_cast<double>(settings.judged.size()) * pixelsOf(input) * sizeof(float);
}

} // namespace

void chooseFinish(RunSettings& settings, const InferOptions& options,
                  const weights::ModelFolder& folder) {
    settings.strengths = strengthsOf(options.strength, folder, settings.decodedTargets);
    settings.detail.clear();
    if (detailOf(options) == DetailMode::Guided)
        for (const std::int64_t index : settings.decodedTargets)
            settings.detail.push_back(
                detailTargetOf(folder.targets[static_cast<std::size_t>(index)], folder.transfer));
}

void noteFinish(UsedSettings& used, const RunSettings& settings, const InferOptions& options) {
    used.strength = std::ranges::min(settings.strengths); // 1, but for an albedo
    used.detail = detailOf(options);
    used.keepBlack = options.keepBlack;
}

std::uint64_t estimateRunBytes(const LoadedModel& model, const RunSettings& settings,
                               const PictureGeometry& geometry) {
    const double networkPixels = pixelsOf(geometry.network);
    const bool hasLarger = settings.beginsWithZeros && settings.ensemble > kOwnSizeViews;
    const double decoder =
        decoderBytes(model, networkPixels * workOfView(hasLarger ? kOwnSizeViews : 0));
    // Decoded members, their deviations, and what is resized out of them.
    constexpr double kColors = 3;
    const double kept = kColors * static_cast<double>(settings.decodedTargets.size());
    const double members =
        2 * kept * static_cast<double>(settings.ensemble) * networkPixels * sizeof(float);
    const double inputPixels = pixelsOf(geometry.input);
    const double results = 3 * kept * inputPixels * sizeof(float);
    return static_cast<std::uint64_t>(decoder + members + results +
                                      errorMapBytes(settings, geometry.input));
}

std::uint64_t estimateTiledBytes(const LoadedModel& model, const RunSettings& settings,
                                 const TileLayout& tiles) {
    const PixelSize tile = tiles.pixels().tileSize();
    const double decoder = decoderBytes(model, std::max(pixelsOf(tile), pixelsOf(tiles.overview)));
    constexpr double kColors = 3;
    const double kept = kColors * static_cast<double>(settings.decodedTargets.size());
    const auto members = static_cast<double>(settings.ensemble);
    // A row of tiles of each member, and what is reduced out of it.
    const double bands = 1.5 * members * kept * static_cast<double>(tile.height) *
                         static_cast<double>(tiles.pixels().canvas().width) * sizeof(float);
    // One canvas a member, and what a step makes of one: sums of whole numbers, and six floats.
    constexpr double kBytesOfStep = 4 * sizeof(double) + 6 * sizeof(float);
    const double canvas = pixelsOf(tiles.cells.canvas()) *
                          static_cast<double>(model.latentChannels() * model.targetCount());
    // Members that are views have none.
    const double canvases = settings.beginsWithZeros ? 1 : members;
    const double latents = canvas * (canvases * sizeof(float) + kBytesOfStep);
    const double results = (members > 1 ? 2 : 1) * kept * pixelsOf(tiles.input) * sizeof(float);
    return static_cast<std::uint64_t>(decoder + bands + latents + results +
                                      errorMapBytes(settings, tiles.input));
}

RunPlan planRun(const InferOptions& options, const LoadedModel& model, PixelSize input) {
    RunPlan plan;
    plan.settings = settingsOf(options, model);
    diffusion::validate(plan.settings.scheduler);
    plan.geometry = planGeometry(input, plan.settings, model.inputVae->options().downscaleFactor());
    inRange("a batch size", options.batchSize, inferLimits("batch_size"));
    plan.settings.batchSize =
        options.batchSize > 0
            ? std::min<std::int64_t>(options.batchSize, plan.settings.ensemble)
            : automaticBatch(plan.settings, plan.geometry.latent(), model.device.is_cuda());
    plan.tiles = layOutTiles(options.tiles, plan.settings, input,
                             model.inputVae->options().downscaleFactor());
    if (plan.tiles) { // one number for tiles and members, so that a side-car gives the same bits
        const bool isOne = plan.settings.resize.noiseDraw == NoiseDraw::PerBatch;
        const std::int64_t automatic =
            isOne ? 1 : samplesPerCall(plan.tiles->cells.tileSize(), model.device.is_cuda());
        plan.tiles->batch = options.batchSize > 0 ? options.batchSize : automatic;
        plan.settings.batchSize = std::min(plan.tiles->batch, plan.settings.ensemble);
    }
    plan.used = usedBy(options, model, plan);
    requireMemory(model, plan);
    return plan;
}

} // namespace unlit::infer
