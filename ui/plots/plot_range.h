// A stretch of a plot's axis, and what gestures make of it.
#pragma once

namespace unlit::ui {

/// `low` < `high`; both above 0 on a logarithmic axis.
struct PlotRange {
    double low = 0;
    double high = 1;

    double size() const { return high - low; }

    bool contains(double value) const { return value >= low && value <= high; }

    bool operator==(const PlotRange&) const = default;
};

/// Where `value` lies between low (0) and high (1).
double placeIn(const PlotRange& range, double value, bool isLogarithmic);

/// The value at that place; the inverse of placeIn.
double valueAt(const PlotRange& range, double place, bool isLogarithmic);

/// `factor` > 1 shows more detail. The value at `place` (0..1) stays where it is. A range that
/// would be too narrow or too wide for doubles stays as it was.
PlotRange zoomed(const PlotRange& range, double factor, double place, bool isLogarithmic);

/// Moved by a share of its size to the right; for 0.5 the middle becomes the left side.
PlotRange panned(const PlotRange& range, double share, bool isLogarithmic);

/// With `share` of its size more on either side; a range of one value gets some room.
PlotRange widened(const PlotRange& range, double share, bool isLogarithmic);

} // namespace unlit::ui
