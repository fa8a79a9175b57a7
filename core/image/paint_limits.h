// Which pixels of an albedo are darker or brighter than the paint of real surfaces.
#pragma once

#include "core/image/image.h"

#include <cstddef>
#include <span>

namespace unlit {

/// Reflectance in linear light. Black paint reflects 0.02 to 0.15, white paint up to 0.9, fresh
/// snow up to 0.95 (Oke, see measured_albedos.cpp): few surfaces lie outside of 0.02 to 0.9.
struct PaintLimits {
    double low = 0.02;
    double high = 0.9;
    bool operator==(const PaintLimits&) const = default;
};

/// Both limits are about a pixel's brightest channel: paint of one strong colour is nearly black in
/// the others, and reflects no more in its own than white does. On the limit is inside.
constexpr bool isTooDark(float brightest, const PaintLimits& limits) {
    return brightest < static_cast<float>(limits.low);
}

constexpr bool isTooBright(float brightest, const PaintLimits& limits) {
    return brightest > static_cast<float>(limits.high);
}

struct PaintShares {
    double below = 0;       ///< of `pixels` whose brightest channel is too dark, 0 to 1
    double above = 0;       ///< of those whose brightest channel is too bright, 0 to 1
    std::size_t pixels = 0; ///< that count; 0 = there are no shares
};

/// Of the pixels that say something: mask above 0, not in `lightless` (1 = without light; empty =
/// all have light, else of the picture's size), every channel a finite number. `albedo`: linear, or
/// encoded for a display; `scale`: its light is multiplied by this before it is looked at, above 0.
/// Throws Error::internal for raw numbers and for a `lightless` of another size. Any thread.
PaintShares measurePaint(const Image& albedo, std::span<const unsigned char> lightless,
                         const PaintLimits& limits, double scale = 1);

} // namespace unlit
