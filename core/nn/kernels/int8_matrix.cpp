#include "core/nn/kernels/int8_matrix.h"

#include "core/nn/kernels/int8_loops.h"
#include "core/nn/kernels/rounded_up.h"
#include "core/nn/kernels/row_loops.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <vector>

namespace unlit::nn {

namespace {

/// numbers: one output's weights in whole numbers; `to`: its place in the first pair of a panel.
void putIntoPanel(std::span<const int16_t> numbers, int8_t* to) {
    const auto weight = [&](size_t i) { return static_cast<int8_t>(numbers[i]); };
    for (size_t pair = 0; pair < numbers.size() / 2; ++pair, to += 2 * kInt8Outputs) {
        to[0] = weight(2 * pair);
        to[1] = weight(2 * pair + 1);
    }
    if (numbers.size() % 2 != 0)
        to[0] = weight(numbers.size() - 1);
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
        std::vector<int16_t> whole(static_cast<size_t>(matrix.inputs));
        for (int64_t output = begin * kInt8Outputs;
             output < std::min(matrix.outputs, end * kInt8Outputs); ++output) {
            scales[output] = wholeNumbers(from + output * matrix.inputs, matrix.inputs,
                                          kMostInt8Weight, whole.data());
            if (std::isnan(scales[output])) {
                isSound = false;
                return;
            }
            const int64_t panel = output / kInt8Outputs, place = output % kInt8Outputs;
            putIntoPanel(whole, to + (panel * matrix.pairs() * kInt8Outputs + place) * 2);
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
