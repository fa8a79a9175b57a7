// One run of a model on a picture of any size: once over the whole at low resolution, then tile by
// tile at the picture's own, held to the first. What grows with the picture are its own planes, the
// results' and its latents; all else has the size of a tile, or of one row of tiles.
#pragma once

#include "core/image/image.h"
#include "core/infer/loaded_model.h"
#include "core/infer/tensor_run.h"
#include "core/infer/tiles/tile_layout.h"

#include <optional>
#include <vector>

namespace unlit::infer {

/// K kept targets at the picture's size, Raw as to colour.
struct TiledResult {
    std::vector<Image> pictures;       ///< in [0,1]
    std::vector<Image> uncertainties;  ///< in the units of the pictures; empty for one member
    std::vector<JudgedPicture> judged; ///< see RunResult
    std::int64_t members = 1;
};

/// What the tiles are cut from. It outlives the run.
struct TiledPicture {
    const Image& shown;        ///< as for Pipeline::run
    torch::Tensor detail_13HW; ///< see RunInput
};

/// `picture`: not copied. Noise: the pass over the whole draws first, what a
/// run without tiles would draw, then each member its canvas, from one generator. The same seed,
/// layout and settings give the same picture in whatever order tiles are visited. Members of a
/// model that begins with zeros see each tile in the views of member_view.h. `control.trace` is not
/// used, and nothing is previewed. Nothing when stopped, as runTensors; throws as it does.
std::optional<TiledResult> runTiles(LoadedModel& model, const TiledPicture& picture,
                                    const RunSettings& settings, const TileLayout& layout,
                                    const RunControl& control);

} // namespace unlit::infer
