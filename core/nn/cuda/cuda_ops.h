// Tensors for the kernels of row_kernels.h. Without CUDA in LibTorch nothing of it is compiled in.
#pragma once

#include <torch/types.h>

namespace unlit::nn::cuda {

/// Whether the functions below take rows of `channels` numbers like x's: float16 or bfloat16 on a
/// GPU, no gradient is recorded, and this program was built with CUDA.
bool canFuse(const torch::Tensor& x, int64_t channels);

/// silu or nothing of group_norm(x + bias_C + shift_NC); bias and shift of x's type, or undefined.
/// weight and offset: [C] float32. The result is channels-last.
torch::Tensor groupNorm(const torch::Tensor& x_NCHW, int64_t groups, const torch::Tensor& weight,
                        const torch::Tensor& offset, double epsilon, bool isSilu,
                        const torch::Tensor& bias_C, const torch::Tensor& shift_NC);

/// Over the last dimension; weight and offset: [D] float32.
torch::Tensor layerNorm(const torch::Tensor& x, const torch::Tensor& weight,
                        const torch::Tensor& offset, double epsilon);

/// value * gelu(gate), x = [value, gate]: [..., 2D] -> [..., D].
torch::Tensor geglu(const torch::Tensor& x);

/// fresh + other + bias_C + bias2_C in the memory of `fresh`; all channels-last.
torch::Tensor addBiased(torch::Tensor fresh_NCHW, const torch::Tensor& other_NCHW,
                        const torch::Tensor& bias_C, const torch::Tensor& bias2_C);

} // namespace unlit::nn::cuda
