#include "core/train/validation/pipeline_validator.h"

#include "core/base/error.h"
#include "core/data/loader/geometry.h"
#include "core/infer/detail/detail_target.h"
#include "core/infer/tensor_run.h"
#include "core/weights/target_space.h"

#include <algorithm>

namespace unlit::train {

namespace {

infer::Interpolation interpolationOf(const std::string& name) {
    const auto method =
        infer::interpolationFromTorchName(name == "nearest" ? "nearest-exact" : name);
    if (!method)
        throw Error::invalidInput("validation.resample_method is \"" + name + "\"",
                                  "use bilinear, bicubic or nearest");
    return *method;
}

} // namespace

PipelineValidator::PipelineValidator(infer::LoadedModel& model, config::ValidationConfig validation,
                                     config::EvalConfig evaluation)
    : Validator(std::move(validation), std::move(evaluation)), m_model(model) {
    (void)interpolationOf(this->validation().resampleMethod);
}

void PipelineValidator::begin(const ValidationSet& set) {
    m_model.unet->eval();
    m_settings = settingsFor(targetsOf(set));
}

std::vector<std::string> PipelineValidator::measuredNames(const data::Dataset& set) const {
    return set.targetNames();
}

std::vector<std::int64_t> PipelineValidator::targetsOf(const ValidationSet& set) const {
    const std::vector<weights::TargetInfo>& made = m_model.folder.targets;
    const std::vector<std::string> names = set.pairs->targetNames();
    if (names.size() == 1 && made.size() == 1)
        return {0}; // whatever either calls it
    std::vector<std::int64_t> targets;
    for (const std::string& name : names) {
        const auto found = std::ranges::find(made, name, &weights::TargetInfo::name);
        if (found == made.end())
            throw Error::invalidInput("the set " + set.name + " has the target '" + name +
                                          "', which the model does not make",
                                      "validate on a set of the model's targets");
        targets.push_back(found - made.begin());
    }
    return targets;
}

infer::RunSettings PipelineValidator::settingsFor(const std::vector<std::int64_t>& targets) const {
    infer::RunSettings settings;
    settings.steps = validation().denoisingSteps;
    settings.ensemble = validation().ensembleSize;
    settings.processingRes = validation().processingRes;
    settings.matchInputRes = validation().matchInputRes;
    settings.inputMethod = interpolationOf(validation().resampleMethod);
    settings.outputMethod = settings.inputMethod;
    settings.resize = infer::resizePolicyOf(ResizeConvention::Marigold);
    settings.resize.noiseDraw = infer::NoiseDraw::PerBatch;
    settings.batchSize = 1;
    settings.concatOrder = m_model.folder.concatOrder;
    settings.decodedTargets = targets;
    settings.targetNames.clear();
    settings.transfer = m_model.folder.transfer;
    for (const std::int64_t target : targets) {
        const weights::TargetInfo& info = m_model.folder.targets[static_cast<std::size_t>(target)];
        settings.targetNames.push_back(info.name);
        if (validation().detail == "guided")
            settings.detail.push_back(infer::detailTargetOf(info, settings.transfer));
    }
    settings.scheduler = m_model.scheduler;
    infer::keepToTraining(settings, m_model.folder.unlit.beginsWithZeros);
    return settings;
}

std::optional<ValidatedPicture> PipelineValidator::predict(const data::Sample& sample,
                                                           const Seed& seed,
                                                           const std::stop_token& stop) {
    m_settings.seed = seed.low64();
    m_settings.condition = sample.condition;
    const infer::RunSettings& settings = m_settings;
    const auto result = infer::runTensors(
        m_model,
        {.picture_13HW = toUnit(sample.beauty_CHW).unsqueeze(0),
         .networkInput = {},
         .initialNoise = {}},
        settings,
        {.progress = {}, .stop = stop, .trace = nullptr, .finishEarly = {}, .preview = {}});
    if (!result)
        return {};
    // Without match_input_res predictions have the network's size, and are measured at that.
    const torch::Tensor& made_K3HW = result->prediction_K3HW;
    const data::Sample seen =
        data::resized(sample, {.resize = infer::PixelSize{made_K3HW.size(2), made_K3HW.size(3)}});
    ValidatedPicture picture = pictureOf(seen);
    for (std::size_t i = 0; i < settings.decodedTargets.size(); ++i) {
        const auto& info =
            m_model.folder.targets[static_cast<std::size_t>(settings.decodedTargets[i])];
        const auto plane = static_cast<std::int64_t>(i);
        ValidatedTarget target{info.name,
                               infer::colorSpaceOf(info, m_model.folder.transfer),
                               made_K3HW[plane].clamp(0, 1),
                               toUnit(seen.targets_TCHW.at(i)),
                               {}};
        if (result->uncertainty_K3HW.defined())
            target.uncertainty = result->uncertainty_K3HW[plane];
        measure({.name = info.name,
                 .isDisplayEncoded = info.predictionSpace == weights::PredictionSpace::Srgb,
                 .upToScale = info.upToScale,
                 .transfer = m_model.folder.transfer},
                target, picture);
        picture.targets.push_back(std::move(target));
    }
    return picture;
}

} // namespace unlit::train
