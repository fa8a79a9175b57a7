// The three passes of a Winograd convolution F(4x4, 3x3), without gradients, on the CPU.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

// x and dy: float32, or both bfloat16, whose results are rounded once; arithmetic is float32.
// x [N, in, H, W] in any layout; `scale` 1, or 2 for the picture doubled by nearest neighbour,
// which is never in memory. The same numbers with any number of threads. Thread: any.

/// Tiles of 4x4 pixels that cover the result.
int64_t winogradTiles(const torch::Tensor& x_NCHW, int64_t scale);

/// conv2d of x, or of x doubled, with weight [out, in, 3, 3], bias [out] or undefined, padding 1
/// -> [N, out, scale H, scale W], channels last.
torch::Tensor winogradProductsOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                                 const torch::Tensor& bias, int64_t scale);

/// How a pull dy [N, out, scale H, scale W] on that result pulls on `weight`: its shape and layout.
torch::Tensor winogradPullOnWeight(const torch::Tensor& x_NCHW, const torch::Tensor& dy_NCHW,
                                   const torch::Tensor& weight, int64_t scale);

} // namespace unlit::nn
