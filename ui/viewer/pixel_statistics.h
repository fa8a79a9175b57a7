// How often each number occurs in a picture: counted once, then shown under any exposure.
#pragma once

#include "ui/viewer/pixel_marks.h"
#include "ui/viewer/pixel_source.h"

#include <QRect>

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::ui {

/// Bins of 128 per stop from 2^-20 to 2^17, both signs. Each holds its upper edge, so that exactly
/// 1 is not "above 1". Numbers nearer to 0 count as 0, larger ones go to the last bin.
struct NumberBins {
    static constexpr int kPerStop = 128;
    static constexpr int kStops = 37;
    static constexpr std::size_t kHalf = std::size_t{kPerStop} * kStops + 1;
    static constexpr std::size_t kCount = 2 * kHalf;

    /// Precondition: finite.
    static std::size_t of(float value);
    /// The edges in order of value.
    static double lower(std::size_t bin);
    static double upper(std::size_t bin);
};

/// What is counted of each pixel. Scalar: luminance, or the mean of raw numbers.
enum class Counted { Red, Green, Blue, Scalar, Largest, Smallest };

struct PixelStatistics {
    std::array<std::vector<std::uint32_t>, 6>
        counts; ///< by Counted; of pixels without strange ones
    std::uint64_t pixels = 0;
    std::uint64_t notNumbers = 0; ///< pixels with NaN in a channel
    std::uint64_t infinite = 0;   ///< pixels with an infinity and no NaN
    float least = 0;              ///< of all finite channels; 0 where there are none
    float most = 0;

    const std::vector<std::uint32_t>& of(Counted what) const {
        return counts[static_cast<std::size_t>(what)];
    }
};

/// Of all pixels of level 0; about 0.6 s for 8K. Any thread. Unset when stopped.
std::optional<PixelStatistics> countPixels(const PixelSource& source, const std::stop_token& stop);

/// The number that `share` [0,1] of the pixels stay below (scalar, as above), from at most 512 x
/// 512 of them, but for those that `leftOut` marks; 0 where none is finite.
double quantileOf(const PixelSource& source, double share, const LightlessMask* leftOut = nullptr);

struct RegionStatistics {
    QRect region; ///< pixels of level 0
    std::array<double, 3> mean{};
    std::array<float, 3> least{};
    std::array<float, 3> most{};
    std::uint64_t finite = 0; ///< pixels that went in
    std::uint64_t strange = 0;
};

/// Linear light of a rectangle, cut to the picture; exact. Unset when stopped or empty.
std::optional<RegionStatistics> measureRegion(const PixelSource& source, const QRect& region,
                                              const std::stop_token& stop);

} // namespace unlit::ui
