// A scene to its pictures: beauty, albedo, mask, and the light that lies between them.
#pragma once

#include "core/data/synth/scene.h"
#include "core/image/image.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace unlit::synth {

struct RenderSettings {
    int size = 256;          ///< pixels per side
    int samples = 4;         ///< per pixel, at least 1
    bool smoothLight = true; ///< false: as the samples say, noise included
    std::uint64_t seed = 0;
};

/// All pictures have the same size and are scene-linear Rec.709, the mask excepted (raw, one
/// plane). For every pixel and channel beauty = albedo · irradiance + specular, where the mask
/// is 1.
struct RenderedPair {
    Image beauty;
    Image albedo; ///< base colour in [0.03, 0.9], of metal too; 0 where nothing was hit
    Image mask;   ///< 1 where all samples of the pixel met a surface that is not cut out, else 0
    Image irradiance; ///< divided by pi; where the surface is metal its diffuse share only
    Image specular;
};

/// Exposure untouched: see exposeTo. Empty when `stop` was requested. The result depends on scene
/// and settings only.
std::optional<RenderedPair> render(const Scene& scene, const RenderSettings& settings,
                                   const std::stop_token& stop);

/// Multiplies beauty, irradiance and specular by one number, so that the mean log luminance of the
/// beauty where the mask is 1 becomes `brightness`; returns that number. 1 for a picture without
/// light.
float exposeTo(RenderedPair& pair, float brightness);

} // namespace unlit::synth
