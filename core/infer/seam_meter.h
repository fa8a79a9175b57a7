// How much the borders of tiles show in a picture: the seam meter.
#pragma once

#include "core/image/image.h"
#include "core/infer/tile_grid.h"

#include <vector>

namespace unlit::infer {

/// Mean absolute differences between pixels `span` apart, over all channels, across the borders of
/// tiles and everywhere else.
struct SeamReport {
    double acrossBorders = 0;
    double elsewhere = 0;

    /// 1 = the borders are like any other place; 1.05 is the most that should be seen. 1 where
    /// nothing changes anywhere, infinite where nothing changes but at the borders.
    double ratio() const;
};

/// Every place where a tile begins or ends inside the picture, pixels.
std::vector<std::int64_t> bordersAlong(const std::vector<TileSpan>& spans);

/// `pixels`: the tiles of this picture, in pixels. Looks across their borders within `span` pixels,
/// half of it on either side: 1 finds a step, the overlap of the tiles finds a ramp from one tile's
/// level to the next. Rows near a horizontal border are compared with rows only, columns with
/// columns, so that a picture of stripes does not count as a seam. Throws Error::internal for a
/// span below 1, and a picture that is not the tiles'.
SeamReport measureSeams(const Image& picture, const TileGrid& pixels, int span = 1);

} // namespace unlit::infer
