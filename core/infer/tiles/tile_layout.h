// Whether and how one picture is cut for the network: the tiles, and the pass over the whole that
// they are held to.
#pragma once

#include "core/infer/run_settings.h"
#include "core/infer/tiles/tile_grid.h"
#include "core/options/infer_options.h"

#include <optional>

namespace unlit::infer {

struct TileLayout {
    PixelSize input;          ///< the picture, pixels
    PixelSize overview;       ///< pixels of the pass over the whole: whole latent cells
    std::int64_t factor = 8;  ///< pixels per latent cell and side
    std::int64_t tile = 0;    ///< asked side of a tile, pixels
    std::int64_t overlap = 0; ///< asked, pixels
    TileGrid cells;           ///< of the latent canvas, which covers the picture
    std::int64_t batch = 1;   ///< tiles per call of the UNet

    TileGrid pixels() const { return cells.scaled(factor); }
};

/// Nothing where the picture is to go through the network whole: tiles are off, it fits one of
/// them, or it is not large enough for Auto. The overview's longer side is the processing
/// resolution, or a tile where that is the picture's own. Throws Error::invalidInput for a tile of
/// less than kSmallestTile or more than kLargestTile pixels, and an overlap of more than half a
/// tile.
std::optional<TileLayout> layOutTiles(const TileOptions& options, const RunSettings& settings,
                                      PixelSize input, std::int64_t factor);

constexpr int kUsualTile = 768; ///< pixels a side, where the processing resolution does not say

} // namespace unlit::infer
