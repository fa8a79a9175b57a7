#include "core/data/synth/surface_map.h"

namespace unlit::synth {

namespace {

Vec3 limited(Vec3 color) {
    return {std::clamp(color.x, kLowestAlbedo, kHighestAlbedo),
            std::clamp(color.y, kLowestAlbedo, kHighestAlbedo),
            std::clamp(color.z, kLowestAlbedo, kHighestAlbedo)};
}

SurfaceSample weighted(const SurfaceSample& a, float wa, const SurfaceSample& b, float wb) {
    return {a.color * wa + b.color * wb,       a.roughness * wa + b.roughness * wb,
            a.metallic * wa + b.metallic * wb, a.slopeU * wa + b.slopeU * wb,
            a.slopeV * wa + b.slopeV * wb,     a.height * wa + b.height * wb,
            a.cutOut * wa + b.cutOut * wb};
}

std::vector<SurfaceSample> halved(const std::vector<SurfaceSample>& from, std::size_t size) {
    const std::size_t half = size / 2;
    std::vector<SurfaceSample> to(half * half);
    for (std::size_t y = 0; y < half; ++y)
        for (std::size_t x = 0; x < half; ++x) {
            const SurfaceSample* row = &from[2 * y * size + 2 * x];
            to[y * half + x] = weighted(weighted(row[0], 0.5F, row[1], 0.5F), 0.5F,
                                        weighted(row[size], 0.5F, row[size + 1], 0.5F), 0.5F);
        }
    return to;
}

/// The four texels around a place, and the weights of the right and lower ones.
struct Corners {
    std::size_t index[4];
    float right;
    float lower;
};

Corners cornersAt(Vec2 uv, std::size_t size) {
    const float x = uv.x * static_cast<float>(size) - 0.5F;
    const float y = uv.y * static_cast<float>(size) - 0.5F;
    const float floorX = std::floor(x);
    const float floorY = std::floor(y);
    const std::size_t mask = size - 1; // a power of two: wrapping is a mask
    const auto x0 = static_cast<std::size_t>(static_cast<long>(floorX)) & mask;
    const auto y0 = static_cast<std::size_t>(static_cast<long>(floorY)) & mask;
    const std::size_t x1 = (x0 + 1) & mask;
    const std::size_t y1 = (y0 + 1) & mask;
    return {
        {y0 * size + x0, y0 * size + x1, y1 * size + x0, y1 * size + x1}, x - floorX, y - floorY};
}

} // namespace

SurfaceMap::SurfaceMap(int size, const std::vector<Texel>& texels) : m_size(size) {
    const auto side = static_cast<std::size_t>(size);
    const float perTile = 0.5F * static_cast<float>(size);
    std::vector<SurfaceSample> samples(side * side);
    const auto at = [&](std::size_t x, std::size_t y) {
        return texels[(y & (side - 1)) * side + (x & (side - 1))].height;
    };
    for (std::size_t y = 0; y < side; ++y)
        for (std::size_t x = 0; x < side; ++x) {
            const Texel& texel = texels[y * side + x];
            samples[y * side + x] = {texel.color,
                                     texel.roughness,
                                     texel.metallic,
                                     (at(x + 1, y) - at(x + side - 1, y)) * perTile,
                                     (at(x, y + 1) - at(x, y + side - 1)) * perTile,
                                     texel.height,
                                     0};
        }
    m_levels.push_back(std::move(samples));
    buildLevels();
}

SurfaceMap::SurfaceMap(int size, std::vector<SurfaceSample> samples) : m_size(size) {
    m_levels.push_back(std::move(samples));
    buildLevels();
}

void SurfaceMap::buildLevels() {
    for (SurfaceSample& sample : m_levels.front()) {
        sample.color = limited(sample.color);
        sample.roughness = clamp01(sample.roughness);
        sample.metallic = clamp01(sample.metallic);
    }
    for (auto side = static_cast<std::size_t>(m_size); side > 1; side /= 2)
        m_levels.push_back(halved(m_levels.back(), side));
}

SurfaceSample SurfaceMap::sample(Vec2 uv, int level) const {
    const auto chosen = static_cast<std::size_t>(std::clamp(level, 0, levels() - 1));
    const std::vector<SurfaceSample>& texels = m_levels[chosen];
    const Corners c = cornersAt(uv, static_cast<std::size_t>(m_size) >> chosen);
    const SurfaceSample upper =
        weighted(texels[c.index[0]], 1 - c.right, texels[c.index[1]], c.right);
    const SurfaceSample lower =
        weighted(texels[c.index[2]], 1 - c.right, texels[c.index[3]], c.right);
    return weighted(upper, 1 - c.lower, lower, c.lower);
}

float SurfaceMap::height(Vec2 uv, int level) const {
    const auto chosen = static_cast<std::size_t>(std::clamp(level, 0, levels() - 1));
    const std::vector<SurfaceSample>& texels = m_levels[chosen];
    const Corners c = cornersAt(uv, static_cast<std::size_t>(m_size) >> chosen);
    return mix(mix(texels[c.index[0]].height, texels[c.index[1]].height, c.right),
               mix(texels[c.index[2]].height, texels[c.index[3]].height, c.right), c.lower);
}

} // namespace unlit::synth
