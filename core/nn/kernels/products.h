// Convolutions and linear maps whose sums are float32, whatever the numbers.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

/// Whether LibTorch multiplies bfloat16 numbers on this processor with sums in float32, which it
/// leaves to oneDNN and that to AVX-512. Elsewhere it adds bfloat16 numbers up one by one: of a sum
/// over a thousand products one digit is left. CUDA always does.
bool sumsBFloat16(const torch::Device& device);

/// As torch::conv2d and torch::linear, in the type of `x`; 3x3 convolutions by a quarter of the
/// products where that pays (winograd_conv.h). Where this processor would add up in
/// bfloat16 they are computed in float32 and rounded once. `bias` may be undefined.
torch::Tensor conv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                       const torch::Tensor& bias, int64_t stride, int64_t padding);
torch::Tensor linearOf(const torch::Tensor& x, const torch::Tensor& weight,
                       const torch::Tensor& bias);

} // namespace unlit::nn
