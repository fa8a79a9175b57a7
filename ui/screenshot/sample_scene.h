// A small scene, traced and shaded here, whose beauty, albedo, shading and uncertainty are known:
// what pictures of the window show.
#pragma once

#include "core/image/image.h"

namespace unlit::ui {

struct SampleScene {
    Image beauty;      ///< scene-linear Rec.709: albedo x shading + highlights
    Image albedo;      ///< sRGB
    Image shading;     ///< scene-linear, 0..1
    Image uncertainty; ///< raw, large where light and shadow meet
};

/// Deterministic in its arguments. `variant` 0..3 moves sun, camera and colours.
SampleScene drawSampleScene(int width, int height, int variant);

} // namespace unlit::ui
