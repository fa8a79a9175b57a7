#include "core/infer/ensemble/member_view.h"

#include "core/tensor/interpolate.h"

#include <array>
#include <cmath>
#include <vector>

namespace unlit::infer {

namespace {

/// One of the eight symmetries of a square: first mirrored, then rows and columns exchanged.
struct Symmetry {
    bool isMirrored = false;
    bool isUpsideDown = false;
    bool isExchanged = false;
};

Symmetry symmetryOf(std::int64_t view) {
    constexpr std::array<std::int64_t, kMemberViews - kOwnSizeViews> kQuarterTurns{0, 3, 5, 6};
    const std::int64_t bits =
        view < kOwnSizeViews ? view : kQuarterTurns[static_cast<std::size_t>(view - kOwnSizeViews)];
    return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

/// Undoes itself.
torch::Tensor mirrored(const torch::Tensor& x_HW, Symmetry symmetry) {
    std::vector<std::int64_t> dimensions;
    if (symmetry.isMirrored)
        dimensions.push_back(-1);
    if (symmetry.isUpsideDown)
        dimensions.push_back(-2);
    return dimensions.empty() ? x_HW : x_HW.flip(dimensions);
}

/// Undoes itself.
torch::Tensor exchanged(const torch::Tensor& x_HW, Symmetry symmetry) {
    return symmetry.isExchanged ? x_HW.transpose(-2, -1).contiguous() : x_HW;
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
    const Symmetry symmetry = symmetryOf(view);
    return exchanged(
        mirrored(view < kOwnSizeViews ? picture_13HW : enlarged(picture_13HW, factor), symmetry),
        symmetry);
}

torch::Tensor takenBack(std::int64_t view, const torch::Tensor& decoded_K3HW, PixelSize size) {
    const Symmetry symmetry = symmetryOf(view);
    return mirrored(interpolate(exchanged(decoded_K3HW, symmetry), size, Interpolation::Bilinear,
                                Antialias::On),
                    symmetry);
}

} // namespace unlit::infer
