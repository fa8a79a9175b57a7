#include "core/session/infer/change_strength.h"

#include "core/image/blend.h"
#include "core/image/color/color.h"
#include "core/image/uncertainty_meaning.h"
#include "core/session/infer/correct_by_hand.h"

#include <algorithm>

namespace unlit {

namespace {

/// Of less than this the prediction cannot be told from rounding.
constexpr double kLeastStrength = 0.05;

/// As core/infer/strength.h chooses: an albedo in the numbers of the picture. Where pixels have no
/// light it was brought to linear light to keep theirs.
const TargetPrediction* blendedTarget(const InferenceResult& result) {
    const auto& targets = result.prediction.targets;
    const auto albedo = std::ranges::find(targets, "albedo", &TargetPrediction::name);
    if (albedo == targets.end() || albedo->upToScale || !result.display)
        return nullptr;
    const bool isSame =
        albedo->image.space == result.display->space ||
        (!result.prediction.lightless.empty() && albedo->image.space == ColorSpace::Linear);
    return isSame ? &*albedo : nullptr;
}

bool isExpected(const Image& uncertainty) {
    const auto meaning = uncertainty.metadata.find(kUncertaintyKey);
    return meaning != uncertainty.metadata.end() && meaning->second == kExpectedError;
}

} // namespace

bool canChangeStrength(const InferenceResult& result) {
    if (result.request.strokes)
        return result.uncorrected && canChangeStrength(*result.uncorrected);
    const UsedSettings& used = result.prediction.used;
    const TargetPrediction* albedo = blendedTarget(result);
    const bool isAtFullSize = used.detail == DetailMode::Guided || used.tiled;
    return albedo != nullptr && isAtFullSize && used.strength >= kLeastStrength &&
           !result.request.sequence && albedo->image.width == result.display->width &&
           albedo->image.height == result.display->height &&
           albedo->image.channelCount() == result.display->channelCount();
}

std::shared_ptr<InferenceResult> withStrength(const InferenceResult& result, double strength) {
    if (result.request.strokes) {
        auto corrected =
            withStrokes(withStrength(*result.uncorrected, strength), result.request.strokes);
        corrected->request = result.request;
        return corrected;
    }
    auto changed = std::make_shared<InferenceResult>(result);
    changed->outputs.clear();
    changed->uncertaintyOutputs.clear();
    changed->sidecar.clear();
    const double factor = strength / result.prediction.used.strength;
    changed->prediction.used.strength = strength;
    const auto albedo =
        std::ranges::find(changed->prediction.targets, "albedo", &TargetPrediction::name);
    const Image before = albedo->image;
    if (before.space != result.display->space)
        convertTo(albedo->image, result.display->space);
    blend(albedo->image, *result.display, factor);
    if (before.space != result.display->space)
        convertTo(albedo->image, before.space);
    const auto& lightless = result.prediction.lightless;
    for (std::size_t i = 0; !lightless.empty() && i < before.samples.size(); ++i)
        if (lightless[i % lightless.size()] != 0) // stay as the picture has them, to the last bit
            albedo->image.samples[i] = before.samples[i];
    if (albedo->uncertainty && !isExpected(*albedo->uncertainty))
        for (std::size_t i = 0; i < albedo->uncertainty->samples.size(); ++i)
            if (lightless.empty() || lightless[i % lightless.size()] == 0)
                albedo->uncertainty->samples[i] *= static_cast<float>(factor);
    return changed;
}

} // namespace unlit
