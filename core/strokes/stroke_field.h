// A correction on cells, brought to a picture's own pixels so that its edges are the picture's: in
// small windows it is a linear function of the picture's own logarithmic colours.
// Source: He, Sun, "Fast Guided Filter", 2015, as for detail (core/infer/detail/detail_fit.h).
#pragma once

#include "core/image/image.h"
#include "core/strokes/stroke_solver.h"

#include <functional>
#include <span>
#include <vector>

namespace unlit {

class StrokeCurve;
struct StrokeCells;

/// Immutable; any thread.
class StrokeField {
public:
    StrokeField(const StrokeSolution& solution, const StrokeCells& cells);

    /// albedo · exp(-δ) in light, within [0,1], in the albedo's own space and in its place.
    /// `picture`: R,G,B in any space but Raw, the one that was solved for or a copy of another
    /// size, which is the albedo's. Pixels that are `lightless` (empty or of that size) stay as
    /// they are to the last bit. Row by row: no memory of the picture's size. The same numbers for
    /// any number of threads. Throws Error::internal for other sizes.
    void apply(Image& albedo, const Image& picture, std::span<const unsigned char> lightless) const;

private:
    /// `from`: the first sample of the row in a plane; three rows of corrections.
    using DeltaRow = std::function<void(std::size_t from, const float* const deltas[3])>;

    class Rows;

    void forDelta(const Image& guide, const StrokeCurve& curve, const DeltaRow& work) const;

    StrokeGrid m_grid;
    std::vector<float> m_nodes; ///< stroke_fit.h
};

/// A map on cells as a Raw one-channel picture of this size; bilinear.
Image strokeMap(std::span<const float> cells, const StrokeGrid& grid, int width, int height);

} // namespace unlit
