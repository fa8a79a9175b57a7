#include "core/data/synth/shape_parts.h"

#include "core/data/synth/noise.h"

#include <array>

namespace unlit::synth {

Part partOf(Mesh mesh, Random& random) {
    const Vec3 shift = {random.range(-5, 5), random.range(-5, 5), random.range(-5, 5)};
    for (Vec3& place : mesh.texturePositions)
        place += shift;
    return {std::move(mesh), {}, {}};
}

Frame turnedAroundY(float angle) {
    return {
        {std::cos(angle), 0, -std::sin(angle)}, {0, 1, 0}, {std::sin(angle), 0, std::cos(angle)}};
}

Frame anyTurn(Random& random, float tilt) {
    const Vec3 up = normalized({random.range(-tilt, tilt), 1, random.range(-tilt, tilt)});
    const Frame spun = turnedAroundY(random.range(0, 2 * kPi));
    const Vec3 x = normalized(spun.x - up * dot(spun.x, up));
    return {x, up, cross(x, up)};
}

void standOnGround(Part& part, float sunk) {
    float lowest = 1e9F;
    for (const Vec3& position : part.mesh.positions)
        lowest = std::min(lowest, part.toWorld(position).y);
    part.position.y -= lowest + sunk;
}

Vec3 somewhereWithin(float reach, Random& random) {
    const float radius = reach * std::sqrt(random.uniform());
    const float angle = random.range(0, 2 * kPi);
    return {radius * std::cos(angle), 0, radius * std::sin(angle)};
}

Mesh roundedBox(Vec3 half, float radius, int detail) {
    const Vec3 core = {std::max(half.x - radius, 0.0F), std::max(half.y - radius, 0.0F),
                       std::max(half.z - radius, 0.0F)};
    const auto position = [=](Vec3 d) {
        const float scale = 1.0F / std::max({std::abs(d.x) / half.x, std::abs(d.y) / half.y,
                                             std::abs(d.z) / half.z});
        const Vec3 p = d * scale;
        const Vec3 inner = {std::clamp(p.x, -core.x, core.x), std::clamp(p.y, -core.y, core.y),
                            std::clamp(p.z, -core.z, core.z)};
        const Vec3 out = p - inner;
        const float size = length(out);
        return size < 1e-6F ? p : inner + out * (radius / size);
    };
    return meshOfBall(detail, position);
}

Mesh lump(Random& random, int detail, Vec3 half) {
    const std::uint32_t seed = random.bits();
    const float roughness = random.range(0.15F, 0.5F);
    std::array<Vec3, 12> planes;
    std::array<float, 12> distances{};
    const int count = random.wholeRange(0, 12);
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const Vec3 any = {random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)};
        planes[i] = normalized(any + Vec3{0.001F, 0, 0});
        distances[i] = random.range(0.55F, 0.95F);
    }
    const auto position = [=](Vec3 d) {
        float radius = 1.0F + roughness * solidNoise(d * 1.5F, seed, 4);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const float facing = dot(d, planes[i]);
            if (facing > 0.05F)
                radius = std::min(radius, distances[i] / facing);
        }
        radius += 0.06F * roughness * solidNoise(d * 6.0F, seed + 9, 3);
        return Vec3{d.x * half.x, d.y * half.y, d.z * half.z} * radius;
    };
    return meshOfBall(detail, position);
}

} // namespace unlit::synth
