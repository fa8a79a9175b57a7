// Patterns that repeat without a seam: what the procedural materials are made of.
#pragma once

#include "core/data/synth/vector.h"

#include <cstdint>

namespace unlit::synth {

/// All bits mixed; the same everywhere.
std::uint32_t hashCell(int x, int y, std::uint32_t seed);

/// In [0, 1).
inline float hashUnit(std::uint32_t hash) {
    return static_cast<float>(hash >> 8U) * 0x1p-24F;
}

/// Another number in [0, 1) from the same cell.
float hashUnit(std::uint32_t hash, std::uint32_t salt);

/// Lattice sizes after which a pattern repeats, in cells. Both at least 1.
struct Period {
    int x = 1;
    int y = 1;
};

/// Gradient noise in about [-1, 1], one feature per cell, mean 0. Source: Perlin, "Improving
/// Noise", 2002.
float gradientNoise(Vec2 p, Period period, std::uint32_t seed);

/// Octaves of gradientNoise, each twice as fine and `gain` times as strong, scaled to about
/// [-1, 1].
float fractalNoise(Vec2 p, Period period, std::uint32_t seed, int octaves, float gain = 0.5F);

/// Likewise of 1 - |noise|: crests; in about [0, 1].
float ridgedNoise(Vec2 p, Period period, std::uint32_t seed, int octaves);

/// Where p lies in a field of scattered points, one per cell.
struct Cell {
    float nearest = 0;    ///< distance to the nearest point, in cells
    float second = 0;     ///< distance to the next one
    float border = 0;     ///< distance to the line halfway between the two, in cells
    Vec2 offset;          ///< from the nearest point to p
    std::uint32_t id = 0; ///< of the nearest point
};

/// `jitter` 0 = a square grid, 1 = fully scattered. Source: Worley, "A Cellular Texture Basis
/// Function", 1996.
Cell cellNoise(Vec2 p, Period period, std::uint32_t seed, float jitter = 0.9F);

/// Noise in space, not periodic, in about [-1, 1].
float solidNoise(Vec3 p, std::uint32_t seed, int octaves);

} // namespace unlit::synth
