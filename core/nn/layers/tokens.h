// A picture seen as a row of tokens, and back. Views, without a copy, where the picture is
// channels-last.
#pragma once

#include <torch/types.h>

namespace unlit::nn {

/// [N, C, H, W] -> [N, H*W, C]
inline torch::Tensor toTokens(const torch::Tensor& x_NCHW) {
    return x_NCHW.permute({0, 2, 3, 1}).reshape({x_NCHW.size(0), -1, x_NCHW.size(1)});
}

/// [N, H*W, C] -> [N, C, H, W]
inline torch::Tensor toPicture(const torch::Tensor& x_NLC, int64_t height, int64_t width) {
    return x_NLC.reshape({x_NLC.size(0), height, width, x_NLC.size(2)}).permute({0, 3, 1, 2});
}

} // namespace unlit::nn
