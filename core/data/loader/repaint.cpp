#include "core/data/loader/repaint.h"

#include "core/data/synth/noise.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace unlit::data {

namespace {

using Colour = std::array<float, 3>;

/// Keeps the factor of black paint finite. Linear, as all below.
constexpr float kDarkest = 0.003F;
/// A surface may become this many times as bright: its light is known as well as its noise allows.
constexpr float kLargestFactor = 6;

constexpr int kMostColours = 6;

/// Hue and saturation at random; dark and light ones are as likely.
Colour drawColour(SampleRandom& random) {
    const double value = std::exp(random.between(std::log(0.03), std::log(0.9)));
    const double saturation = std::pow(random.uniform(), 2.0);
    const double hue = random.between(0, 3);
    Colour colour{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double away = std::abs(hue - static_cast<double>(c)); // on a circle of length 3
        const double share = std::clamp(2 * std::min(away, 3 - away) - 0.5, 0.0, 1.0);
        colour[c] = static_cast<float>(value * (1 - 0.95 * saturation * share));
    }
    return colour;
}

/// Positive, sum 1: a ramp along red tells colours apart that one along luma does not.
Colour drawBrightness(SampleRandom& random) {
    Colour weights{};
    for (float& weight : weights)
        weight = static_cast<float>(random.between(0.05, 1));
    const float sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
    for (float& weight : weights)
        weight /= sum;
    return weights;
}

float brightnessAt(const Image& albedo, std::size_t pixel, const Colour& weights) {
    float sum = 0;
    for (int c = 0; c < 3; ++c)
        sum += weights[static_cast<std::size_t>(c)] * albedo.plane(c)[pixel];
    return encodeSrgb(std::max(sum, 0.0F));
}

Colour onRamp(const std::vector<Colour>& ramp, float place) {
    const auto steps = static_cast<float>(ramp.size() - 1);
    const float at = std::clamp(place, 0.0F, 1.0F) * steps;
    const auto first = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    Colour colour{};
    for (std::size_t c = 0; c < 3; ++c)
        colour[c] = std::lerp(ramp[first][c], ramp[first + 1][c], at - static_cast<float>(first));
    return colour;
}

/// Every valid pixel's colour by its place between the darkest and the lightest of them.
void putOnRamp(Image& albedo, const ValidPixels& valid, const Paint& paint) {
    std::vector<float> places(albedo.planeSize());
    float low = 1;
    float high = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = brightnessAt(albedo, i, paint.brightness);
        if (valid[i] != 0) {
            low = std::min(low, places[i]);
            high = std::max(high, places[i]);
        }
    }
    if (!(high > low))
        return;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Colour colour = onRamp(paint.ramp, (places[i] - low) / (high - low));
        for (int c = 0; c < 3; ++c)
            albedo.plane(c)[i] = colour[static_cast<std::size_t>(c)];
    }
}

/// Nearest pixels: an edge of paint stays one.
Image stretched(const Image& image, int width, int height) {
    const auto place = [](int at, int size, int sizeThere) {
        return static_cast<std::size_t>(at) * static_cast<std::size_t>(sizeThere) /
               static_cast<std::size_t>(size);
    };
    const auto columns = static_cast<std::size_t>(image.width);
    Image result = makeImage(width, height, image.channels, image.space);
    for (int c = 0; c < image.channelCount(); ++c) {
        const std::span<const float> from = image.plane(c);
        auto sample = result.plane(c).begin();
        for (int y = 0; y < height; ++y) {
            const std::size_t row = place(y, height, image.height) * columns;
            for (int x = 0; x < width; ++x)
                *sample++ = from[row + place(x, width, image.width)];
        }
    }
    return result;
}

/// What lies around a thing on black, for one.
bool isNothing(const Image& paint, std::size_t pixel) {
    return paint.plane(0)[pixel] + paint.plane(1)[pixel] + paint.plane(2)[pixel] <= 0;
}

