// What of a long series is worth drawing: two points a pixel column, and nothing lost.
#pragma once

#include "core/runs/run_series.h"

#include <span>
#include <vector>

namespace unlit::runs {

struct PlotPoint {
    double x = 0;
    double y = 0;
    bool operator==(const PlotPoint&) const = default;
};

/// `values` is the tag's own pyramid or one derived from it, value by value. `edges` ascends: the x
/// of the left side of each column, and of the right side of the last one. Gives, in ascending
/// order of x, at most two points a column: all points, or the least and the most of a column that
/// holds more than two, in the order in which they came; and the nearest finite point on either
/// side, so that lines leave the view. NaN and infinities are left out.
std::vector<PlotPoint> samplePoints(const RunSeries& run, const TagSeries& tag,
                                    const MinMaxPyramid& values, XAxis axis,
                                    std::span<const double> edges);

/// The index within the tag of its first value at `x` or after it, looked for near `guess` first.
std::size_t indexFrom(const RunSeries& run, const TagSeries& tag, double x, XAxis axis,
                      std::size_t guess = 0);

} // namespace unlit::runs
