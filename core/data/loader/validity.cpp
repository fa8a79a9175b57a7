#include "core/data/loader/validity.h"

#include "core/base/error.h"
#include "core/image/color.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kAlphaThreshold = 0.5F;
constexpr float kBlack = 0.002F; // linear, as the pair doctor says it

void keepWhere(const std::vector<float>& values, float threshold,
               std::vector<unsigned char>& valid) {
    if (values.size() != valid.size())
        return;
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (!(values[i] >= threshold))
            valid[i] = 0;
}

void dropNotFinite(const Image& image, std::vector<unsigned char>& valid) {
    for (int c = 0; c < image.channelCount(); ++c) {
        const auto plane = image.plane(c);
        for (std::size_t i = 0; i < valid.size(); ++i)
            if (!std::isfinite(plane[i]))
                valid[i] = 0;
    }
}

float linearBlack(ColorSpace space) {
    return isDisplayEncoded(space) ? encodeSrgb(kBlack) : kBlack;
}

/// True where all channels are below black.
bool isBlackAt(const Image& image, std::size_t pixel, float black) {
    for (int c = 0; c < image.channelCount(); ++c)
        if (!(image.plane(c)[pixel] < black))
            return false;
    return true;
}

} // namespace

std::vector<unsigned char> validPixels(const Image& beauty, const Image& albedo,
                                       const Image* maskFile, const MaskPolicy& policy) {
    std::vector<unsigned char> valid(beauty.planeSize(), 1);
    if (policy.useAlpha) {
        keepWhere(beauty.mask, kAlphaThreshold, valid);
        keepWhere(albedo.mask, kAlphaThreshold, valid);
    }
    if (policy.useFile && maskFile != nullptr) {
        if (maskFile->width != beauty.width || maskFile->height != beauty.height)
            throw Error::invalidInput("the mask is " + std::to_string(maskFile->width) + "x" +
                                          std::to_string(maskFile->height) + ", its beauty " +
                                          std::to_string(beauty.width) + "x" +
                                          std::to_string(beauty.height),
                                      "make it again, or leave it out of the list");
        const auto plane = maskFile->plane(0);
        constexpr float above127 = 127.5F / 255.0F;
        keepWhere({plane.begin(), plane.end()}, above127, valid);
    }
    dropNotFinite(beauty, valid);
    dropNotFinite(albedo, valid);
    if (policy.excludeBlackAlbedo) {
        const float albedoBlack = linearBlack(albedo.space);
        const float beautyBlack = linearBlack(beauty.space);
        for (std::size_t i = 0; i < valid.size(); ++i)
            if (isBlackAt(albedo, i, albedoBlack) && !isBlackAt(beauty, i, beautyBlack))
                valid[i] = 0;
    }
    return valid;
}

} // namespace unlit::data
