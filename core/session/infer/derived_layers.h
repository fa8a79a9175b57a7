// What follows from a picture and its albedo: the light that fell on it, and what neither explains.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// beauty = albedo * shading + residual, per channel, exactly up to rounding.
struct DerivedLayers {
    Image shading;  ///< Linear, >= 0 for a beauty >= 0; always finite
    Image residual; ///< Linear; 0 but where the albedo is nearly black
};

/// Both in linear light, R,G,B with the same primaries, and of one size. Shading is beauty ÷
/// albedo; where the albedo is below kDarkestAlbedo it is divided by that instead, so that black
/// stays finite, and the rest goes into the residual. Pixels of the beauty that are no finite
/// numbers give 0 in both.
DerivedLayers deriveLayers(const Image& beauty, const Image& albedo);

/// Darker than any real surface: black velvet reflects some 0.004.
constexpr float kDarkestAlbedo = 1.0F / 1024;

} // namespace unlit
