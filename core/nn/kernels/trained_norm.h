// Group normalisation that learns: forwards and backwards in few passes over memory.
#pragma once

#include "core/nn/kernels/row_loops.h"

#include <torch/types.h>

namespace unlit::nn {

/// Whether trainedGroupNorm takes `x`: float32 or bfloat16 on the processor, and gradients are
/// recorded.
bool canTrainFused(const torch::Tensor& x);

/// activation(group_norm(x)) as fusedGroupNorm has it, with gradients for x, weight and bias, also
/// gradients of those gradients. x_NCHW in any layout, the result and the gradient of x are
/// channels-last and in the type of x; weight and bias: [C] float32, as are their gradients.
torch::Tensor trainedGroupNorm(const torch::Tensor& x_NCHW, int64_t groups,
                               const torch::Tensor& weight, const torch::Tensor& bias,
                               double epsilon, Activation activation);

} // namespace unlit::nn
