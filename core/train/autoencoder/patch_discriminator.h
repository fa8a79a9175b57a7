// A small network that says of every patch of a picture how real it looks.
// Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/config/autoencoder_config.h"
#include "core/nn/layers/conv_2d.h"

#include <vector>

namespace unlit::train {

struct PatchDiscriminatorOptions {
    std::int64_t channels = 32; ///< of the first layer
    std::int64_t layers = 3;    ///< halvings
};

/// Convolutions with stride 2 and leaky units; no norms, so that its gradient penalty speaks of
/// each picture alone. Source: the patch discriminator of Isola et al. 2017.
class PatchDiscriminatorImpl : public nn::Module {
public:
    explicit PatchDiscriminatorImpl(const PatchDiscriminatorOptions& options);

    /// [N, 3, H, W] in [-1, 1] -> logits [N, 1, h, w], higher for real. Sides >= 2^layers.
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    nn::Conv2d conv_in{nullptr}, conv_out{nullptr};
    torch::nn::ModuleList down;

private:
    std::vector<nn::Conv2d> m_down;
};

TORCH_MODULE(PatchDiscriminator);

/// mean max(0, 1 - real) + mean max(0, 1 + fake), halved. Source: Lim & Ye 2017.
torch::Tensor hingeLoss(const torch::Tensor& realLogits, const torch::Tensor& fakeLogits);

/// The mean over the pictures of the squared norm of the logits' gradient at the pictures; each
/// picture's logits are averaged first. Has gradients with respect to the discriminator's weights.
/// Source: R1 of Mescheder et al. 2018.
torch::Tensor gradientPenalty(PatchDiscriminator& discriminator, const torch::Tensor& real_NCHW);

/// How strongly deceiving may pull: |gradient of `reconstruction`| / (|gradient of `deceiving`| +
/// 1e-4) at `weight`, within [0, 1e4], without gradient. Both losses keep their graphs. Source:
/// Esser et al. 2021 (VQGAN).
torch::Tensor adaptiveWeight(const torch::Tensor& reconstruction, const torch::Tensor& deceiving,
                             const torch::Tensor& weight);

} // namespace unlit::train
