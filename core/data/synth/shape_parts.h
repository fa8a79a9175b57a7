// What objects are put together of: single parts, and how they come to lie.
#pragma once

#include "core/data/synth/mesh.h"
#include "core/data/synth/random.h"

#include <vector>

namespace unlit::synth {

/// A part in its own space; each shows a piece of its material of its own.
Part partOf(Mesh mesh, Random& random);

Frame turnedAroundY(float angle);

/// Any turn around y, then a lean of at most about `tilt` (tangent).
Frame anyTurn(Random& random, float tilt);

/// Moves the part up or down, so that its lowest place lies `sunk` below y = 0.
void standOnGround(Part& part, float sunk);

/// On y = 0, at most `reach` from the origin.
Vec3 somewhereWithin(float reach, Random& random);

/// A box of these half sides whose edges are rounded.
Mesh roundedBox(Vec3 half, float radius, int detail);

/// A lump of stone: noise, and flat faces where planes have split it.
Mesh lump(Random& random, int detail, Vec3 half);

/// Kinds of objects that are many small parts; see shapes.h.
std::vector<Part> makePebbles(Random& random, int detail);
std::vector<Part> makeLitter(Random& random, int detail);
std::vector<Part> makeGrass(Random& random, int detail);

} // namespace unlit::synth
