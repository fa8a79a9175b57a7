// How much neighbouring cells of a picture belong together.
#pragma once

#include "core/strokes/stroke_cells.h"

#include <vector>

namespace unlit {

struct StrokeLinks {
    std::vector<float>
        right; ///< of a cell and the one to its right, in (0,1]; 0 at the last column
    std::vector<float> down;
    std::vector<float> hold; ///< how strongly a cell stays as it is where no stroke reaches it
};

/// A link is weak where light or colour change, measured against how much they change everywhere
/// around, so that a texture is one surface and a shadow's edge is an edge.
StrokeLinks strokeLinks(const StrokeCells& cells);

} // namespace unlit
