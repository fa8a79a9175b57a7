// Scenes of a few lines whose pictures can be calculated by hand.
#pragma once

#include "core/data/synth/renderer.h"
#include "core/data/synth/scene.h"

#include <cmath>
#include <memory>

namespace unlit::synth::test {

/// One colour everywhere, or `other` in every second of 8 x 8 squares.
inline Material flatMaterial(Vec3 color, Vec3 other) {
    constexpr int size = 64;
    std::vector<Texel> texels(size * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            texels[static_cast<std::size_t>(y * size + x)] = {
                ((x / 8 + y / 8) & 1) != 0 ? other : color, 0.9F, 0, 0.5F};
    Material material;
    material.family = "test";
    material.map = std::make_shared<SurfaceMap>(size, texels);
    material.specular = 0;
    return material;
}

inline Material flatMaterial(Vec3 color) {
    return flatMaterial(color, color);
}

/// A square of `half` metres each way in the plane y = 0, facing up.
inline Part floorPart(float half, int cells = 8) {
    return {meshOfPatch(cells, cells,
                        [half](float s, float t) {
                            return Vec3{half * (2 * s - 1), 0, -half * (2 * t - 1)};
                        }),
            {},
            {}};
}

/// A square of side 2 half that stands on y = 0 at this z and faces +z.
inline Part wallPart(float half, float z) {
    return {meshOfPatch(8, 8,
                        [half](float s, float t) {
                            return Vec3{half * (2 * s - 1), 2 * half * t, 0};
                        }),
            {},
            {0, 0, z}};
}

inline Camera cameraAt(Vec3 position, Vec3 target, float tangent) {
    const Vec3 back = normalized(position - target);
    const Vec3 up = std::abs(back.y) > 0.99F ? Vec3{0, 0, -1} : Vec3{0, 1, 0};
    const Vec3 right = normalized(cross(up, back));
    return {position, {right, cross(back, right), back}, tangent};
}

inline Sky uniformSky(Vec3 radiance) {
    SkySettings settings;
    settings.zenith = settings.horizon = settings.below = radiance;
    return Sky(settings);
}

inline Vec3 pixelOf(const Image& image, int x, int y) {
    const auto i = static_cast<std::size_t>(y * image.width + x);
    const std::size_t plane = image.planeSize();
    return {image.samples[i], image.samples[plane + i], image.samples[2 * plane + i]};
}

} // namespace unlit::synth::test
