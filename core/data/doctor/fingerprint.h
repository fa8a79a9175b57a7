// A small summary of a pair's pictures that stays the same when they are scaled, recompressed or
// exposed otherwise: how the doctor knows a duplicate.
#pragma once

#include "core/data/doctor/pair_pixels.h"

#include <array>
#include <cstdint>

namespace unlit::data {

/// One picture: areas of 12 x 12 of it, R, G, B, in stops, less their mean; and a perceptual hash
/// of its luminance.
struct PictureFingerprint {
    static constexpr int kSide = 12;
    using Areas = std::array<float, 3 * kSide * kSide>;

    Areas areas{};
    float meanStops = 0;    ///< of the areas, before it was taken off
    float contrast = 0;     ///< standard deviation of the areas in stops
    std::uint64_t hash = 0; ///< signs of the 64 lowest frequencies but the first
};

/// Source of the hash: the DCT form of perceptual hashing (Zauner, "Implementation and Benchmarking
/// of Perceptual Image Hash Functions", 2010).
PictureFingerprint fingerprintOf(const Image& image);

/// Number of bits that differ.
int hashDistance(std::uint64_t a, std::uint64_t b);

/// Root mean square of the difference of the areas, in stops.
double areaDistance(const PictureFingerprint& a, const PictureFingerprint& b);

struct PairFingerprint {
    PictureFingerprint beauty;
    PictureFingerprint albedo;
};

} // namespace unlit::data
