#include "core/data/synth/mesh.h"

namespace unlit::synth {

namespace {

constexpr float kDifference = 1e-3F; ///< step for normals by finite differences

/// `alongA`, `alongB`: how the place moves from one neighbour to the next.
void addPlace(Mesh& mesh, Vec3 position, Vec3 alongA, Vec3 alongB) {
    const Vec3 normal = cross(alongA, alongB);
    const float size = length(normal);
    mesh.spacings.push_back(std::max(length(alongA), length(alongB)));
    mesh.positions.push_back(position);
    mesh.texturePositions.push_back(position);
    mesh.normals.push_back(size > 1e-12F ? normal / size : Vec3{0, 1, 0});
}

/// Quads between (columns + 1) x (rows + 1) places that start at `first`.
void addQuads(Mesh& mesh, std::uint32_t first, int columns, int rows) {
    const auto stride = static_cast<std::uint32_t>(columns + 1);
    for (std::uint32_t y = 0; y < static_cast<std::uint32_t>(rows); ++y)
        for (std::uint32_t x = 0; x < static_cast<std::uint32_t>(columns); ++x) {
            const std::uint32_t a = first + y * stride + x;
            mesh.triangles.push_back({a, a + 1, a + stride + 1});
            mesh.triangles.push_back({a, a + stride + 1, a + stride});
        }
}

/// Direction of a place on one side of the cube; a, b in [-1,1]. tan evens the quads out.
Vec3 sideDirection(int side, float a, float b) {
    const float u = std::tan(a * 0.25F * kPi);
    const float v = std::tan(b * 0.25F * kPi);
    switch (side) {
    case 0:
        return normalized({1, u, v});
    case 1:
        return normalized({-1, -u, v});
    case 2:
        return normalized({v, 1, u});
    case 3:
        return normalized({v, -1, -u});
    case 4:
        return normalized({u, v, 1});
    default:
        return normalized({-u, v, -1});
    }
}

/// `angle`: between neighbouring directions, radians.
void addRadialPlace(Mesh& mesh, const RadialFunction& position, Vec3 direction, float angle) {
    const Frame frame = frameAround(direction);
    const auto at = [&](float x, float y) {
        return position(normalized(direction + frame.x * x + frame.y * y));
    };
    const float scale = angle / (2.0F * kDifference);
    addPlace(mesh, position(direction), (at(kDifference, 0) - at(-kDifference, 0)) * scale,
             (at(0, kDifference) - at(0, -kDifference)) * scale);
}

} // namespace

Mesh meshOfPatch(int columns, int rows, const PatchFunction& position) {
    Mesh mesh;
    for (int y = 0; y <= rows; ++y)
        for (int x = 0; x <= columns; ++x) {
            const float s = static_cast<float>(x) / static_cast<float>(columns);
            const float t = static_cast<float>(y) / static_cast<float>(rows);
            const Vec3 alongS = position(s + kDifference, t) - position(s - kDifference, t);
            const Vec3 alongT = position(s, t + kDifference) - position(s, t - kDifference);
            constexpr float scale = 1.0F / (2.0F * kDifference);
            addPlace(mesh, position(s, t), alongS * (scale / static_cast<float>(columns)),
                     alongT * (scale / static_cast<float>(rows)));
        }
    addQuads(mesh, 0, columns, rows);
    return mesh;
}

Mesh meshOfBall(int perEdge, const RadialFunction& position) {
    Mesh mesh;
    for (int side = 0; side < 6; ++side) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (int y = 0; y <= perEdge; ++y)
            for (int x = 0; x <= perEdge; ++x) {
                const float a = 2.0F * static_cast<float>(x) / static_cast<float>(perEdge) - 1.0F;
                const float b = 2.0F * static_cast<float>(y) / static_cast<float>(perEdge) - 1.0F;
                addRadialPlace(mesh, position, sideDirection(side, a, b),
                               0.5F * kPi / static_cast<float>(perEdge));
            }
        addQuads(mesh, first, perEdge, perEdge);
    }
    return mesh;
}

} // namespace unlit::synth
