// A correction on cells as a linear function of the picture's logarithmic colours, fitted in
// windows.
// Source: guided filter with a colour guide, He, Sun, Tang, "Guided Image Filtering", 2013.
#pragma once

#include "core/strokes/stroke_cells.h"
#include "core/strokes/stroke_solver.h"

#include <vector>

namespace unlit {

/// Of a channel of a cell: a0, a1, a2, b, low, high: δ = Σ a_i (guide_i - kStrokeGuideCentre) + b,
/// kept between low and high, the corrections of cells nearby: a colour that is rare in its window
/// is no reason to go beyond them.
inline constexpr int kStrokeChannelNumbers = 6;
inline constexpr int kStrokeFitNumbers = 3 * kStrokeChannelNumbers; ///< of R, G, B

/// The middle of the guide's range, so that single precision keeps small covariances.
inline constexpr float kStrokeGuideCentre = 0.5F;

/// kStrokeFitNumbers a cell. Precondition: of one grid.
std::vector<float> fitStrokes(const StrokeSolution& solution, const StrokeCells& cells);

} // namespace unlit
