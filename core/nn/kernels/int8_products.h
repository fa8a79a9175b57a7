// Linear maps and convolutions whose weights are whole numbers of 8 bits, on the processor.
#pragma once

#include "core/nn/kernels/int8_matrix.h"

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

struct Int8Loops;

// x: float32 or bfloat16 on the processor, the result of its type; anything else throws
// c10::Error. Each row of x is scaled to whole numbers of 16 bits, or as many less as keep the sums
// within 32 (12 bits for 5120 inputs, 10 for 23040). Products and sums are exact from there on, the
// same with any number of threads and any table of loops. A row that holds what is not a finite
// number gives NaN. bias: [outputs] or undefined. No gradients. Thread: any.

/// x: [..., inputs] -> [..., outputs].
torch::Tensor int8LinearOf(const torch::Tensor& x, const Int8Matrix& matrix,
                           const torch::Tensor& bias);

struct ConvWindow {
    int64_t kernel = 3; ///< rows and columns
    int64_t stride = 1;
    int64_t padding = 1;
};

/// x_NCHW in any layout -> [N, outputs, H', W'], channels last. The inputs of `matrix` are rows,
/// columns and channels of the kernel, in that order.
torch::Tensor int8Conv2dOf(const torch::Tensor& x_NCHW, const Int8Matrix& matrix,
                           const torch::Tensor& bias, const ConvWindow& window);

/// int8LinearOf() by one table of loops, for tests.
torch::Tensor int8LinearOf(const torch::Tensor& x, const Int8Matrix& matrix,
                           const torch::Tensor& bias, const Int8Loops& loops);

} // namespace unlit::nn
