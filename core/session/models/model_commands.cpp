#include "core/session/models/model_commands.h"

#include "core/diffusion/scheduler_config.h"
#include "core/infer/ensemble/member_size.h"
#include "core/nn/vae/vae_options.h"
#include "core/weights/calibration.h"
#include "core/weights/files/weight_files.h"
#include "core/weights/model_folder.h"
#include "core/weights/target_space.h"

#include <algorithm>
#include <set>

namespace unlit {

namespace fs = std::filesystem;
using weights::Component;
using weights::ModelFolder;

namespace {

std::string dtypeName(weights::TensorType type) {
    switch (type) {
    case weights::TensorType::Float64:
        return "float64";
    case weights::TensorType::Float32:
        return "float32";
    case weights::TensorType::Float16:
        return "float16";
    case weights::TensorType::BFloat16:
        return "bfloat16";
    default:
        return "integer";
    }
}

/// Whole numbers (position ids) are no parameters and do not make a file "mixed".
ComponentSummary summarise(const Component& component) {
    ComponentSummary summary;
    summary.name = component.name;
    summary.className = component.className;
    if (component.kind == weights::ComponentKind::Tokenizer ||
        component.kind == weights::ComponentKind::Scheduler)
        return summary;
    std::set<std::string> dtypes;
    for (const weights::SafetensorsFile& file : weights::openWeightFiles(component.folder)) {
        for (const auto& [name, info] : file.tensors()) {
            ++summary.tensors;
            summary.bytes += info.bytes();
            if (!weights::isFloating(info.dtype))
                continue;
            summary.parameters += static_cast<std::uint64_t>(info.elements());
            dtypes.insert(dtypeName(info.dtype));
        }
    }
    summary.dtype = dtypes.size() == 1 ? *dtypes.begin() : dtypes.empty() ? "none" : "mixed";
    return summary;
}

} // namespace

ModelSummary inspectModel(const fs::path& folder) {
    const ModelFolder model = weights::openModelFolder(folder);
    ModelSummary summary;
    summary.folder = model.path;
    summary.className = model.className;
    summary.components = {summarise(model.unet), summarise(model.vaeAlbedo)};
    if (model.hasTwoVaes)
        summary.components.push_back(summarise(model.vaeBeauty));
    for (const Component* const part : {&model.textEncoder, &model.tokenizer, &model.scheduler})
        summary.components.push_back(summarise(*part));
    for (const weights::TargetInfo& target : model.targets)
        summary.targets.push_back(target.name);
    summary.concatOrder = toString(model.concatOrder);
    summary.concatOrderReason = model.concatOrderReason;
    summary.resizeConvention = toString(model.resizeConvention);
    summary.predictionType = diffusion::toString(
        diffusion::schedulerConfigFromJson(model.scheduler.config).predictionType);
    summary.transfer = toString(model.transfer);
    summary.headroomEv = model.headroomEv;
    summary.vaeFactor = model.vaeFactor;
    summary.latentChannels = model.latentChannels;
    const nn::AutoencoderKLOptions vae = nn::vaeOptionsFromJson(model.vaeAlbedo.config);
    summary.scalingFactor = vae.scalingFactor;
    if (vae.quantizer)
        summary.quantizer = vae.quantizer->text();
    summary.defaultSteps = model.defaultSteps;
    summary.defaultProcessingRes = model.defaultProcessingRes;
    summary.provenance = model.unlit.provenance;
    summary.isRandom = model.unlit.isRandom;
    summary.isOneStep = model.unlit.beginsWithZeros;
    if (summary.isOneStep) { // as the plan of a run has it
        summary.defaultSteps = 1;
        summary.mostMembers = infer::kMemberViews;
    }
    summary.hasStrength = std::ranges::any_of(model.targets, [&model](const auto& target) {
        return infer::canBlend(target, model.transfer);
    });
    if (summary.hasStrength)
        summary.strength = model.unlit.strength.value_or(1);
    summary.classes = static_cast<int>(weights::classesOf(model));
    summary.seesText = model.unlit.seesText;
    if (!model.unlit.calibration.is_null()) {
        const weights::Calibration calibration =
            weights::calibrationFromJson(model.unlit.calibration, weights::unlitFileOf(model));
        summary.calibration = weights::describe(calibration);
        summary.knowsErrors = calibration.knowsErrors();
    }
    return summary;
}

} // namespace unlit
