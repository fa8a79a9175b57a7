// The autoencoder between pictures and latents: AutoencoderKL.
#pragma once

#include "core/nn/vae/decoder.h"
#include "core/nn/vae/encoder.h"
#include "core/nn/vae/quantizer.h"
#include "core/nn/vae/tiles.h"

#include <functional>
#include <optional>

namespace unlit::nn {

/// The posterior of a latent cell: [N, latent, h, w] each, float32. logvar lies in [-30, 20].
struct DiagonalGaussian {
    torch::Tensor mean;
    torch::Tensor logvar;
};

/// Parameter names are diffusers' state_dict keys. Source: Kingma & Welling 2014; Rombach et al.
/// 2022; the layout of huggingface/diffusers.
class AutoencoderKLImpl : public Module {
public:
    explicit AutoencoderKLImpl(const AutoencoderKLOptions& options);

    /// x_NCHW: picture in [-1, 1], display-encoded, both sides >= options().downscaleFactor()
    /// (else Error::invalidInput). Sides that the factor does not divide are floored. With a
    /// quantizer the mean is what it will quantize, and the variance next to nothing.
    DiagonalGaussian encode(const torch::Tensor& x_NCHW);

    /// z_NCHW: latent already divided by scalingFactor. Returns the picture in about [-1, 1], not
    /// clipped, in the type of z. With a quantizer, that of the codes nearest to the latent.
    torch::Tensor decode(const torch::Tensor& z_NCHW);

    /// Pictures and latents of a batch one by one: memory of one, the same numbers up to rounding.
    void setSlicing(bool isOn) { m_slices = isOn; }

    /// Pictures and latents of more than one tile in tiles that are blended where they overlap:
    /// memory of one tile, other numbers, since no tile sees what is outside. Unset = whole.
    void setTiling(std::optional<VaeTiling> tiling) { m_tiling = tiling; }

    const std::optional<VaeTiling>& tiling() const { return m_tiling; }

    /// Compute in this type whatever the weights are: bfloat16 with float32 weights is mixed
    /// precision (see precision.h for what stays float32). Unset = the type of the weights.
    void setComputeType(std::optional<torch::Dtype> type) { m_computeType = type; }

    const AutoencoderKLOptions& options() const { return m_options; }

    Encoder encoder{nullptr};
    Decoder decoder{nullptr};
    Conv2d quant_conv{nullptr}, post_quant_conv{nullptr}; // null where the config says so
    Quantizer quantizer{nullptr};                         // null: continuous latents

private:
    torch::Tensor moments(const torch::Tensor& x_NCHW);
    torch::Tensor decodeTile(const torch::Tensor& z_NCHW);
    torch::Tensor sampleBySample(const torch::Tensor& batch_NCHW,
                                 const std::function<torch::Tensor(const torch::Tensor&)>& run);

    AutoencoderKLOptions m_options;
    bool m_slices = false;
    std::optional<VaeTiling> m_tiling;
    std::optional<torch::Dtype> m_computeType;
};

TORCH_MODULE(AutoencoderKL);

} // namespace unlit::nn
