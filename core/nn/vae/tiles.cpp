#include "core/nn/vae/tiles.h"

#include "core/base/error.h"

#include <algorithm>
#include <string>
#include <vector>

namespace unlit::nn {

namespace {

constexpr std::int64_t kRows = 2, kColumns = 3; // dimensions of NCHW

std::int64_t share(std::int64_t size, double factor) {
    return static_cast<std::int64_t>(static_cast<double>(size) * factor);
}

void check(const TilePlan& plan, const VaeTiling& tiling) {
    if (plan.size >= 1 && plan.stride >= plan.smallest && plan.kept >= 1)
        return;
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
    const std::int64_t latent = tiling.sampleMinSize / factor;
    TilePlan plan;
    plan.size = tiling.sampleMinSize;
    plan.stride = share(tiling.sampleMinSize, 1 - tiling.overlapFactor);
    plan.blend = share(latent, tiling.overlapFactor);
    plan.kept = latent - plan.blend;
    plan.smallest = factor;
    check(plan, tiling);
    return plan;
}

TilePlan decodeTiles(const VaeTiling& tiling, std::int64_t factor) {
    const std::int64_t latent = tiling.sampleMinSize / factor;
    TilePlan plan;
    plan.size = latent;
    plan.stride = share(latent, 1 - tiling.overlapFactor);
    plan.blend = share(tiling.sampleMinSize, tiling.overlapFactor);
    plan.kept = tiling.sampleMinSize - plan.blend;
    check(plan, tiling);
    return plan;
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
