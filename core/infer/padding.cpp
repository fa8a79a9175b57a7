#include "core/infer/padding.h"

#include <torch/nn/functional/padding.h>

#include <algorithm>

namespace unlit::infer {

namespace functional = torch::nn::functional;

namespace {

std::int64_t missingToMultiple(std::int64_t side, std::int64_t factor) {
    return (factor - side % factor) % factor;
}

} // namespace

Padding paddingToMultiple(PixelSize size, std::int64_t factor) {
    return {missingToMultiple(size.height, factor), missingToMultiple(size.width, factor)};
}

Padding paddingToOneCell(PixelSize size, std::int64_t factor) {
    return {std::max<std::int64_t>(0, factor - size.height),
            std::max<std::int64_t>(0, factor - size.width)};
}

torch::Tensor padReplicate(const torch::Tensor& picture_NCHW, Padding padding) {
    if (padding.bottom == 0 && padding.right == 0)
        return picture_NCHW;
    return functional::pad(
        picture_NCHW,
        functional::PadFuncOptions({0, padding.right, 0, padding.bottom}).mode(torch::kReplicate));
}

torch::Tensor unpad(const torch::Tensor& picture, Padding padding) {
    return picture.narrow(-2, 0, picture.size(-2) - padding.bottom)
        .narrow(-1, 0, picture.size(-1) - padding.right);
}

torch::Tensor shrinkMask(const torch::Tensor& valid_N1HW, std::int64_t factor) {
    const torch::Tensor invalid = valid_N1HW.to(torch::kBool).logical_not().to(torch::kFloat32);
    return torch::max_pool2d(invalid, {factor, factor}, {factor, factor}).logical_not();
}

} // namespace unlit::infer
