#include "core/session/infer/albedo_scale.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/session/infer/derived_layers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace unlit {

namespace {

constexpr int kAnchorReachPx = 2; // to each side: 5 x 5 pixels

bool isShadingName(const std::string& name) {
    return name == "shading" || name.ends_with("_shading");
}

bool isShading(const TargetPrediction& target) {
    return target.image.space != ColorSpace::Raw && isShadingName(target.name);
}

bool hasLight(const Image& albedo, std::span<const unsigned char> lightless, std::size_t at) {
    return (lightless.empty() || lightless[at] == 0) &&
           (albedo.mask.empty() || albedo.mask[at] > 0);
}

/// Of linear Rec.709 light; ITU-R BT.709-6.
float luminanceAt(const Image& albedo, std::size_t at) {
    const auto light = [&](int channel) {
        return decodeDisplay(albedo.plane(channel)[at], albedo.space);
    };
    if (albedo.channelCount() == 1)
        return light(0);
    return 0.2126F * light(0) + 0.7152F * light(1) + 0.0722F * light(2);
}

std::string pointText(int x, int y) {
    return std::to_string(x) + "," + std::to_string(y);
}

} // namespace

bool isPaint(const TargetPrediction& target) {
    return target.image.space != ColorSpace::Raw && !target.upToScale && !isShading(target) &&
           target.name != "residual";
}

bool isPaint(const weights::TargetInfo& target) {
    return target.predictionSpace != weights::PredictionSpace::Stack && !target.upToScale &&
           !isShadingName(target.name) && target.name != "residual";
}

const TargetPrediction* paintOf(const Prediction& prediction) {
    const TargetPrediction* first = nullptr;
    for (const TargetPrediction& target : prediction.targets) {
        if (!isPaint(target))
            continue;
        if (target.name == "albedo")
            return &target;
        if (first == nullptr)
            first = &target;
    }
    return first;
}

double lightFactor(const TargetPrediction& target, double scale) {
    if (isPaint(target))
        return scale;
    return isShading(target) ? 1 / scale : 1;
}

Image scaledPicture(const TargetPrediction& target, std::span<const unsigned char> lightless,
                    double scale) {
    Image picture = target.image;
    const auto factor = static_cast<float>(lightFactor(target, scale));
    if (factor == 1)
        return picture;
    const ColorSpace own = picture.space;
    if (isDisplayEncoded(own))
        convertTo(picture, ColorSpace::Linear);
    for (float& sample : picture.samples)
        sample *= factor;
    if (isDisplayEncoded(own))
        convertTo(picture, own);
    const std::size_t plane = picture.planeSize();
    if (lightless.size() != plane)
        return picture;
    for (std::size_t at = 0; at < picture.samples.size(); ++at)
        if (lightless[at % plane] != 0)
            picture.samples[at] = target.image.samples[at];
    return picture;
}

double anchoredScale(const Image& albedo, std::span<const unsigned char> lightless, int x, int y,
                     double value) {
    const auto indexOf = [&](int column, int row) {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(albedo.width) +
               static_cast<std::size_t>(column);
    };
    if (!hasLight(albedo, lightless, indexOf(x, y)))
        throw Error::invalidInput("the anchor " + pointText(x, y) +
                                      " lies on a pixel without light, whose paint nobody knows",
                                  "choose a point of the surface that is lit");
    std::vector<float> around;
    for (int row = std::max(0, y - kAnchorReachPx);
         row <= std::min(albedo.height - 1, y + kAnchorReachPx); ++row)
        for (int column = std::max(0, x - kAnchorReachPx);
             column <= std::min(albedo.width - 1, x + kAnchorReachPx); ++column) {
            const float light = luminanceAt(albedo, indexOf(column, row));
            if (hasLight(albedo, lightless, indexOf(column, row)) && std::isfinite(light))
                around.push_back(light);
        }
    std::ranges::sort(around);
    const std::size_t middle = around.size() / 2;
    const double median = around.empty()           ? 0.0
                          : around.size() % 2 == 1 ? around[middle]
                                                   : (around[middle - 1] + around[middle]) / 2.0;
    if (!(median > kDarkestAlbedo))
        throw Error::invalidInput("the albedo around the anchor " + pointText(x, y) +
                                      " is black, and no factor makes it another",
                                  "choose a point whose paint is brighter");
    return value / median;
}

double anchoredScale(const InferenceResult& result, const AlbedoAnchor& anchor) {
    const TargetPrediction* paint = paintOf(result.prediction);
    if (paint == nullptr)
        throw Error::invalidInput("there is no albedo among the results that could be anchored",
                                  "leave --anchor out, or keep the albedo (--targets)");
    const Image& input = *result.input;
    if (anchor.x < 0 || anchor.y < 0 || anchor.x >= input.width || anchor.y >= input.height)
        throw Error::invalidInput("the anchor " + pointText(anchor.x, anchor.y) +
                                      " lies outside of " + result.request.input.string() +
                                      ", which has " + sizeText(input) + " pixels",
                                  "count from 0 at the upper left corner");
    // Results of another size cover the same rectangle.
    const Image& albedo = paint->image;
    const auto inside = [](int place, int count, int from) {
        return std::min(static_cast<int>((place + 0.5) * count / from), count - 1);
    };
    const auto& lightless = result.prediction.lightless;
    const bool isSameSize = lightless.size() == albedo.planeSize();
    return anchoredScale(albedo,
                         isSameSize ? std::span<const unsigned char>(lightless)
                                    : std::span<const unsigned char>(),
                         inside(anchor.x, albedo.width, input.width),
                         inside(anchor.y, albedo.height, input.height), anchor.value);
}

} // namespace unlit
