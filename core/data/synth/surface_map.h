// A material's measurable surface as a picture that repeats: base colour, roughness, metal, slopes
// and height, with smaller versions of itself for distant views.
#pragma once

#include "core/data/synth/vector.h"

#include <cstddef>
#include <vector>

namespace unlit::synth {

constexpr float kLowestAlbedo = 0.03F;  ///< per channel, linear: soot and coal
constexpr float kHighestAlbedo = 0.90F; ///< fresh snow, white paint

/// What a pattern says of one place.
struct Texel {
    Vec3 color;             ///< base colour, linear Rec.709
    float roughness = 0.8F; ///< perceptual, [0,1]: GGX alpha = roughness squared
    float metallic = 0;     ///< [0,1]
    float height = 0.5F;    ///< [0,1], in units of the material's relief
};

/// The same, as it is stored and interpolated.
struct SurfaceSample {
    Vec3 color;
    float roughness = 0;
    float metallic = 0;
    float slopeU = 0; ///< height change per tile width along u, in units of relief
    float slopeV = 0;
    float height = 0;
    float cutOut = 0; ///< [0,1]: 1 where an opacity mask says that there is nothing
};

/// Immutable once finished; shared by threads that only read.
class SurfaceMap {
public:
    /// `size`: texels per side, a power of two. Colours are limited to the albedo range, roughness
    /// and metal to [0,1]. Slopes come from the heights.
    SurfaceMap(int size, const std::vector<Texel>& texels);
    /// With slopes of their own, from a normal map.
    SurfaceMap(int size, std::vector<SurfaceSample> samples);

    int size() const { return m_size; }

    /// Of the finest level, row by row.
    const std::vector<SurfaceSample>& texels() const { return m_levels.front(); }

    int levels() const { return static_cast<int>(m_levels.size()); }

    /// Bilinear, repeating; uv in tiles. `level` 0 is the finest, each next one half as wide;
    /// levels beyond the last give the last.
    SurfaceSample sample(Vec2 uv, int level) const;
    float height(Vec2 uv, int level) const;

private:
    void buildLevels();

    int m_size;
    std::vector<std::vector<SurfaceSample>> m_levels;
};

} // namespace unlit::synth
