// Shadows of things that a picture does not show.
#pragma once

#include "core/data/loader/pair_images.h"
#include "core/data/loader/sample_random.h"

#include <array>
#include <cstdint>
#include <optional>

namespace unlit::data {

enum class ShadowShape {
    Edge,   ///< of a wall: a line, more or less straight
    Round,  ///< of one thing
    Leaves, ///< many spots
    Bars,   ///< of a fence or a blind
};

/// A shadow that was drawn for one sample. Lengths in shares of the picture's longer side.
struct CastShadow {
    ShadowShape shape = ShadowShape::Edge;
    double x = 0.5; ///< where it begins or has its middle; the left upper corner is 0, 0
    double y = 0.5;
    double angle = 0;                   ///< radians
    double size = 0.3;                  ///< radius, or how far one spot or bar lies from the next
    double softness = 0;                ///< from the darkest to the lightest place of its border
    std::array<float, 3> left{1, 1, 1}; ///< what is left of the light where it is darkest, R, G, B
    std::uint32_t seed = 0;             ///< of what is irregular about it
};

/// Always takes the same number of draws.
std::optional<CastShadow> drawShadow(double chance, SampleRandom& random);

/// How deep in the shadow a place is: 0 = lit, 1 = where it is darkest.
float depthAt(const CastShadow& shadow, float x, float y);

/// Darkens the beauty, a shading and a residual in linear light; the albedo is what it was.
void castShadow(PairImages& pair, const CastShadow& shadow);

} // namespace unlit::data
