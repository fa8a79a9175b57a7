// Linear maps and convolutions whose weights are whole numbers of 8 bits, on the processor.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

namespace unlit::nn {

struct Int8Loops;

/// A matrix [outputs, inputs] whose every output is whole numbers from -127 to 127 times one scale.
/// Relative error of a weight, in the mean square: about 0.7 % where weights are spread as a bell.
struct Int8Matrix {
    torch::Tensor panels; ///< int8 [panels of 16 outputs, pairs of inputs, 16, 2], zeros beyond
    torch::Tensor scales; ///< float32 [outputs]
    int64_t outputs = 0;
    int64_t inputs = 0;
};

/// matrix_OI: [outputs, inputs] of any float type, every number finite.
Int8Matrix int8Of(const torch::Tensor& matrix_OI);

/// Puts the panels of `matrix_OI`, which is made of `weight`, in the place of that parameter.
/// Nothing changes and nothing is returned where the matrix is small, so that it would save nothing
/// (fewer than 16 outputs or 128 inputs), or not finite: what it spoils is to be seen.
std::optional<Int8Matrix> exchangedForInt8(torch::Tensor& weight, const torch::Tensor& matrix_OI);

/// Back to float32: [outputs, inputs].
torch::Tensor dequantised(const Int8Matrix& matrix);

// Below: x float32 or bfloat16 on the processor, the result of its type; anything else throws
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
