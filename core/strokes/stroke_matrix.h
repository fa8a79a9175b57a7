// The equations that all strokes on one picture share, in an order that is quick to eliminate.
#pragma once

#include "core/strokes/stroke_links.h"

#include <Eigen/SparseCore>

#include <vector>

namespace unlit {

using StrokeMatrix = Eigen::SparseMatrix<double>;

/// Nested dissection: halves of the grid first, the line between them last.
/// Source: George, "Nested dissection of a regular finite element mesh", 1973.
/// The row of each cell.
std::vector<int> dissectionRows(const StrokeGrid& grid);

/// Lower triangle of Σ links (δ_i - δ_j)² + Σ hold δ²; a column begins with its diagonal.
StrokeMatrix baseMatrix(const StrokeGrid& grid, const StrokeLinks& links,
                        const std::vector<int>& rows);

} // namespace unlit
