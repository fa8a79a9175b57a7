#include "core/train/autoencoder/patch_discriminator.h"

#include <torch/autograd.h>
#include <torch/utils.h>

namespace unlit::train {

namespace {

constexpr double kSlope = 0.2;           // of the leaky units
constexpr double kLeastNorm = 1e-4;      // VQGAN's guard against division by zero
constexpr double kMostWeight = 1e4;      // and its bound
constexpr std::int64_t kMostDoubled = 8; // channels stop growing here, as in Isola et al.

torch::Tensor leaky(const torch::Tensor& x) {
    return torch::leaky_relu(x, kSlope);
}

} // namespace

PatchDiscriminatorImpl::PatchDiscriminatorImpl(const PatchDiscriminatorOptions& options) {
    std::int64_t width = options.channels;
    conv_in = register_module("conv_in", nn::Conv2d(nn::Conv2dOptions{3, width}));
    register_module("down", down);
    for (std::int64_t i = 0; i < options.layers; ++i) {
        const std::int64_t next = std::min(2 * width, kMostDoubled * options.channels);
        nn::append(down, m_down,
                   nn::Conv2d(nn::Conv2dOptions{width, next, /*kernel=*/4, /*stride=*/2}));
        width = next;
    }
    conv_out = register_module("conv_out", nn::Conv2d(nn::Conv2dOptions{width, 1}));
}

torch::Tensor PatchDiscriminatorImpl::forward(const torch::Tensor& x_NCHW) {
    torch::Tensor hidden = leaky(conv_in(x_NCHW));
    for (auto& layer : m_down)
        hidden = leaky(layer(hidden));
    return watched(conv_out(hidden));
}

torch::Tensor hingeLoss(const torch::Tensor& realLogits, const torch::Tensor& fakeLogits) {
    return 0.5 * (torch::relu(1 - realLogits).mean() + torch::relu(1 + fakeLogits).mean());
}

torch::Tensor gradientPenalty(PatchDiscriminator& discriminator, const torch::Tensor& real_NCHW) {
    const torch::Tensor real = real_NCHW.detach().requires_grad_(true);
    const torch::Tensor scores = discriminator(real).mean({1, 2, 3}).sum();
    const torch::Tensor gradient =
        torch::autograd::grad({scores}, {real}, {}, /*retain_graph=*/true, /*create_graph=*/true)
            .front();
    return gradient.square().sum({1, 2, 3}).mean();
}

torch::Tensor adaptiveWeight(const torch::Tensor& reconstruction, const torch::Tensor& deceiving,
                             const torch::Tensor& weight) {
    const auto norm = [&weight](const torch::Tensor& loss) {
        return torch::autograd::grad({loss}, {weight}, {}, /*retain_graph=*/true).front().norm();
    };
    return (norm(reconstruction) / (norm(deceiving) + kLeastNorm)).clamp(0, kMostWeight).detach();
}

} // namespace unlit::train