bool isPaintedAt(const Paint& paint, const Image& image, std::size_t pixel) {
    if (paint.patches <= 0)
        return true;
    const auto width = static_cast<std::size_t>(image.width);
    const float scale =
        static_cast<float>(paint.patches) / static_cast<float>(std::max(image.width, image.height));
    const std::size_t row = pixel / width;
    const synth::Vec2 place{static_cast<float>(pixel % width) * scale,
                            static_cast<float>(row) * scale};
    constexpr int never = 4096; // cells until the pattern repeats
    return synth::fractalNoise(place, {never, never}, paint.patchSeed, 2) > 0;
}

/// Three planes of linear light, finite and from 0 to 1.
Image paintFrom(const Image& albedo) {
    Image paint = toDisplay(albedo, ColorSpace::Srgb, 0.0).image;
    convertTo(paint, ColorSpace::Linear);
    return paint;
}

bool hasColours(const Image& image) {
    return image.channelCount() >= 3 && image.space != ColorSpace::Raw;
}

Colour factorsAt(const Image& before, const Image& after, std::size_t pixel) {
    Colour factors{};
    for (int c = 0; c < 3; ++c)
        factors[static_cast<std::size_t>(c)] =
            (after.plane(c)[pixel] + kDarkest) / (before.plane(c)[pixel] + kDarkest);
    return factors;
}

void multiplyAt(Image& light, std::size_t pixel, const Colour& factors) {
    for (int c = 0; c < std::min(light.channelCount(), 3); ++c)
        light.plane(c)[pixel] *= factors[static_cast<std::size_t>(c)];
}

} // namespace

std::optional<Paint> drawPaint(double chance, SampleRandom& random) {
    const bool isPainted = random.chance(chance);
    Paint paint;
    paint.isBorrowed = random.chance(0.5);
    const bool hasRamp = random.chance(0.5) || !paint.isBorrowed;
    const bool isInPatches = random.chance(0.35);
    const double patches = std::exp(random.between(std::log(1.5), std::log(16)));
    paint.patches = isInPatches ? patches : 0;
    paint.patchSeed = static_cast<std::uint32_t>(random.bits());
    paint.brightness = drawBrightness(random);
    const auto colours = static_cast<std::size_t>(2 + random.below(kMostColours - 1));
    for (int i = 0; i < kMostColours; ++i)
        paint.ramp.push_back(drawColour(random));
    paint.ramp.resize(hasRamp ? colours : 0);
    return isPainted ? std::optional(paint) : std::nullopt;
}

void repaint(PairImages& pair, const ValidPixels& valid, const Paint& paint,
             const Image* borrowed) {
    if (!pair.albedo || !hasColours(pair.beauty) || !hasColours(pair.targets[*pair.albedo]))
        return;
    Image& albedo = pair.targets[*pair.albedo];
    const ColorSpace albedoSpace = albedo.space;
    const ColorSpace beautySpace = pair.beauty.space;
    const Image before = paintFrom(albedo);
    Image after = before;
    if (paint.isBorrowed && borrowed != nullptr)
        after = stretched(paintFrom(*borrowed), albedo.width, albedo.height);
    if (!paint.ramp.empty())
        putOnRamp(after, valid, paint);
    convertTo(albedo, ColorSpace::Linear);
    convertTo(pair.beauty, ColorSpace::Linear);
    for (std::size_t i = 0; i < valid.size(); ++i) {
        if (valid[i] == 0 || !isPaintedAt(paint, albedo, i))
            continue;
        const Colour factors = factorsAt(before, after, i);
        if (*std::ranges::max_element(factors) > kLargestFactor || isNothing(after, i))
            continue;
        multiplyAt(pair.beauty, i, factors);
        if (pair.residual)
            multiplyAt(pair.targets[*pair.residual], i, factors);
        for (int c = 0; c < std::min(albedo.channelCount(), 3); ++c)
            albedo.plane(c)[i] = after.plane(c)[i];
    }
    convertTo(albedo, albedoSpace);
    convertTo(pair.beauty, beautySpace);
}

} // namespace unlit::data
