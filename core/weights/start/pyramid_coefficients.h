// What the channels of an image pyramid mean, from the picture inwards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace unlit::weights {

/// In each direction: the mean of two neighbours, or their difference.
enum class Half : std::uint8_t { Mean, Difference };

/// How one halving made a channel: vertically and horizontally.
struct Halving {
    Half y = Half::Mean;
    Half x = Half::Mean;
    auto operator<=>(const Halving&) const = default;
};

/// A channel of the pyramid: a colour (0 luma, 1 and 2 chroma), halved so many times.
struct Coefficient {
    int colour = 0;
    std::vector<Halving> path; ///< from the finest halving to the coarsest

    /// 0 for means alone, 1 for differences of the coarsest halving only, and so on.
    int fineness() const;
    auto operator<=>(const Coefficient&) const = default;
};

/// For each number of halvings 0 ... `levels`: the channels that `count` coefficients of the
/// coarsest level descend from, parents before children's order. The coarsest are chosen from
/// coarse to fine, luma before chroma.
std::vector<std::vector<Coefficient>> pyramid(int levels, std::int64_t count);

/// Rows: luma and two chromas of R, G, B; orthonormal, so that its transpose inverts it.
const std::array<std::array<double, 3>, 3>& colourAxes();

} // namespace unlit::weights
