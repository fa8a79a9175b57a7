// A picture and its albedo as means of cells, which is what strokes are solved on.
#pragma once

#include "core/image/image.h"
#include "core/strokes/stroke_solver.h"

#include <array>
#include <span>
#include <vector>

namespace unlit {

/// As many cells as a picture is solved on: what one factorisation has in half of the time that a
/// hand waits for.
inline constexpr int kMostStrokeCells = 40'000;

/// Of the picture's shape; never more cells than pixels.
StrokeGrid strokeGridFor(int width, int height, int mostCells = kMostStrokeCells);

/// The pixels [begin, end) of each cell along one axis.
struct CellSpan {
    int begin = 0;
    int end = 0;
};

CellSpan cellSpan(int cell, int cells, int pixels);

/// Means over the pixels of each cell that have light.
struct StrokeCells {
    StrokeGrid grid;
    std::array<std::vector<float>, 3> guide;  ///< of the picture: Log100, [0,1]
    std::array<std::vector<float>, 3> light;  ///< natural logarithms of the picture
    std::array<std::vector<float>, 3> albedo; ///< natural logarithms of the albedo
    std::vector<unsigned char> isDead;        ///< 1 = less than a quarter of it has light
};

/// See StrokeSolver.
StrokeCells strokeCells(const Image& picture, const Image& albedo,
                        std::span<const unsigned char> lightless);

} // namespace unlit
