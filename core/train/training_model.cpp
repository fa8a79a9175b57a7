#include "core/train/training_model.h"

#include "core/base/error.h"
#include "core/nn/precision.h"
#include "core/nn/unet/adapt_unet.h"
#include "core/weights/start/model_recipe.h"

#include <algorithm>

namespace unlit::train {

namespace {

std::vector<std::string> namesOf(const std::vector<weights::TargetInfo>& targets) {
    std::vector<std::string> names;
    for (const weights::TargetInfo& target : targets)
        names.push_back(target.name);
    return names;
}

/// In another order each target would go on from the weights of another one.
void requireSameTargets(const weights::ModelFolder& folder,
                        const std::vector<weights::TargetInfo>& wanted) {
    if (folder.targets.size() != wanted.size())
        throw Error::invalidInput(
            folder.unet.folder.string() + " makes " + std::to_string(folder.targets.size()) +
                " targets, the config asks for " + std::to_string(wanted.size()),
            "list as many under pipeline.kwargs.target_properties, or "
            "start from a text-to-image model");
    const std::vector<std::string> made = namesOf(folder.targets);
    const std::vector<std::string> names = namesOf(wanted);
    if (made != names && std::ranges::is_permutation(made, names))
        throw Error::invalidInput(folder.unet.folder.string() +
                                      " makes the targets of the config in another order, " +
                                      made.front() + " first",
                                  "list target_names, and the files of the sets, in its order");
}

void adapt(infer::LoadedModel& model, const weights::ModelFolder& stored,
           const weights::ModelFolder& trained) {
    const auto targets = static_cast<std::int64_t>(trained.targets.size());
    if (!stored.seesImage)
        nn::widenUnet(model.unet, targets);
    else if (stored.unlit.concatOrder && *stored.unlit.concatOrder != trained.concatOrder)
        nn::exchangeConcatOrder(model.unet, targets, *stored.unlit.concatOrder);
    // Memory layouts as after loading: the last bit of a convolution depends on them, and a run
    // that is resumed loads what another one has adapted.
    nn::setPrecision(*model.unet, torch::kFloat32, model.device);
}

} // namespace

std::vector<weights::TargetInfo> targetsOf(const config::PipelineConfig& config) {
    return weights::targetsOf(config);
}

nlohmann::json schedulerWith(nlohmann::json json, const config::NoiseSchedulerConfig& config) {
    if (config.predictionType)
        json["prediction_type"] = *config.predictionType;
    if (config.rescaleBetasZeroSnr)
        json["rescale_betas_zero_snr"] = *config.rescaleBetasZeroSnr;
    if (config.timestepSpacing)
        json["timestep_spacing"] = *config.timestepSpacing;
    return json;
}

weights::ModelFolder trainedFolder(weights::ModelFolder folder,
                                   const TrainingModelOptions& options) {
    const auto targets = static_cast<std::int64_t>(options.targets.size());
    if (!folder.seesImage) {
        folder.unet.config = nn::widenedConfig(folder.unet.config, targets);
        folder.seesImage = true;
        folder.unlit = {};
        folder.concatOrder = options.concatOrder.value_or(ConcatOrder::NoisyFirst);
        folder.concatOrderReason = "widened for training";
    } else {
        requireSameTargets(folder, options.targets);
        const ConcatOrder own = folder.unlit.concatOrder
                                    ? folder.unlit.trainedConcatOrder.value_or(folder.concatOrder)
                                    : folder.concatOrder;
        folder.concatOrder = options.concatOrder.value_or(own);
    }
    folder.unlit.beginsWithZeros = options.beginsWithZeros;
    folder.targets = options.targets;
    folder.scheduler.config = options.scheduler;
    folder.defaultSteps = options.defaultSteps.value_or(folder.defaultSteps);
    folder.defaultProcessingRes =
        options.defaultProcessingRes.value_or(folder.defaultProcessingRes);
    return folder;
}

TrainingModel loadTrainingModel(const weights::ModelFolder& folder,
                                const TrainingModelOptions& options) {
    const weights::ModelFolder trained = trainedFolder(folder, options);
    const auto scheduler = diffusion::schedulerConfigFromJson(
        trained.scheduler.config, trained.scheduler.configFile.string());
    diffusion::validate(scheduler);
    TrainingModel result;
    result.model = infer::loadModelForTraining(folder, options.device);
    adapt(*result.model, folder, trained);
    result.model->folder = trained;
    result.model->scheduler = scheduler;
    result.base = weights::toSave(trained);
    result.base.isRandom = false;
    result.base.forgetMeasurements();
    result.base.trainedConcatOrder.reset(); // from now on it is the training's own
    return result;
}

} // namespace unlit::train
