#include "core/nn/layers/transformer_2d.h"

#include "core/nn/kernels/fused_ops.h"
#include "core/nn/layers/tokens.h"

namespace unlit::nn {

Transformer2DImpl::Transformer2DImpl(const Transformer2DOptions& o) {
    constexpr double kNormEpsilon = 1e-6;
    const int64_t headDim = o.channels / o.heads;
    const int64_t inner = o.heads * headDim;
    norm = register_module("norm", GroupNorm(GroupNormOptions{o.groups, o.channels, kNormEpsilon}));
    if (o.useLinearProjection) {
        m_linearIn = register_module("proj_in", Linear(LinearOptions{o.channels, inner}));
    } else {
        m_convIn = register_module("proj_in", Conv2d(Conv2dOptions{o.channels, inner, 1, 1, 0}));
    }
    transformer_blocks = register_module("transformer_blocks", torch::nn::ModuleList());
    for (int64_t layer = 0; layer < o.layers; ++layer)
        append(transformer_blocks, m_blocks,
               BasicTransformerBlock(BasicTransformerBlockOptions{.dim = inner,
                                                                  .heads = o.heads,
                                                                  .headDim = headDim,
                                                                  .contextDim = o.contextDim,
                                                                  .upcastScores = o.upcastScores,
                                                                  .dropout = o.dropout}));
    if (o.useLinearProjection) {
        m_linearOut = register_module("proj_out", Linear(LinearOptions{inner, o.channels}));
    } else {
        m_convOut = register_module("proj_out", Conv2d(Conv2dOptions{inner, o.channels, 1, 1, 0}));
    }
}

torch::Tensor Transformer2DImpl::runBlocks(torch::Tensor tokens_NLD,
                                           const torch::Tensor& context_NMC) {
    for (auto& block : m_blocks)
        tokens_NLD = block(tokens_NLD, context_NMC);
    return tokens_NLD;
}

torch::Tensor Transformer2DImpl::forward(const torch::Tensor& x_NCHW,
                                         const torch::Tensor& context_NMC) {
    const int64_t height = x_NCHW.size(2), width = x_NCHW.size(3);
    const torch::Tensor normed = norm(x_NCHW);
    torch::Tensor out_NCHW;
    if (m_linearIn) {
        const torch::Tensor tokens = runBlocks(m_linearIn(toTokens(normed)), context_NMC);
        out_NCHW = toPicture(m_linearOut(tokens), height, width);
    } else {
        const torch::Tensor tokens = runBlocks(toTokens(m_convIn(normed)), context_NMC);
        out_NCHW = m_convOut(toPicture(tokens, height, width));
    }
    return watched(addTo(out_NCHW, x_NCHW));
}

} // namespace unlit::nn
