#include "core/data/doctor/pair_pixels.h"

#include "core/base/error.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

/// Of every 7th sample: exact enough for a yardstick.
float roughMedian(const std::vector<float>& samples) {
    std::vector<float> picked;
    for (std::size_t i = 0; i < samples.size(); i += 7)
        if (std::isfinite(samples[i]) && samples[i] > 0)
            picked.push_back(samples[i]);
    if (picked.empty())
        return 0;
    const auto middle = picked.begin() + static_cast<std::ptrdiff_t>(picked.size() / 2);
    std::nth_element(picked.begin(), middle, picked.end());
    return *middle;
}

/// Counts what is no colour, clears it, and takes its pixels out of `valid`.
BadPixels cleanNumbers(Image& image, std::vector<unsigned char>* valid) {
    BadPixels bad;
    const float limit = -0.01F * roughMedian(image.samples);
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        bool isFinite = true;
        bool isNegative = false;
        for (int c = 0; c < image.channelCount(); ++c) {
            float& sample = image.plane(c)[i];
            isNegative = isNegative || sample < limit;
            isFinite = isFinite && std::isfinite(sample);
            sample = std::isfinite(sample) ? std::max(sample, 0.0F) : 0.0F;
        }
        bad.notFinite += isFinite ? 0 : 1;
        bad.negative += isFinite && isNegative ? 1 : 0;
        if (valid != nullptr && !isFinite)
            (*valid)[i] = 0;
    }
    return bad;
}

void applyAlpha(const std::vector<float>& alpha, std::vector<unsigned char>& valid) {
    if (alpha.size() != valid.size())
        return;
    for (std::size_t i = 0; i < valid.size(); ++i)
        if (alpha[i] < kMaskThreshold)
            valid[i] = 0;
}

/// A mask file: its first channel, or its alpha where the colours say nothing.
std::vector<float> readMask(const PictureSource& source, const PictureRef& picture,
                            PairPixels& pixels) {
    try {
        const LoadedImage loaded = source.read(picture);
        if (loaded.image.width != pixels.beauty.width ||
            loaded.image.height != pixels.beauty.height) {
            pixels.maskProblem =
                "the mask " + picture.path + " is " + std::to_string(loaded.image.width) + "x" +
                std::to_string(loaded.image.height) + ", its beauty " +
                std::to_string(pixels.beauty.width) + "x" + std::to_string(pixels.beauty.height);
            return {};
        }
        const auto plane = loaded.image.plane(0);
        return {plane.begin(), plane.end()};
    } catch (const Error& error) {
        pixels.maskProblem = error.what();
        return {};
    }
}

Image readLinear(const PictureSource& source, const PictureRef& picture, bool& isFloat) {
    LoadedImage loaded = source.read(picture);
    isFloat = loaded.isFloat;
    convertTo(loaded.image, ColorSpace::Linear);
    loaded.image.metadata.clear();
    return std::move(loaded.image);
}

} // namespace

std::vector<float> luminanceOf(const Image& image) {
    std::vector<float> result(image.planeSize());
    const auto red = image.plane(0);
    const auto green = image.plane(1);
    const auto blue = image.plane(2);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = 0.2126F * red[i] + 0.7152F * green[i] + 0.0722F * blue[i]; // ITU-R BT.709-6
    return result;
}

PairPixels readPairPixels(const PictureSource& source, const ListedPair& pair) {
    PairPixels pixels;
    pixels.beauty = readLinear(source, pair.beauty, pixels.beautyIsFloat);
    pixels.albedo = readLinear(source, pair.albedo, pixels.albedoIsFloat);
    pixels.valid.assign(pixels.beauty.planeSize(), 1);
    applyAlpha(pixels.beauty.mask, pixels.valid);
    applyAlpha(pixels.albedo.mask, pixels.valid);
    if (pair.mask) {
        pixels.hasMaskFile = true;
        applyAlpha(readMask(source, *pair.mask, pixels), pixels.valid);
    }
    const auto masked = std::count(pixels.valid.begin(), pixels.valid.end(), 0);
    pixels.maskedOut = static_cast<double>(masked) / static_cast<double>(pixels.valid.size());
    pixels.beautyBad = cleanNumbers(pixels.beauty, &pixels.valid);
    pixels.albedoBad = cleanNumbers(pixels.albedo, pixels.sameSize() ? &pixels.valid : nullptr);
    if (pixels.sameSize()) {
        pixels.beautyY = luminanceOf(pixels.beauty);
        pixels.albedoY = luminanceOf(pixels.albedo);
    }
    return pixels;
}

} // namespace unlit::data
