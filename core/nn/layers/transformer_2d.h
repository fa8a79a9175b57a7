// A stack of transformer layers over the pixels of a feature map.
#pragma once

#include "core/nn/layers/conv_2d.h"
#include "core/nn/layers/transformer_block.h"

namespace unlit::nn {

struct Transformer2DOptions {
    int64_t channels = 0;
    int64_t heads = 8;
    int64_t layers = 1;
    int64_t contextDim = 1024;
    int64_t groups = 32;
    bool useLinearProjection = false; ///< SD 2.x: Linear; SD 1.x: 1x1 convolution
    bool upcastScores = false;
    double dropout = 0;
};

/// x_NCHW: [N, C, H, W], context_NMC -> [N, C, H, W], added to x.
struct Transformer2DImpl : Module {
    explicit Transformer2DImpl(const Transformer2DOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW, const torch::Tensor& context_NMC);

    GroupNorm norm{nullptr};
    torch::nn::ModuleList transformer_blocks;

private:
    torch::Tensor runBlocks(torch::Tensor tokens_NLD, const torch::Tensor& context_NMC);

    std::vector<BasicTransformerBlock> m_blocks;
    Linear m_linearIn{nullptr}, m_linearOut{nullptr}; // proj_in, proj_out, or
    Conv2d m_convIn{nullptr}, m_convOut{nullptr};     // the same as convolutions
};

TORCH_MODULE(Transformer2D);

} // namespace unlit::nn
