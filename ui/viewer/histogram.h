// A picture's numbers spread over the screen's range, under the view's exposure.
#pragma once

#include "ui/viewer/pixel_statistics.h"
#include "ui/viewer/view_transform.h"

namespace unlit::ui {

/// Counts of pixels by display value: bin i holds [i, i + 1) / 128 of the way from black to white,
/// the last one white too. Numbers outside are not in the bins.
struct Histogram {
    static constexpr std::size_t kBins = 128;
    using Bins = std::array<double, kBins>;

    Bins red{};
    Bins green{};
    Bins blue{};
    Bins scalar{}; ///< luminance of colours, mean of raw numbers
    std::uint64_t pixels = 0;
    std::uint64_t above = 0; ///< pixels with a channel that the view clips to white
    std::uint64_t below = 0; ///< … to black
    std::uint64_t notNumbers = 0;
    std::uint64_t infinite = 0;
};

/// Instant: works on the counts, not on the pixels.
Histogram histogramOf(const PixelStatistics& statistics, const ViewTransform& transform);

} // namespace unlit::ui
