// The residual block of UNet and VAE.
#pragma once

#include "core/nn/layers/conv_2d.h"
#include "core/nn/layers/linear.h"
#include "core/nn/layers/norm.h"

#include <tuple>

namespace unlit::nn {

struct ResnetBlock2DOptions {
    int64_t inChannels = 0;
    int64_t outChannels = 0;
    int64_t timeDim = 0; ///< 0: no time shift (VAE)
    int64_t groups = 32;
    double epsilon = 1e-5;
    double dropout = 0;
    double outputScale = 1; ///< the sum is divided by it
};

/// Two 3x3 convolutions with time shift. x_NCHW: [N, in, H, W]; temb_NT: [N, T] or undefined;
/// returns [N, out, H, W]. Without gradients a block whose last convolution is zero (an image
/// pyramid's) costs nothing: the same numbers for every finite x.
struct ResnetBlock2DImpl : Module {
    explicit ResnetBlock2DImpl(const ResnetBlock2DOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT);

    GroupNorm norm1{nullptr}, norm2{nullptr};
    Conv2d conv1{nullptr}, conv2{nullptr};
    Conv2d conv_shortcut{nullptr}; // stays null when in == out
    Linear time_emb_proj{nullptr}; // stays null in the VAE
    Dropout dropout{nullptr};

private:
    torch::Tensor added(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT);
    bool addsNothing();
    bool canJoin(const torch::Tensor& x_NCHW) const;
    torch::Tensor joined(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT);

    double m_outputScale;
    /// The weights that m_isZero is about: where they lie and how often they changed.
    std::tuple<const void*, const void*, int64_t> m_looked{nullptr, nullptr, 0};
    bool m_isZero = false;
};

TORCH_MODULE(ResnetBlock2D);

} // namespace unlit::nn
