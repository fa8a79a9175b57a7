#include "core/nn/vae/tiles.h"

#include "core/base/error.h"

#include <algorithm>
#include <string>
#include <vector>

namespace unlit::nn {

namespace {

constexpr std::int64_t kRows = 2, kColumns = 3; // dimensions of NCHW

/// A tile in latent cells. Pixels follow from it, so that both directions agree whatever the sizes.
struct LatentTile {
    std::int64_t size = 0;
    std::int64_t blend = 0;
    std::int64_t kept = 0;
};

LatentTile latentTile(const VaeTiling& tiling, std::int64_t factor) {
    LatentTile tile;
    tile.size = tiling.sampleMinSize / factor;
    tile.blend = static_cast<std::int64_t>(static_cast<double>(tile.size) * tiling.overlapFactor);
    tile.kept = tile.size - tile.blend;
    if (tile.kept >= 1)
        return tile;
    throw Error::invalidInput(
        "a tile of " + std::to_string(tiling.sampleMinSize) + " pixels with an overlap of " +
            std::to_string(tiling.overlapFactor) + " holds nothing of its own",
        "use larger tiles or a smaller overlap");
}

/// The start of `tile` along a side goes over from the end of the one before: none of it in the
/// first cell, nearly all in the last.
void fade(const torch::Tensor& before, const torch::Tensor& tile, std::int64_t side,
          std::int64_t cells) {
    const std::int64_t extent = std::min({before.size(side), tile.size(side), cells});
    if (extent == 0)
        return;
    std::vector<std::int64_t> shape(4, 1);
    shape[static_cast<std::size_t>(side)] = extent;
    const torch::Tensor weight =
        (torch::arange(extent, tile.options()) / static_cast<double>(extent)).view(shape);
    torch::Tensor start = tile.narrow(side, 0, extent);
    start.copy_(before.narrow(side, before.size(side) - extent, extent) * (1 - weight) +
                start * weight);
}

/// Where tiles begin along a side.
std::vector<std::int64_t> starts(std::int64_t length, const TilePlan& plan) {
    std::vector<std::int64_t> begins;
    for (std::int64_t at = 0; at < length; at += plan.stride)
        if (length - at >= plan.smallest)
            begins.push_back(at);
    return begins;
}

torch::Tensor keptOf(const torch::Tensor& tile, std::int64_t kept) {
    return tile.narrow(kRows, 0, std::min(kept, tile.size(kRows)))
        .narrow(kColumns, 0, std::min(kept, tile.size(kColumns)));
}

} // namespace

TilePlan encodeTiles(const VaeTiling& tiling, std::int64_t factor) {
    const LatentTile tile = latentTile(tiling, factor);
    return {.size = tile.size * factor,
            .stride = tile.kept * factor,
            .blend = tile.blend,
            .kept = tile.kept,
            .smallest = factor};
}

TilePlan decodeTiles(const VaeTiling& tiling, std::int64_t factor) {
    const LatentTile tile = latentTile(tiling, factor);
    return {.size = tile.size,
            .stride = tile.kept,
            .blend = tile.blend * factor,
            .kept = tile.kept * factor,
            .smallest = 1};
}

torch::Tensor runInTiles(const torch::Tensor& x_NCHW, const TilePlan& plan,
                         const std::function<torch::Tensor(const torch::Tensor&)>& run) {
    if (x_NCHW.size(kRows) <= plan.size && x_NCHW.size(kColumns) <= plan.size)
        return run(x_NCHW);
    std::vector<torch::Tensor> bands;
    std::vector<torch::Tensor> above;
    for (const std::int64_t top : starts(x_NCHW.size(kRows), plan)) {
        const torch::Tensor rows =
            x_NCHW.narrow(kRows, top, std::min(plan.size, x_NCHW.size(kRows) - top));
        std::vector<torch::Tensor> tiles;
        std::vector<torch::Tensor> kept;
        for (const std::int64_t left : starts(x_NCHW.size(kColumns), plan)) {
            const std::int64_t width = std::min(plan.size, x_NCHW.size(kColumns) - left);
            const torch::Tensor tile = run(rows.narrow(kColumns, left, width));
            if (!above.empty())
                fade(above[tiles.size()], tile, kRows, plan.blend);
            if (!tiles.empty())
                fade(tiles.back(), tile, kColumns, plan.blend);
            tiles.push_back(tile);
            kept.push_back(keptOf(tile, plan.kept));
        }
        bands.push_back(torch::cat(kept, kColumns));
        above = std::move(tiles);
    }
    return torch::cat(bands, kRows);
}

} // namespace unlit::nn
