#include "core/train/training_model.h"

#include "core/base/error.h"
#include "core/infer/text_embedder.h"
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

/// What `trained` is told from now on.
void takeCondition(weights::ModelFolder& trained, const config::ConditionConfig& condition) {
    const std::int64_t own = weights::classesOf(trained);
    const std::string& unet = trained.unet.folder.string();
    if (condition.kind == ConditionKind::Text) {
        if (own > 0)
            throw Error::invalidInput(unet + " has classes, and condition.kind is text",
                                      "set condition.kind to class");
        trained.unlit.seesText = true;
        return;
    }
    if (own == 0 && !condition.classes)
        throw Error::invalidInput(unet + " has no classes, and nothing says how many to make",
                                  "set condition.classes");
    if (own > 0 && condition.classes.value_or(own) != own)
        throw Error::invalidInput(unet + " has " + std::to_string(own) +
                                      " classes, and condition.classes is " +
                                      std::to_string(*condition.classes),
                                  "take condition.classes out");
    if (own == 0)
        trained.unet.config = nn::classedConfig(std::move(trained.unet.config), *condition.classes);
}

void adapt(infer::LoadedModel& model, const weights::ModelFolder& stored,
           const weights::ModelFolder& trained) {
    const auto targets = static_cast<std::int64_t>(trained.targets.size());
    if (!stored.seesImage)
        nn::widenUnet(model.unet, targets);
    else if (stored.unlit.concatOrder && *stored.unlit.concatOrder != trained.concatOrder)
        nn::exchangeConcatOrder(model.unet, targets, *stored.unlit.concatOrder);
    if (const std::int64_t classes = weights::classesOf(trained);
        classes != model.unet->options().classes)
        model.unet->setClasses(classes);
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
    if (options.condition)
        takeCondition(folder, *options.condition);
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
    if (trained.unlit.seesText) {
        result.model->texts = std::make_shared<infer::TextEmbedder>(trained, result.model->device,
                                                                    /*keepsEncoder=*/true);
        result.model->emptyText_1LD = result.model->texts->embed("");
    }
    result.model->scheduler = scheduler;
    result.base = weights::toSave(trained);
    result.base.isRandom = false;
    result.base.forgetMeasurements();
    result.base.trainedConcatOrder.reset(); // from now on it is the training's own
    return result;
}

} // namespace unlit::train
