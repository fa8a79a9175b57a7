#include "core/infer/low_frequencies.h"

#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"

#include <algorithm>
#include <cmath>

namespace unlit::infer {

namespace {

constexpr std::int64_t kCellsPerTile = 8;

std::int64_t gridSide(std::int64_t canvas, std::int64_t tile, std::int64_t overview) {
    const std::int64_t byTiles = (canvas * kCellsPerTile + tile - 1) / tile;
    return std::max<std::int64_t>(1, std::min(byTiles, overview));
}

/// Where row `y` of `height` lies among `cells` rows: bilinear interpolation without aligned
/// corners, as torch's.
struct RowPair {
    std::int64_t first;
    std::int64_t second;
    float share; ///< of the second
};

RowPair rowsFor(std::int64_t y, std::int64_t height, std::int64_t cells) {
    const double scale = static_cast<double>(cells) / static_cast<double>(height);
    const double at = std::max(0.0, (static_cast<double>(y) + 0.5) * scale - 0.5);
    const auto first = std::min(static_cast<std::int64_t>(at), cells - 1);
    return {first, std::min(first + 1, cells - 1),
            static_cast<float>(at - static_cast<double>(first))};
}

} // namespace

PixelSize anchorGrid(PixelSize canvas, PixelSize tile, PixelSize overview) {
    return {gridSide(canvas.height, tile.height, overview.height),
            gridSide(canvas.width, tile.width, overview.width)};
}

torch::Tensor anchorDifference(const torch::Tensor& fine_1CHW, const torch::Tensor& overview_1CHW,
                               PixelSize grid) {
    return interpolate(overview_1CHW, grid, Interpolation::Area, Antialias::Off) -
           interpolate(fine_1CHW, grid, Interpolation::Area, Antialias::Off);
}

torch::Tensor anchored(const torch::Tensor& fine_1CHW, const torch::Tensor& overview_1CHW,
                       PixelSize grid, double strength) {
    const torch::Tensor difference = anchorDifference(fine_1CHW, overview_1CHW, grid) * strength;
    return fine_1CHW + interpolate(difference, {fine_1CHW.size(2), fine_1CHW.size(3)},
                                   Interpolation::Bilinear, Antialias::Off);
}

void anchorPicture(Image& picture, const torch::Tensor& overview_13HW, PixelSize grid) {
    const torch::Tensor wide =
        interpolate(anchorDifference(viewOf(picture), overview_13HW, grid),
                    {grid.height, picture.width}, Interpolation::Bilinear, Antialias::Off);
    const auto differences = wide.accessor<float, 4>();
    const auto width = static_cast<std::size_t>(picture.width);
    for (int channel = 0; channel < picture.channelCount(); ++channel) {
        for (int y = 0; y < picture.height; ++y) {
            const RowPair pair = rowsFor(y, picture.height, grid.height);
            const float* first = differences[0][channel][pair.first].data();
            const float* second = differences[0][channel][pair.second].data();
            float* row = picture.plane(channel).data() + static_cast<std::size_t>(y) * width;
            for (std::size_t x = 0; x < width; ++x)
                row[x] =
                    std::clamp(row[x] + first[x] + pair.share * (second[x] - first[x]), 0.0F, 1.0F);
        }
    }
}

} // namespace unlit::infer
