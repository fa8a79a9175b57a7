// Other colours on the surfaces of a pair, under the same light.
#pragma once

#include "core/data/loader/pair_images.h"
#include "core/data/loader/sample_random.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace unlit::data {

/// A change of albedos that was drawn for one sample.
struct Paint {
    /// Colours in linear light along a ramp, in equal steps: an albedo's place on it is where the
    /// brightness of its colour lies among those of the picture. Empty: colours stay.
    std::vector<std::array<float, 3>> ramp;
    std::array<float, 3> brightness{}; ///< what R, G, B count for the place; sum 1
    bool isBorrowed = false;           ///< the albedo of another pair is put on first
    /// Paint is put only where a pattern of this many waves across the picture is high; 0:
    /// everywhere.
    double patches = 0;
    std::uint32_t patchSeed = 0;
};

/// Nothing, or a paint that is not empty. Always takes the same number of draws.
std::optional<Paint> drawPaint(double chance, SampleRandom& random);

/// Paints the valid pixels: the albedo anew, and the beauty (and a residual, where there is one) by
/// the factor between the new albedo and the old, channel by channel, as light that falls on a
/// diffuse surface has it. Where that factor would be large, because the old albedo is dark and so
/// does not tell its light, and where a borrowed albedo is black, no paint sticks. `borrowed`: the
/// other pair's albedo, for paints that borrow; of any size, stretched to this one's; whatever its
/// colour space. Nothing happens without an albedo in colour. Light from one surface to the next is
/// not computed anew. Source: a picture is its albedo times its shading (Barrow and Tenenbaum,
/// "Recovering Intrinsic Scene Characteristics from Images", 1978).
void repaint(PairImages& pair, const ValidPixels& valid, const Paint& paint, const Image* borrowed);

} // namespace unlit::data
