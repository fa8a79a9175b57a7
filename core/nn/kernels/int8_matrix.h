// Weights as whole numbers of 8 bits with one scale for each output.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <optional>

namespace unlit::nn {

/// A matrix [outputs, inputs] whose every output is whole numbers from -127 to 127 times one scale.
/// Relative error of a weight, in the mean square: about 0.7 % where weights are spread as a bell.
struct Int8Matrix {
    torch::Tensor panels; ///< int8 [panels of 16 outputs, pairs of inputs, 16, 2], zeros beyond
    torch::Tensor scales; ///< float32 [outputs]
    int64_t outputs = 0;
    int64_t inputs = 0;

    int64_t pairs() const { return (inputs + 1) / 2; }
};

inline constexpr int32_t kMostInt8Weight = 127;

/// matrix_OI: [outputs, inputs] of any float type on the processor; nothing where a number of it is
/// not finite. Threads: LibTorch's; the result is the same with any number of them.
std::optional<Int8Matrix> int8Of(const torch::Tensor& matrix_OI);

/// Puts the panels of `matrix_OI`, which is made of `weight`, in the place of that parameter.
/// Nothing changes and nothing is returned where the matrix is small, so that it would save nothing
/// (fewer than 16 outputs or 128 inputs), or not finite: what it spoils is to be seen.
std::optional<Int8Matrix> exchangedForInt8(torch::Tensor& weight, const torch::Tensor& matrix_OI);

/// Back to float32: [outputs, inputs].
torch::Tensor dequantised(const Int8Matrix& matrix);

} // namespace unlit::nn
