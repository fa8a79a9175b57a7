#include "core/data/loader/validity.h"

#include "core/base/error.h"
#include "core/data/black_albedo.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kAlphaThreshold = 0.5F;

void keepWhere(const std::vector<float>& values, float threshold, ValidPixels& valid) {
    if (values.size() != valid.size())
        return;
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (!(values[i] >= threshold))
            valid[i] = 0;
}

/// True where all channels are below black.
bool isBlackAt(const Image& image, std::size_t pixel, float black) {
    for (int c = 0; c < image.channelCount(); ++c)
        if (!(image.plane(c)[pixel] < black))
            return false;
    return true;
}

void keepByFile(const Image& mask, const Image& beauty, ValidPixels& valid) {
    if (mask.width != beauty.width || mask.height != beauty.height)
        throw Error::invalidInput("the mask is " + std::to_string(mask.width) + "x" +
                                      std::to_string(mask.height) + ", its beauty " +
                                      std::to_string(beauty.width) + "x" +
                                      std::to_string(beauty.height),
                                  "make it again, or leave it out of the list");
    const auto plane = mask.plane(0);
    constexpr float above127 = 127.5F / 255.0F;
    keepWhere({plane.begin(), plane.end()}, above127, valid);
}

void dropBlackAlbedo(const Image& beauty, const Image& albedo, ValidPixels& valid) {
    const float albedoBlack = blackIn(albedo.space);
    const float beautyBlack = blackIn(beauty.space);
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (isBlackAt(albedo, i, albedoBlack) && !isBlackAt(beauty, i, beautyBlack))
            valid[i] = 0;
}

} // namespace

void dropNotFinite(const Image& image, ValidPixels& valid) {
    for (int c = 0; c < image.channelCount(); ++c) {
        const auto plane = image.plane(c);
        for (std::size_t i = 0; i < valid.size(); ++i)
            if (!std::isfinite(plane[i]))
                valid[i] = 0;
    }
}

ValidPixels validPixels(const PairImages& pair, const MaskPolicy& policy) {
    ValidPixels valid(pair.beauty.planeSize(), 1);
    if (policy.useAlpha) {
        keepWhere(pair.beauty.mask, kAlphaThreshold, valid);
        for (const Image& target : pair.targets)
            keepWhere(target.mask, kAlphaThreshold, valid);
    }
    if (policy.useFile && pair.mask)
        keepByFile(*pair.mask, pair.beauty, valid);
    dropNotFinite(pair.beauty, valid);
    for (const Image& target : pair.targets)
        dropNotFinite(target, valid);
    if (policy.excludeBlackAlbedo && pair.albedo)
        dropBlackAlbedo(pair.beauty, pair.targets[*pair.albedo], valid);
    return valid;
}

} // namespace unlit::data
