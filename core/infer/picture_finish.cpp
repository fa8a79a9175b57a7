#include "core/infer/picture_finish.h"

#include "core/image/color/color.h"
#include "core/image/fill_lightless.h"
#include "core/infer/detail/detail_target.h"
#include "core/infer/ensemble/member_size.h"
#include "core/infer/padding.h"
#include "core/infer/uncertainty.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"
#include "core/weights/target_space.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace unlit::infer {

namespace {

/// The same for all channels: it is an error of colours.
Image expectedErrorImage(const torch::Tensor& expected_HW) {
    Image image = toRawImage(expected_HW.expand({3, -1, -1}));
    image.metadata[kUncertaintyKey] = kExpectedError;
    return image;
}

Image featuresImage(const torch::Tensor& features_4HW) {
    const torch::Tensor features = features_4HW.contiguous();
    std::vector<std::string> names;
    for (const std::string_view name : evaluate::kErrorFeatureNames)
        names.emplace_back(name);
    Image image = makeImage(static_cast<int>(features.size(2)), static_cast<int>(features.size(1)),
                            names, ColorSpace::Raw);
    std::copy_n(features.data_ptr<float>(), image.samples.size(), image.samples.begin());
    return image;
}

/// What was cut out may have any colour.
void blacken(Image& display, const LightMap& light) {
    for (std::size_t i = 0; i < display.samples.size(); ++i)
        if (light.pixels[i % light.pixels.size()] == PixelLight::None)
            display.samples[i] = 0;
}

} // namespace

PictureFinish::PictureFinish(const weights::ModelFolder& folder, const Image& display, RunPlan plan)
    : m_folder(folder), m_display(display), m_plan(std::move(plan)) {
    if (m_plan.used.keepBlack == KeepBlack::Off)
        return;
    m_light = findLight(display);
    if (!m_light.isAnyLightless() || m_light.isAllLightless())
        return;
    m_filled = display;
    fillLightless(m_filled, m_light);
    m_black = display;
    blacken(m_black, m_light);
}

torch::Tensor PictureFinish::detailPicture() const {
    return m_black.empty() ? torch::Tensor() : viewOf(m_black);
}

RunInput PictureFinish::input() const {
    return {.picture_13HW = viewOf(shown()),
            .detail_13HW = detailPicture(),
            .networkInput = {},
            .initialNoise = {}};
}

torch::Tensor PictureFinish::litAt(const NetworkAnswer& answer) const {
    if (m_light.pixels.empty())
        return {};
    const torch::Tensor lit =
        interpolate(litPixels().unsqueeze(0).unsqueeze(0), answer.geometry.processing,
                    Interpolation::Bilinear, Antialias::On);
    const torch::Tensor padded = padReplicate(lit, answer.geometry.padding)[0][0];
    const torch::Tensor& decoded = answer.reduced.prediction;
    return padded.narrow(0, 0, decoded.size(2)).narrow(1, 0, decoded.size(3)).contiguous();
}

/// Learned beside the black, not from what was filled in: that black is deep shadow is right
/// for the dark sides of things (docs/large-images.md, Cut-outs).
torch::Tensor PictureFinish::litPixels() const {
    torch::Tensor lit = torch::empty({m_display.height, m_display.width});
    std::ranges::transform(m_light.pixels, lit.data_ptr<float>(),
                           [](PixelLight light) { return light == PixelLight::Lit ? 1.0F : 0.0F; });
    return lit;
}

/// A picture without any light has no paint to be seen.
Prediction PictureFinish::nothingToSee() const {
    Prediction prediction = emptyPrediction(m_plan.settings.ensemble);
    for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept)
        addTarget(prediction, kept,
                  makeImage(m_display.width, m_display.height, {"R", "G", "B"},
                            colorSpaceOf(targetAt(kept), m_folder.transfer)),
                  prediction.used.members > 1 || !m_plan.settings.judged.empty()
                      ? std::optional(makeImage(m_display.width, m_display.height, {"R", "G", "B"},
                                                ColorSpace::Raw))
                      : std::nullopt,
                  nullptr);
    keepLightless(prediction);
    return prediction;
}

