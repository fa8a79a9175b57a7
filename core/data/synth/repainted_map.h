// A material in other colours: its pattern, relief and gloss stay.
#pragma once

#include "core/data/synth/random.h"
#include "core/data/synth/surface_map.h"

namespace unlit::synth {

/// Colours along a ramp of two to four dyes, by how bright the map's own colour is among its own;
/// dark need not stay dark. Some of the old colour may be left. Metal keeps its colour, which
/// paint does not have. Draws from `random` alone.
SurfaceMap repainted(const SurfaceMap& map, Random& random);

} // namespace unlit::synth
