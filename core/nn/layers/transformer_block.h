// Self-attention, attention to the text, feed-forward: one layer of a Transformer2D.
#pragma once

#include "core/nn/layers/attention.h"
#include "core/nn/layers/feed_forward.h"

namespace unlit::nn {

struct BasicTransformerBlockOptions {
    int64_t dim = 0;
    int64_t heads = 8;
    int64_t headDim = 64;
    int64_t contextDim = 1024; ///< width of the text embedding
    bool upcastScores = false;
    double dropout = 0;
};

/// x_NLD: [N, L, D], context_NMC: [N, M, contextDim] -> [N, L, D].
struct BasicTransformerBlockImpl : Module {
    explicit BasicTransformerBlockImpl(const BasicTransformerBlockOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NLD, const torch::Tensor& context_NMC);

    LayerNorm norm1{nullptr}, norm2{nullptr}, norm3{nullptr};
    Attention attn1{nullptr}; // among the pixels
    Attention attn2{nullptr}; // from the pixels to the text
    FeedForward ff{nullptr};
};

TORCH_MODULE(BasicTransformerBlock);

} // namespace unlit::nn
