// The latent part of a run in tiles: the canvas is as large as the picture, the network sees one
// tile at a time. After Bar-Tal et al., "MultiDiffusion" (2023): at every step what the network
// says to each tile is blended where tiles overlap, and all tiles take the step together.
#pragma once

#include "core/diffusion/ddim.h"
#include "core/infer/loaded_model.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"
#include "core/infer/tiles/tile_layout.h"

#include <torch/types.h>

#include <optional>

namespace unlit::infer {

/// A tile's pixels in [-1,1], [1, 3, tile]: where the canvas reaches over the picture's edge, the
/// edge is repeated. `picture_13HW`: as for encodeTiles.
torch::Tensor tilePixels(const torch::Tensor& picture_13HW, const TilePlace& place);

/// `picture_13HW`: float32 in [0,1], any size that the layout was made for; may be a view. Encodes
/// tile by tile. Returns [1, L, h, w] of the canvas, float32, on the CPU; nothing when stopped,
/// which is looked at before every tile.
std::optional<torch::Tensor> encodeTiles(LoadedModel& model, const torch::Tensor& picture_13HW,
                                         const TileLayout& layout, RunProgress& progress);

/// What one member's canvas is made of; all on the CPU, float32.
struct TiledMember {
    torch::Tensor image_1LHW;    ///< the picture's latent canvas
    torch::Tensor noise_1CHW;    ///< T·L channels, of the canvas
    torch::Tensor overview_1CHW; ///< clean latents of the pass over the whole, at its own size
    std::int64_t index = 0;      ///< for progress
};

/// All DDIM steps. At each the clean canvas that the step sees is held to the overview's large
/// forms, the more the noisier the step is (1 - alphaCumprod): the tiles begin alike and end with
/// their own detail. Returns the clean canvas [1, T·L, h, w]; nothing when stopped. Throws Error
/// when the network's result is not finite.
std::optional<torch::Tensor> denoiseTiles(LoadedModel& model,
                                          const diffusion::DdimScheduler& scheduler,
                                          const TiledMember& member, const TileLayout& layout,
                                          const RunSettings& settings, RunProgress& progress);

/// A tile, from 1, for progress.
StagePart tileStage(std::int64_t tile, const TileGrid& cells);

/// Units of work of a tile in those of the pass over the whole: the share of its pixels.
double tileWork(const TileLayout& layout);

} // namespace unlit::infer
