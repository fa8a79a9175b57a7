#include "core/data/loader/photometry.h"

#include "core/data/loader/jpeg_round_trip.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace unlit::data {

namespace {

/// Reinhard's curve with a white point. Source: Reinhard, Stark, Shirley, Ferwerda, "Photographic
/// Tone Reproduction for Digital Images" (2002), equation 4.
float rolledOff(float linear, float white) {
    const float x = std::max(linear, 0.0F);
    return x * (1 + x / (white * white)) / (1 + x);
}

void scale(std::span<float> plane, double stops) {
    const auto factor = static_cast<float>(std::exp2(stops));
    for (float& sample : plane)
        sample *= factor;
}

double exposureOf(const Image& linear, bool wasEncoded, const ExposurePolicy& exposure) {
    if (exposure.fixedEv)
        return *exposure.fixedEv;
    return wasEncoded ? 0 : autoExposure(linear);
}

} // namespace

PhotometricDraw drawPhotometric(const PhotometricOptions& options, SampleRandom& random) {
    PhotometricDraw draw;
    draw.exposureEv = random.between(-1, 1) * options.exposureEv;
    draw.redEv = random.between(-1, 1) * options.whiteBalance;
    draw.blueEv = random.between(-1, 1) * options.whiteBalance;
    const double white = random.between(2, 8);
    if (random.chance(options.toneCurveChance))
        draw.whitePoint = white;
    draw.noise = random.uniform() * options.noise;
    draw.noiseSeed = random.bits();
    constexpr int highestQuality = 95;
    const int lowest = std::clamp(options.jpegLowestQuality, 1, highestQuality);
    const auto quality = lowest + static_cast<int>(random.below(highestQuality - lowest + 1));
    if (random.chance(options.jpegChance))
        draw.jpegQuality = quality;
    return draw;
}

Image showBeauty(const Image& beauty, ColorSpace transfer, const ExposurePolicy& exposure,
                 const PhotometricDraw& draw) {
    if (!draw.changesLight())
        return toDisplay(beauty, transfer, exposure.fixedEv, exposure.headroomEv).image;
    Image linear = beauty;
    const bool wasEncoded = isDisplayEncoded(beauty.space);
    const bool isScene = !wasEncoded && beauty.space != ColorSpace::Raw;
    convertTo(linear, ColorSpace::Linear);
    const double stops = exposureOf(linear, wasEncoded, exposure) + draw.exposureEv -
                         (isScene ? exposure.headroomEv : 0);
    scale(linear.plane(0), stops + draw.redEv);
    scale(linear.plane(1), stops);
    scale(linear.plane(2), stops + draw.blueEv);
    if (draw.whitePoint)
        for (float& sample : linear.samples)
            sample = rolledOff(sample, static_cast<float>(*draw.whitePoint));
    return toDisplay(linear, transfer, 0.0).image;
}

void spoil(Image& shown, const PhotometricDraw& draw) {
    if (draw.noise > 0) {
        SampleRandom random(draw.noiseSeed, 0, 0);
        for (std::size_t i = 0; i < shown.samples.size(); i += 2) {
            // Box-Muller: two normal deviates at a time.
            const double radius = std::sqrt(-2 * std::log(1 - random.uniform())) * draw.noise;
            const double angle = 2 * std::numbers::pi * random.uniform();
            const std::array deviates = {radius * std::cos(angle), radius * std::sin(angle)};
            for (std::size_t k = 0; k < 2 && i + k < shown.samples.size(); ++k)
                shown.samples[i + k] =
                    std::clamp(shown.samples[i + k] + static_cast<float>(deviates[k]), 0.0F, 1.0F);
        }
    }
    if (!draw.jpegQuality)
        return;
    constexpr float white = 255;
    std::vector<std::uint8_t> pixels(3 * shown.planeSize());
    for (std::size_t i = 0; i < shown.planeSize(); ++i)
        for (int c = 0; c < 3; ++c)
            pixels[3 * i + static_cast<std::size_t>(c)] =
                static_cast<std::uint8_t>(std::lround(shown.plane(c)[i] * white));
    jpegRoundTrip(pixels, shown.width, shown.height, *draw.jpegQuality);
    for (std::size_t i = 0; i < shown.planeSize(); ++i)
        for (int c = 0; c < 3; ++c)
            shown.plane(c)[i] =
                static_cast<float>(pixels[3 * i + static_cast<std::size_t>(c)]) / white;
}

} // namespace unlit::data
