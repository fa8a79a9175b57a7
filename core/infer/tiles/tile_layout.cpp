#include "core/infer/tiles/tile_layout.h"

#include "core/base/error.h"
#include "core/infer/infer_schema.h"

#include <algorithm>

namespace unlit::infer {

namespace {

/// Auto: below this many tiles along the longer side a plain resize loses little.
constexpr std::int64_t kAutoTiles = 2;
constexpr std::int64_t kOverlapShare = 4;

std::int64_t wholeCells(std::int64_t pixels, std::int64_t factor) {
    return std::max<std::int64_t>(1, pixels / factor);
}

void refuseSizes(const TileOptions& options) {
    const auto refuse = [](const std::string& what, int value, int low, int high) {
        throw Error::invalidInput(what + " of " + std::to_string(value) + " pixels is outside " +
                                  std::to_string(low) + " to " + std::to_string(high));
    };
    if (options.size != 0 && (options.size < kSmallestTile || options.size > kLargestTile))
        refuse("a tile", options.size, kSmallestTile, kLargestTile);
    if (options.overlap < 0 || options.overlap > kLargestTile / 2)
        refuse("an overlap", options.overlap, 0, kLargestTile / 2);
}

std::int64_t tileSide(const TileOptions& options, const RunSettings& settings) {
    if (options.size != 0)
        return options.size;
    const std::int64_t usual = settings.processingRes > 0 ? settings.processingRes : kUsualTile;
    return std::clamp<std::int64_t>(usual, kSmallestTile, kLargestTile);
}

PixelSize overviewSize(PixelSize input, std::int64_t longerSide, std::int64_t factor) {
    const PixelSize fitted = processingSize(input, longerSide, SizeArithmetic::Diffusers);
    const auto nearest = [factor](std::int64_t side) {
        return std::max<std::int64_t>(1, (side + factor / 2) / factor) * factor;
    };
    return {nearest(fitted.height), nearest(fitted.width)};
}

} // namespace

std::optional<TileLayout> layOutTiles(const TileOptions& options, const RunSettings& settings,
                                      PixelSize input, std::int64_t factor) {
    if (options.mode == TileMode::Off)
        return {};
    refuseSizes(options);
    const std::int64_t tile = wholeCells(tileSide(options, settings), factor);
    const std::int64_t side = tile * factor;
    const std::int64_t wanted = options.overlap > 0 ? options.overlap : side / kOverlapShare;
    const std::int64_t overlap = wholeCells(wanted, factor);
    if (2 * overlap > tile)
        throw Error::invalidInput("an overlap of " + std::to_string(wanted) +
                                      " pixels is more than half of a tile of " +
                                      std::to_string(side),
                                  "choose a smaller overlap, or larger tiles");
    const std::int64_t longer = std::max(input.height, input.width);
    const std::int64_t atLeast = options.mode == TileMode::Auto ? kAutoTiles * side : side;
    if (longer <= atLeast)
        return {};
    const auto cellsOf = [factor](std::int64_t pixels) { return (pixels + factor - 1) / factor; };
    const std::int64_t overview = settings.processingRes > 0 ? settings.processingRes : side;
    return TileLayout{.input = input,
                      .overview = overviewSize(input, overview, factor),
                      .factor = factor,
                      .tile = tile * factor,
                      .overlap = overlap * factor,
                      .cells =
                          TileGrid({cellsOf(input.height), cellsOf(input.width)}, tile, overlap)};
}

} // namespace unlit::infer
