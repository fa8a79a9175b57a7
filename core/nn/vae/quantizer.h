// Latent cells to codes and back. Legend: N batch, C latent channels, h/w cells, K codes.
#pragma once

#include "core/nn/layers/module.h"
#include "core/nn/vae/quantizer_options.h"

namespace unlit::nn {

/// A cell's code is a number from 0 to options().codeCount() - 1. All of it computes in float32.
/// Sources: Mentzer et al., "Finite Scalar Quantization", 2023, appendix A.1 (fsq); Yu et al.,
/// "Language Model Beats Diffusion", 2023, section 3.1 (lfq); van den Oord et al., "Neural Discrete
/// Representation Learning", 2017, section 3 (codebook).
class QuantizerImpl : public Module {
public:
    explicit QuantizerImpl(const QuantizerOptions& options);

    /// The encoder's numbers brought to where the codes are: fsq squashes each to [-1, 1], the
    /// others leave them. What a latent is, for a diffusion too.
    torch::Tensor bounded(const torch::Tensor& x_NChw) const;

    /// The code nearest to each cell of a latent, as the numbers that the decoder sees; quantizing
    /// them again changes nothing. The gradient goes straight through, as if they were the latent.
    torch::Tensor forward(const torch::Tensor& z_NChw) const;

    /// int64 [N, h, w]. fsq: the first channel counts least. lfq: bit i is whether channel i is
    /// positive.
    torch::Tensor codes(const torch::Tensor& z_NChw) const;

    /// Numbers of codes [N, h, w], float32 [N, C, h, w]; gradients reach the codebook. The caller
    /// checks their range.
    torch::Tensor ofCodes(const torch::Tensor& codes_Nhw) const;

    const QuantizerOptions& options() const { return m_options; }

    void initialise(const torch::Generator& generator) override;

    torch::Dtype weightType(torch::Dtype) const override { return torch::kFloat32; }

    torch::Tensor codebook; // [K, C]; undefined but for QuantizerKind::Codebook

private:
    torch::Tensor scalarDigits(const torch::Tensor& z_NChw) const;
    torch::Tensor nearest(const torch::Tensor& z_NChw) const;

    QuantizerOptions m_options;
};

TORCH_MODULE(Quantizer);

} // namespace unlit::nn
