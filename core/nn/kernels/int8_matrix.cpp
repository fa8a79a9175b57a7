#include "core/nn/kernels/int8_matrix.h"

#include "core/nn/kernels/int8_loops.h"
#include "core/nn/kernels/rounded_up.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>

namespace unlit::nn {

namespace {

/// Magnitudes of floats are in the order of their bits without the sign; what is not finite comes
/// last. Whole numbers have a largest one that a compiler looks for several at a time.
int32_t largestBits(const float* row, int64_t count) {
    int32_t most = 0;
    for (int64_t i = 0; i < count; ++i)
        most = std::max(most, std::bit_cast<int32_t>(row[i]) & std::numeric_limits<int32_t>::max());
    return most;
}

bool isFinite(int32_t bits) {
    return bits < std::bit_cast<int32_t>(std::numeric_limits<float>::infinity());
}

/// To the nearest whole number, halves to the even one; for magnitudes up to 2^22, in the rounding
/// mode that programs begin with. Far quicker than std::nearbyint, which is a call.
float nearestWhole(float value) {
    constexpr float shift = 3 << 22;
    return (value + shift) - shift;
}

/// row: one output's weights; `to`: its place in the first pair of a panel. Returns its scale.
float quantise(const float* row, int64_t inputs, float largest, int8_t* to) {
    constexpr auto most = static_cast<float>(kMostInt8Weight);
    const float scale = largest / most;
    // An output of zeros has no scale; its weights are 0 by any.
    const float divisor = scale > 0 ? scale : 1.0F;
    const auto weight = [&](int64_t i) {
        return static_cast<int8_t>(std::clamp(nearestWhole(row[i] / divisor), -most, most));
    };
    for (int64_t pair = 0; pair < inputs / 2; ++pair) {
        to[pair * 2 * kInt8Outputs] = weight(2 * pair);
        to[pair * 2 * kInt8Outputs + 1] = weight(2 * pair + 1);
    }
    if (inputs % 2 != 0)
        to[(inputs - 1) * kInt8Outputs] = weight(inputs - 1);
    return scale;
}

} // namespace

std::optional<Int8Matrix> int8Of(const torch::Tensor& matrix_OI) {
    const torch::NoGradGuard noGrad;
    const torch::Tensor numbers = matrix_OI.to(torch::kFloat32).contiguous();
    Int8Matrix matrix;
    matrix.outputs = numbers.size(0);
    matrix.inputs = numbers.size(1);
    const int64_t panels = roundedUp(matrix.outputs, kInt8Outputs) / kInt8Outputs;
    matrix.panels = torch::zeros({panels, matrix.pairs(), kInt8Outputs, 2}, torch::kInt8);
    matrix.scales = torch::empty({matrix.outputs}, torch::kFloat32);
    const auto* from = numbers.data_ptr<float>();
    auto* to = matrix.panels.data_ptr<int8_t>();
    auto* scales = matrix.scales.data_ptr<float>();
    std::atomic<bool> isSound = true;
    at::parallel_for(0, panels, 1, [&](int64_t begin, int64_t end) {
        for (int64_t output = begin * kInt8Outputs;
             output < std::min(matrix.outputs, end * kInt8Outputs); ++output) {
            const float* row = from + output * matrix.inputs;
            const int32_t largest = largestBits(row, matrix.inputs);
            if (!isFinite(largest)) {
                isSound = false;
                return;
            }
            const int64_t panel = output / kInt8Outputs, place = output % kInt8Outputs;
            scales[output] = quantise(row, matrix.inputs, std::bit_cast<float>(largest),
                                      to + (panel * matrix.pairs() * kInt8Outputs + place) * 2);
        }
    });
    return isSound ? std::optional(matrix) : std::nullopt;
}

std::optional<Int8Matrix> exchangedForInt8(torch::Tensor& weight, const torch::Tensor& matrix_OI) {
    constexpr int64_t kLeastInputs = 128;
    if (matrix_OI.size(0) < kInt8Outputs || matrix_OI.size(1) < kLeastInputs)
        return {};
    std::optional<Int8Matrix> matrix = int8Of(matrix_OI.detach());
    if (!matrix)
        return {};
    weight.mutable_grad() = torch::Tensor();
    weight.set_requires_grad(false);
    weight.set_data(matrix->panels);
    return matrix;
}

torch::Tensor dequantised(const Int8Matrix& matrix) {
    const torch::Tensor whole =
        matrix.panels.transpose(1, 2).reshape({-1, 2 * matrix.pairs()}).to(torch::kFloat32);
    return whole.slice(0, 0, matrix.outputs).slice(1, 0, matrix.inputs) *
           matrix.scales.unsqueeze(1);
}

} // namespace unlit::nn
