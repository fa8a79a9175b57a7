// Edges of both pictures of a pair in stops. Beauty = albedo x light, so in stops the edges of the
// albedo stand unchanged in the beauty: alignment, colour space and order of a pair are read off
// them.
#pragma once

#include "core/data/doctor/pair_pixels.h"

#include <cstdint>
#include <vector>

namespace unlit::data {

/// Forward differences of one picture in stops, [height * width]; 0 where a pixel is not valid.
struct Gradients {
    int width = 0;
    int height = 0;
    std::vector<float> x;
    std::vector<float> y;
    std::vector<std::uint32_t> strong; ///< pixels with an edge, spread over the picture
};

/// Of the middle of large pictures; at most kMaxSide x kMaxSide pixels.
struct LogEdges {
    static constexpr int kMaxSide = 1024;
    static constexpr std::size_t kMaxStrong = 6000;
    /// Fewer edges than this say nothing.
    static constexpr std::size_t kMinStrong = 150;

    Gradients beauty;
    Gradients albedo;
};

/// Precondition: pixels.sameSize(). Black albedo counts as not valid: metal has edges of its own.
LogEdges findEdges(const PairPixels& pixels);

/// Edges of one picture of the pair with other values: `luminance` as beautyY or albedoY.
Gradients edgesOf(const PairPixels& pixels, const std::vector<float>& luminance);

/// How the edges `of` one picture come back `in` another at the same place.
struct EdgeEcho {
    std::size_t edges = 0;
    double slope = 0; ///< median of (change there) / (change here); 1 where the light is smooth
    double kept = 0;  ///< share of edges whose change comes back within a factor of 1.4
};

EdgeEcho echoOf(const Gradients& of, const Gradients& in);

} // namespace unlit::data
