#include "core/image/paint_limits.h"

#include "core/base/error.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit {

namespace {

/// Curves only rise: limits are encoded once in place of each pixel being decoded.
PaintLimits limitsIn(ColorSpace space, const PaintLimits& limits, double scale) {
    const auto in = [&](double light) {
        return static_cast<double>(encodeDisplay(static_cast<float>(light / scale), space));
    };
    return {in(limits.low), in(limits.high)};
}

bool isLeftOut(const Image& image, std::span<const unsigned char> lightless, std::size_t at) {
    return (!image.mask.empty() && !(image.mask[at] > 0)) ||
           (!lightless.empty() && lightless[at] != 0);
}

/// Not a number where a channel is none.
float brightestChannel(const Image& image, std::size_t at) {
    float brightest = -std::numeric_limits<float>::infinity();
    for (int channel = 0; channel < image.channelCount(); ++channel) {
        const float value = image.plane(channel)[at];
        if (!std::isfinite(value))
            return std::numeric_limits<float>::quiet_NaN();
        brightest = std::max(brightest, value);
    }
    return brightest;
}

} // namespace

PaintShares measurePaint(const Image& albedo, std::span<const unsigned char> lightless,
                         const PaintLimits& limits, double scale) {
    if (albedo.space == ColorSpace::Raw)
        throw Error::internal("paint limits of numbers that are no colours");
    if (!lightless.empty() && lightless.size() != albedo.planeSize())
        throw Error::internal("pixels without light of a picture of another size");
    const PaintLimits stored = limitsIn(albedo.space, limits, scale);
    PaintShares shares;
    std::size_t below = 0;
    std::size_t above = 0;
    for (std::size_t at = 0; at < albedo.planeSize(); ++at) {
        if (isLeftOut(albedo, lightless, at))
            continue;
        const float brightest = brightestChannel(albedo, at);
        if (std::isnan(brightest))
            continue;
        ++shares.pixels;
        below += isTooDark(brightest, stored) ? 1 : 0;
        above += isTooBright(brightest, stored) ? 1 : 0;
    }
    if (shares.pixels > 0) {
        shares.below = static_cast<double>(below) / static_cast<double>(shares.pixels);
        shares.above = static_cast<double>(above) / static_cast<double>(shares.pixels);
    }
    return shares;
}

} // namespace unlit
