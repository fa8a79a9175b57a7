// A picture or latent through a network tile by tile, blended where the tiles overlap.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>

namespace unlit::nn {

/// How the VAE's pictures are cut. Names and meaning as in diffusers' AutoencoderKL; sizes are in
/// whole latent cells, which its own sizes are, too.
struct VaeTiling {
    std::int64_t sampleMinSize = 512; ///< side of a tile in pixels; larger pictures are cut
    double overlapFactor = 0.25;      ///< share of a tile that the next one covers, in [0, 1)

    bool operator==(const VaeTiling&) const = default;
};

/// One direction of it, in cells: what is cut has `size` cells a tile, what is put together has
/// its own.
struct TilePlan {
    std::int64_t size = 0;     ///< of a tile, in input cells
    std::int64_t stride = 0;   ///< from one tile to the next, in input cells, 1..size
    std::int64_t blend = 0;    ///< output cells over which a tile fades into the next
    std::int64_t kept = 0;     ///< output cells of a tile that are kept, from its start
    std::int64_t smallest = 1; ///< input cells that give an output cell; less is left out
};

/// Pixels to latents and back; `factor`: pixels per latent cell and side.
/// Throws Error::invalidInput for a tile that holds no latent cell, or nothing but overlap.
TilePlan encodeTiles(const VaeTiling& tiling, std::int64_t factor);
TilePlan decodeTiles(const VaeTiling& tiling, std::int64_t factor);

/// run(x), or for a side above plan.size: run() of tiles [N, C, <= size, <= size] from the top left
/// on, each faded linearly into the one above and then into the one to its left, cut to `kept` and
/// put together. `run` scales both sides by one factor and keeps N.
torch::Tensor runInTiles(const torch::Tensor& x_NCHW, const TilePlan& plan,
                         const std::function<torch::Tensor(const torch::Tensor&)>& run);

} // namespace unlit::nn
