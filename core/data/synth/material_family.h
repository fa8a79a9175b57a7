// The families of procedural materials, by name: each makes endlessly many patterns of one kind.
#pragma once

#include "core/data/synth/random.h"
#include "core/data/synth/surface_map.h"

#include <functional>
#include <span>
#include <string_view>

namespace unlit::synth {

/// One material: everything that its family left to chance is decided.
struct Pattern {
    std::function<Texel(Vec2 uv)> at; ///< uv in [0,1); repeats without a seam
    float tileWidth = 1;              ///< metres that the pattern spans in nature
    float relief = 0.01F;             ///< metres between heights 0 and 1
};

struct MaterialFamily {
    std::string_view name; ///< "stone"
    Pattern (*make)(Random& random);
};

/// All of them, in an order that never changes for a version of the program.
std::span<const MaterialFamily> materialFamilies();

Pattern makeBrick(Random& random);
Pattern makeFabric(Random& random);
Pattern makeGravel(Random& random);
Pattern makeLayers(Random& random);
Pattern makeLeaves(Random& random);
Pattern makeLettering(Random& random);
Pattern makeMarble(Random& random);
Pattern makeMetal(Random& random);
Pattern makeMosaic(Random& random);
Pattern makeNoise(Random& random);
Pattern makePaint(Random& random);
Pattern makePlaster(Random& random);
Pattern makeScales(Random& random);
Pattern makeSoil(Random& random);
Pattern makeStains(Random& random);
Pattern makeStone(Random& random);
Pattern makeStripes(Random& random);
Pattern makeTiles(Random& random);
Pattern makeWood(Random& random);

/// The pattern as a map of `size` x `size` texels. Dirt in the hollows and wear of the crests,
/// drawn from `random`, come on top.
SurfaceMap bake(const Pattern& pattern, int size, Random& random);

} // namespace unlit::synth
