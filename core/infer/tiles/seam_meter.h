// How much the borders of tiles show in a picture: the seam meter.
#pragma once

#include "core/image/image.h"
#include "core/infer/tiles/tile_grid.h"

#include <vector>

namespace unlit::infer {

/// Mean absolute differences between neighbouring pixels (of a ramp: of pixels as far apart as an
/// overlap is wide), over all channels, where tiles meet and everywhere else.
struct SeamReport {
    double acrossBorders = 0;
    double elsewhere = 0;

    /// 1 = the borders are like any other place; 1.05 is the most that should be seen. 1 where
    /// nothing changes anywhere, infinite where nothing changes but at the borders.
    double ratio() const;
};

/// What a tile with a level of its own leaves behind.
enum class Seam {
    Step, ///< from one pixel to the next where a tile begins or ends: tiles that were put side by
          ///< side
    Ramp, ///< over the width of an overlap, around its middle: tiles that were blended
};

/// Every place where a tile begins or ends inside the picture, and the middles of all overlaps; in
/// pixels.
std::vector<std::int64_t> bordersAlong(const std::vector<TileSpan>& spans);
std::vector<std::int64_t> overlapsAlong(const std::vector<TileSpan>& spans);

/// `pixels`: the tiles of this picture, in pixels. Rows near horizontal borders are compared with
/// rows only, columns with columns. Made for pictures that are alike everywhere, or have very many
/// tiles: an edge of the picture's own at a border counts like a seam. Throws Error::internal for a
/// picture that is not the tiles'.
SeamReport measureSeams(const Image& picture, const TileGrid& pixels, Seam kind);

} // namespace unlit::infer
