#include "core/nn/layers/transformer_block.h"

#include "core/nn/kernels/fused_ops.h"

namespace unlit::nn {

BasicTransformerBlockImpl::BasicTransformerBlockImpl(const BasicTransformerBlockOptions& o) {
    constexpr double kEpsilon = 1e-5;
    AttentionOptions attentionOptions{.queryDim = o.dim,
                                      .heads = o.heads,
                                      .headDim = o.headDim,
                                      .upcastScores = o.upcastScores,
                                      .dropout = o.dropout};
    norm1 = register_module("norm1", LayerNorm(LayerNormOptions{o.dim, kEpsilon}));
    attn1 = register_module("attn1", Attention(attentionOptions));
    norm2 = register_module("norm2", LayerNorm(LayerNormOptions{o.dim, kEpsilon}));
    attentionOptions.contextDim = o.contextDim;
    attn2 = register_module("attn2", Attention(attentionOptions));
    norm3 = register_module("norm3", LayerNorm(LayerNormOptions{o.dim, kEpsilon}));
    ff = register_module("ff", FeedForward(FeedForwardOptions{.dim = o.dim, .dropout = o.dropout}));
}

torch::Tensor BasicTransformerBlockImpl::forward(const torch::Tensor& x_NLD,
                                                 const torch::Tensor& context_NMC) {
    torch::Tensor hidden = addTo(attn1(norm1(x_NLD)), x_NLD);
    hidden = addTo(attn2(norm2(hidden), context_NMC), hidden);
    return watched(addTo(ff(norm3(hidden)), hidden));
}

} // namespace unlit::nn
