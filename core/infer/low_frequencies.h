// Holds the large forms of what was made in tiles to those of one pass over the whole picture: each
// tile knows only its own part, and would choose a brightness of its own.
#pragma once

#include "core/image/image.h"
#include "core/infer/tiles/tile_layout.h"

#include <torch/types.h>

namespace unlit::infer {

/// The grid on which the two are compared: an eighth of a tile a cell, but never finer than what
/// the pass over the whole has. `canvas` and `tile` in one unit.
PixelSize anchorGrid(PixelSize canvas, PixelSize tile, PixelSize overview);

/// What has to be added to `fine` [1, C, H, W] so that its averages over the cells of `grid` become
/// those of `overview` [1, C, h, w]: [1, C, grid], float32.
torch::Tensor anchorDifference(const torch::Tensor& fine_1CHW, const torch::Tensor& overview_1CHW,
                               PixelSize grid);

/// `fine` with `strength` in [0,1] of that difference, which is laid over it bilinearly.
torch::Tensor anchored(const torch::Tensor& fine_1CHW, const torch::Tensor& overview_1CHW,
                       PixelSize grid, double strength);

/// The same in place and in full for a picture of any size, row by row: needs no second picture.
/// The values stay in [0,1]. `overview_13HW`: in [0,1], CPU.
void anchorPicture(Image& picture, const torch::Tensor& overview_13HW, PixelSize grid);

} // namespace unlit::infer
