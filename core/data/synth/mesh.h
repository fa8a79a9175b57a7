// Triangles of one object: where they are, and how a material lies on them.
#pragma once

#include "core/data/synth/vector.h"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace unlit::synth {

/// A value type. All vectors of one place share its index. Triangles run counter-clockwise seen
/// from outside.
struct Mesh {
    std::vector<Vec3> positions;
    std::vector<Vec3> texturePositions; ///< metres, before relief and placing: the map is projected
                                        ///< along the three axes of this space
    std::vector<Vec3> normals;          ///< unit, in the same space, before relief
    std::vector<float> spacings;        ///< metres to the neighbouring places, about
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// A mesh in its own space, and where it goes: an object is made of one or more.
struct Part {
    Mesh mesh;
    Frame turn;    ///< own axes in the world
    Vec3 position; ///< own origin in the world

    Vec3 toWorld(Vec3 local) const { return turn.toWorld(local) + position; }
};

/// A surface over the unit square: position of (s, t).
using PatchFunction = std::function<Vec3(float s, float t)>;
/// A surface around the origin: position in a direction (unit).
using RadialFunction = std::function<Vec3(Vec3 direction)>;

/// columns x rows quads; normals point along dP/ds x dP/dt.
Mesh meshOfPatch(int columns, int rows, const PatchFunction& position);

/// The six sides of a cube blown up to a ball, `perEdge`² quads each: no poles, no seams, for
/// places on an edge have the same direction on both sides.
Mesh meshOfBall(int perEdge, const RadialFunction& position);

} // namespace unlit::synth
