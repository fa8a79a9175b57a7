#include "core/image/color/color.h"

#include "core/base/error.h"
#include "core/image/color/chromaticities.h"
#include "core/image/in_pieces.h"
#include "core/image/lightless.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace unlit {

namespace {

constexpr double kDisplayWhite = 0.8; // where the bright end of a scene goes, linear
constexpr double kBrightEnd = 0.95;   // percentile that counts as the bright end
constexpr double kMostStops = 126;    // 2^126 is the last power whose inverse is a normal float
constexpr float kLogGain = 100.0F;    // of ColorSpace::Log100
constexpr float kLuminanceWeights[3] = {0.2126F, 0.7152F, 0.0722F}; // ITU-R BT.709-6

template <class Change>
void changeEach(Image& image, const Change& change) {
    float* values = image.samples.data();
    inPieces(image.samples.size(), [&](std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i)
            values[i] = change(values[i]);
    });
}

// To scene-linear Rec.709 and back: every conversion goes through it.
void toLinear(Image& image) {
    if (isDisplayEncoded(image.space))
        changeEach(image,
                   [space = image.space](float value) { return decodeDisplay(value, space); });
    else if (image.space == ColorSpace::AcesCg)
        applyMatrix(image, rgbToRgb(kAp1, kRec709));
    image.space = ColorSpace::Linear;
}

void fromLinear(Image& image, ColorSpace target) {
    if (isDisplayEncoded(target))
        changeEach(image, [target](float value) { return encodeDisplay(value, target); });
    else if (target == ColorSpace::AcesCg)
        applyMatrix(image, rgbToRgb(kRec709, kAp1));
    image.space = target;
}

float luminance(const Image& image, std::size_t pixel) {
    if (image.channelCount() < 3)
        return image.samples[pixel];
    float sum = 0;
    for (int c = 0; c < 3; ++c)
        sum += kLuminanceWeights[c] * image.plane(c)[pixel];
    return sum;
}

std::size_t replaceBadPixels(Image& image) {
    std::size_t bad = 0;
    for (std::size_t pixel = 0; pixel < image.planeSize(); ++pixel) {
        bool isBad = false;
        for (int c = 0; c < image.channelCount(); ++c) {
            float& value = image.plane(c)[pixel];
            if (std::isfinite(value))
                continue;
            isBad = true;
            if (std::isnan(value))
                value = 0;
            else // so large that every exposure clips it, and finite
                value = std::copysign(1e30F, value);
        }
        bad += isBad ? 1 : 0;
    }
    return bad;
}

void repeatGrey(Image& image) {
    if (image.channelCount() == 1) {
        const std::vector<float> grey = image.samples;
        image.samples.insert(image.samples.end(), grey.begin(), grey.end());
        image.samples.insert(image.samples.end(), grey.begin(), grey.end());
        image.channels = {"R", "G", "B"};
    }
    if (image.channelCount() != 3)
        throw Error::invalidInput("an image of " + std::to_string(image.channelCount()) +
                                      " channels cannot be shown as a colour",
                                  "use an image or layer with R, G, B or one grey channel");
}

double exposureOf(const Image& image) {
    if (image.space == ColorSpace::Linear)
        return autoExposure(image);
    Image linear = image;
    toLinear(linear);
    return autoExposure(linear);
}

void expose(Image& image, double stops) {
    const auto factor = static_cast<float>(std::exp2(std::clamp(stops, -kMostStops, kMostStops)));
    changeEach(image, [factor](float value) { return value * factor; });
}

void clip(Image& image) {
    changeEach(image, [](float value) { return std::clamp(value, 0.0F, 1.0F); });
}

} // namespace

float encodeSrgb(float linear) {
    const float magnitude = std::abs(linear);
    if (magnitude <= 0.0031308F)
        return 12.92F * linear;
    const float power = std::pow(magnitude, 1.0F / 2.4F);
    // 1.055 * power - 0.055, in a form that gives exactly 1 for 1.
    return std::copysign(power + 0.055F * (power - 1.0F), linear);
}

float decodeSrgb(float encoded) {
    const float magnitude = std::abs(encoded);
    const float linear =
        magnitude <= 0.04045F ? magnitude / 12.92F : std::pow((magnitude + 0.055F) / 1.055F, 2.4F);
    return std::copysign(linear, encoded);
}

float encodeDisplay(float linear, ColorSpace space) {
    const float magnitude = std::abs(linear);
    switch (space) {
    case ColorSpace::Srgb:
        return encodeSrgb(linear);
    case ColorSpace::Gamma22:
        return std::copysign(std::pow(magnitude, 1.0F / 2.2F), linear);
    case ColorSpace::Log100:
        return std::copysign(std::log1p(kLogGain * magnitude) / std::log1p(kLogGain), linear);
    case ColorSpace::Linear:
    case ColorSpace::AcesCg:
    case ColorSpace::Raw:
        break;
    }
    return linear;
}