Prediction PictureFinish::predictionOf(const RunResult& result) const {
    std::vector<Image> pictures;
    std::vector<Image> uncertainties;
    for (std::size_t kept = 0; kept < m_plan.settings.decodedTargets.size(); ++kept) {
        const auto at = static_cast<std::int64_t>(kept);
        pictures.push_back(toImage(result.prediction_K3HW[at], ColorSpace::Raw));
        if (result.uncertainty_K3HW.defined())
            uncertainties.push_back(toRawImage(result.uncertainty_K3HW[at]));
    }
    return predictionOf(std::move(pictures), std::move(uncertainties), result.judged,
                        result.members);
}

Prediction PictureFinish::predictionOf(std::vector<Image> pictures,
                                       std::vector<Image> uncertainties,
                                       const std::vector<JudgedPicture>& judged,
                                       std::int64_t members) const {
    Prediction prediction = emptyPrediction(members);
    for (std::size_t kept = 0; kept < pictures.size(); ++kept) {
        std::optional<Image> uncertainty;
        if (!uncertainties.empty())
            uncertainty = std::move(uncertainties[kept]);
        pictures[kept].space = colorSpaceOf(targetAt(kept), m_folder.transfer);
        addTarget(prediction, kept, std::move(pictures[kept]), std::move(uncertainty),
                  judged.empty() ? nullptr : &judged[kept]);
    }
    keepLightless(prediction);
    return prediction;
}

/// They stay as they are seen, and nothing is known of them.
void PictureFinish::keepLightless(Prediction& prediction) const {
    if (!m_light.isAnyLightless())
        return;
    const std::size_t plane = m_display.planeSize();
    const auto isSameSize = [plane](const Image& image) { return image.planeSize() == plane; };
    if (!std::ranges::all_of(prediction.targets, isSameSize, &TargetPrediction::image))
        return;
    prediction.lightless.resize(plane);
    for (std::size_t i = 0; i < plane; ++i)
        prediction.lightless[i] = m_light.pixels[i] == PixelLight::None ? 1 : 0;
    for (std::size_t kept = 0; kept < prediction.targets.size(); ++kept)
        keepLightless(prediction.targets[kept],
                      detailTargetOf(targetAt(kept), m_folder.transfer).rule, prediction.lightless);
}

/// Paint is what is seen; light and other values are none.
void PictureFinish::keepLightless(TargetPrediction& target, DetailRule rule,
                                  const std::vector<unsigned char>& lightless) const {
    const ColorSpace space = target.image.space;
    for (std::size_t at = 0; at < target.image.samples.size(); ++at) {
        if (lightless[at % lightless.size()] == 0)
            continue;
        float& value = target.image.samples[at];
        if (rule != DetailRule::Paint)
            value = 0;
        else if (space == m_display.space)
            value = m_display.samples[at];
        else
            value = encodeDisplay(decodeDisplay(m_display.samples[at], m_display.space), space);
        if (target.uncertainty)
            target.uncertainty->samples[at] = 1;
    }
}

const weights::TargetInfo& PictureFinish::targetAt(std::size_t kept) const {
    return m_folder.targets[static_cast<std::size_t>(m_plan.settings.decodedTargets[kept])];
}

Prediction PictureFinish::emptyPrediction(std::int64_t members) const {
    Prediction prediction;
    prediction.used = m_plan.used;
    prediction.used.members = static_cast<int>(members);
    prediction.used.memberWork =
        workOfMembers(prediction.used.members, m_plan.settings.beginsWithZeros);
    return prediction;
}

void PictureFinish::addTarget(Prediction& prediction, std::size_t kept, Image picture,
                              std::optional<Image> uncertainty, const JudgedPicture* judged) const {
    const weights::TargetInfo& target = targetAt(kept);
    if (judged != nullptr && judged->expected_HW.defined())
        uncertainty = expectedErrorImage(judged->expected_HW);
    else if (uncertainty)
        calibrateUncertainty(*uncertainty, target.name, prediction.used, m_folder);
    prediction.targets.push_back({.name = target.name,
                                  .image = std::move(picture),
                                  .uncertainty = std::move(uncertainty),
                                  .upToScale = target.upToScale,
                                  .subTargets = target.subTargets});
    if (judged != nullptr && judged->features_4HW.defined())
        prediction.targets.back().errorFeatures = featuresImage(judged->features_4HW);
}

} // namespace unlit::infer
