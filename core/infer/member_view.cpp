#include "core/infer/member_view.h"

#include "core/infer/interpolate.h"

#include <cmath>
#include <vector>

namespace unlit::infer {

namespace {

/// Undoes itself.
torch::Tensor mirrored(const torch::Tensor& x_HW, std::int64_t view) {
    std::vector<std::int64_t> dimensions;
    if ((view & 1) != 0)
        dimensions.push_back(-1);
    if ((view & 2) != 0)
        dimensions.push_back(-2);
    return dimensions.empty() ? x_HW : x_HW.flip(dimensions);
}

torch::Tensor enlarged(const torch::Tensor& picture_13HW, std::int64_t factor) {
    const std::int64_t rows = picture_13HW.size(2) / factor;
    const std::int64_t columns = picture_13HW.size(3) / factor;
    const auto grown = [factor](std::int64_t cells) {
        return factor * std::llround(kLargerView * static_cast<double>(cells));
    };
    return interpolate(picture_13HW.narrow(2, 0, rows * factor).narrow(3, 0, columns * factor),
                       {grown(rows), grown(columns)}, Interpolation::Bilinear, Antialias::On);
}

} // namespace

torch::Tensor seenBy(std::int64_t view, const torch::Tensor& picture_13HW, std::int64_t factor) {
    return mirrored(view < kMirroredViews ? picture_13HW : enlarged(picture_13HW, factor), view);
}

torch::Tensor takenBack(std::int64_t view, const torch::Tensor& decoded_K3HW, PixelSize size) {
    return mirrored(interpolate(decoded_K3HW, size, Interpolation::Bilinear, Antialias::On), view);
}

} // namespace unlit::infer