float decodeDisplay(float encoded, ColorSpace space) {
    const float magnitude = std::abs(encoded);
    switch (space) {
    case ColorSpace::Srgb:
        return decodeSrgb(encoded);
    case ColorSpace::Gamma22:
        return std::copysign(std::pow(magnitude, 2.2F), encoded);
    case ColorSpace::Log100:
        return std::copysign(std::expm1(magnitude * std::log1p(kLogGain)) / kLogGain, encoded);
    case ColorSpace::Linear:
    case ColorSpace::AcesCg:
    case ColorSpace::Raw:
        break;
    }
    return encoded;
}

void applyMatrix(Image& image, const Matrix3& matrix) {
    if (image.channelCount() != 3)
        return; // grey is grey in every RGB space with the same kind of white
    const std::span<float> red = image.plane(0);
    const std::span<float> green = image.plane(1);
    const std::span<float> blue = image.plane(2);
    inPieces(image.planeSize(), [&](std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            const double r = red[i];
            const double g = green[i];
            const double b = blue[i];
            red[i] = static_cast<float>(matrix[0][0] * r + matrix[0][1] * g + matrix[0][2] * b);
            green[i] = static_cast<float>(matrix[1][0] * r + matrix[1][1] * g + matrix[1][2] * b);
            blue[i] = static_cast<float>(matrix[2][0] * r + matrix[2][1] * g + matrix[2][2] * b);
        }
    });
}

void convertTo(Image& image, ColorSpace target) {
    if (image.space == target || image.space == ColorSpace::Raw || target == ColorSpace::Raw) {
        image.space = target;
        return;
    }
    toLinear(image);
    if (target != ColorSpace::Linear)
        fromLinear(image, target);
}

double autoExposure(const Image& image) {
    const LightMap light = findLight(image);
    std::vector<float> values;
    values.reserve(image.planeSize());
    bool anyPositive = false;
    for (std::size_t pixel = 0; pixel < image.planeSize(); ++pixel) {
        if (light.isAnyLightless() && light.pixels[pixel] == PixelLight::None)
            continue;
        if (!image.mask.empty() && !(image.mask[pixel] > 0))
            continue;
        const float value = luminance(image, pixel);
        if (!std::isfinite(value))
            continue;
        values.push_back(value);
        anyPositive = anyPositive || value > 0;
    }
    if (!anyPositive)
        return 0;
    const auto brightEnd = [&] {
        const auto rank =
            static_cast<std::size_t>(std::ceil(kBrightEnd * static_cast<double>(values.size()))) -
            1;
        const auto position = values.begin() + static_cast<std::ptrdiff_t>(rank);
        std::nth_element(values.begin(), position, values.end());
        return static_cast<double>(*position);
    };
    double bright = brightEnd();
    if (bright <= 0) { // a small bright thing on black: judge by what is lit
        std::erase_if(values, [](float value) { return !(value > 0); });
        bright = brightEnd();
    }
    return std::clamp(std::log2(kDisplayWhite / bright), -kMostStops, kMostStops);
}

DisplayImage toDisplay(const Image& image, ColorSpace transfer, std::optional<double> exposureEv,
                       double headroomEv) {
    if (!isDisplayEncoded(transfer))
        throw Error::internal("toDisplay needs a display transfer, not " +
                              std::string(toString(transfer)));
    DisplayImage result{image, 0, false, 0};
    Image& shown = result.image;
    repeatGrey(shown);
    const bool isScene = !isDisplayEncoded(shown.space) && shown.space != ColorSpace::Raw;
    result.exposureWasAuto = isScene && !exposureEv;
    // Of the picture as it came: replaced pixels must not decide the exposure.
    if (result.exposureWasAuto)
        result.exposureEv = exposureOf(shown);
    result.badPixels = replaceBadPixels(shown);
    if (shown.space == ColorSpace::Raw) {
        clip(shown);
        shown.space = transfer;
        return result;
    }
    if (exposureEv)
        result.exposureEv = *exposureEv;
    if (!isScene && result.exposureEv == 0 && shown.space == transfer) {
        clip(shown); // untouched values stay exactly what the file says
        return result;
    }
    toLinear(shown);
    expose(shown, result.exposureEv - (isScene ? headroomEv : 0));
    clip(shown);
    fromLinear(shown, transfer);
    clip(shown);
    return result;
}

} // namespace unlit
