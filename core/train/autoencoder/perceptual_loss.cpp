#include "core/train/autoencoder/perceptual_loss.h"

#include "core/base/error.h"
#include "core/train/autoencoder/vgg16_layout.h"

#include <torch/nn/functional.h>
#include <torch/utils.h>

#include <algorithm>

namespace unlit::train {

namespace {

constexpr std::int64_t kLeastSide = 16; ///< of which four halvings leave a pixel
constexpr double kNormEpsilon = 1e-10;

/// From [-1, 1] to what the network was trained on: mean and deviation of ImageNet, of [0, 1].
torch::Tensor normalisedColors(const torch::Tensor& x_N3HW) {
    const auto perColor = [&x_N3HW](std::array<float, 3> values) {
        return torch::tensor({values[0], values[1], values[2]})
            .reshape({1, 3, 1, 1})
            .to(x_N3HW.device());
    };
    return (x_N3HW - perColor({-0.030F, -0.088F, -0.188F})) / perColor({0.458F, 0.448F, 0.450F});
}

/// Each pixel's channels to length 1. Where all of them are 0 they stay, and norm() has a gradient.
torch::Tensor unitLength(const torch::Tensor& x_NCHW) {
    return x_NCHW / (x_NCHW.norm(2, {1}, /*keepdim=*/true) + kNormEpsilon);
}

} // namespace

torch::Tensor PerceptualLoss::operator()(const torch::Tensor& a_N3HW,
                                         const torch::Tensor& b_N3HW) const {
    if (a_N3HW.size(2) < kLeastSide || a_N3HW.size(3) < kLeastSide)
        throw Error::invalidInput(
            "pictures of " + std::to_string(a_N3HW.size(3)) + "x" + std::to_string(a_N3HW.size(2)) +
                " pixels are too small for autoencoder.perceptual",
            "take larger ones, of at least 16 pixels a side, or set it to null");
    const std::int64_t pictures = a_N3HW.size(0);
    torch::Tensor hidden = normalisedColors(torch::cat({a_N3HW, b_N3HW}));
    torch::Tensor sum;
    for (std::size_t i = 0; i < kStages; ++i) {
        if (i > 0)
            hidden = torch::max_pool2d(hidden, 2);
        for (const Convolution& layer : m_stages[i].convolutions)
            hidden = torch::conv2d(hidden, layer.weight, layer.bias, 1, 1).relu();
        const torch::Tensor unit = unitLength(hidden);
        const torch::Tensor difference =
            (unit.slice(0, 0, pictures) - unit.slice(0, pictures)).square();
        const torch::Tensor here = (difference * m_stages[i].channelWeights).sum(1).mean();
        sum = sum.defined() ? sum + here : here;
    }
    return sum;
}

double perceptualFloats(std::int64_t height, std::int64_t width) {
    double sum = 0;
    double pixels = static_cast<double>(height) * static_cast<double>(width);
    for (const auto& stage : kVggStages) {
        // Each convolution's output and what relu makes of it; both pictures'.
        sum += 2 * 2 * pixels * static_cast<double>(stage.channels * stage.count);
        pixels /= 4;
    }
    return sum;
}

} // namespace unlit::train
