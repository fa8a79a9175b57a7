// 3x3 convolutions in a quarter of the products: Winograd's F(4x4, 3x3).
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

/// Whether winogradConv2dOf() takes these, and costs less than it saves: float32 on a processor
/// with AVX2, or bfloat16 where that processor does not multiply such numbers; x [N, in, H, W]
/// channels last in memory, a weight of the shape [out, in, 3, 3], channels and pixels not few.
/// Elsewhere nothing was measured. `scale` as below.
bool isWinogradWorthIt(const torch::Tensor& x_NCHW, torch::IntArrayRef weight, int64_t scale = 1);

/// conv2d(x, weight, bias, stride 1, padding 1) up to roundings, a few 1e-6 of the result in the
/// mean square: x [N, in, H, W] and weight [out, in, 3, 3] in any layout, bias [out] or undefined
/// -> [N, out, H, W], channels last; all float32, or all bfloat16, which is computed in float32 and
/// rounded once (weight and bias may be float32 beside it where no gradient is wanted). With
/// `scale` 2 that of x doubled by nearest neighbour, which is never in memory: [N, out, 2H, 2W].
/// Gradients flow, by the same way; gradients of gradients through LibTorch's own convolution. The
/// same numbers with any number of threads. Thread: any. Source: Lavin and Gray 2016, "Fast
/// Algorithms for Convolutional Neural Networks".
torch::Tensor winogradConv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                               const torch::Tensor& bias, int64_t scale = 1);

} // namespace unlit::nn
