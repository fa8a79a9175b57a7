// From the clean canvases of all members to pictures of any size: row of tiles by row of tiles, so
// that no member is ever held as a whole picture.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"
#include "core/infer/tiles/tile_layout.h"

#include <torch/types.h>

#include <functional>
#include <optional>
#include <vector>

namespace unlit::infer {

/// Finished rows of the picture from `firstRow` on: [E, K, 3, rows, width] in [0,1], float32, CPU.
using TakeRows = std::function<void(std::int64_t firstRow, const torch::Tensor& rows_EK3RW)>;

/// Members that have no canvas, because they see each tile in a way of their own.
struct TileViews {
    std::int64_t count = 0;
    /// What view 0 ≤ i < count makes of a tile (pixels): [K, 3, tile] in [0,1]. Nothing when
    /// stopped.
    std::function<std::optional<torch::Tensor>(std::int64_t view, const TilePlace& pixels)> make;
};

/// `canvases`: [1, T·L, h, w] of the first of E members; `views` are those after them. Decodes the
/// K kept targets, blends the tiles where they overlap, and hands out all rows of the picture
/// (padding cut off) from top to bottom, few at a time. False when stopped, which is looked at
/// before every decoding. Throws Error when a picture is not finite.
bool decodeTiles(LoadedModel& model, const std::vector<torch::Tensor>& canvases,
                 const TileViews& views, const TileLayout& layout, const RunSettings& settings,
                 RunProgress& progress, const TakeRows& take);

} // namespace unlit::infer
