// Operations that LibTorch would do in several passes over memory, or with statistics in bfloat16,
// done in one, where no gradient is wanted. Each equals the operations that its line names.
#pragma once

#include "core/nn/kernels/row_loops.h"

#include <torch/types.h>

namespace unlit::nn {

/// Whether the functions below take `x`, rows of so many channels: float32 or bfloat16 on the
/// processor, float16 or bfloat16 on a GPU (cuda_ops.h), and no gradient is recorded.
bool canFuse(const torch::Tensor& x, int64_t channels);

/// activation(group_norm(x)); x_NCHW in any layout, the result is channels-last. weight and bias:
/// [C] float32. Statistics in float32 and float64 whatever the type of x.
torch::Tensor fusedGroupNorm(const torch::Tensor& x_NCHW, int64_t groups,
                             const torch::Tensor& weight, const torch::Tensor& bias, double epsilon,
                             Activation activation);

/// layer_norm(x) over the last dimension; weight and bias: [D] float32.
torch::Tensor fusedLayerNorm(const torch::Tensor& x, const torch::Tensor& weight,
                             const torch::Tensor& bias, double epsilon);

/// value * gelu(gate), x = [value, gate]: [..., 2D] -> [..., D].
torch::Tensor fusedGeglu(const torch::Tensor& x);

/// fresh + other; in the memory of `fresh` where no gradient is recorded. Nobody else may hold
/// `fresh`.
torch::Tensor addTo(torch::Tensor fresh, const torch::Tensor& other);

} // namespace unlit::nn
