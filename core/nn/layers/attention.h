// Multi-head attention with its projections.
#pragma once

#include "core/nn/layers/linear.h"
#include "core/nn/layers/norm.h"
#include "core/options/attention_processors.h"
#include "core/options/infer_options.h"

namespace unlit::nn {

struct AttentionOptions {
    int64_t queryDim = 0;
    int64_t contextDim = 0; ///< 0: self-attention
    int64_t heads = 8;
    int64_t headDim = 64;
    bool projectionBias = false; ///< of to_q, to_k, to_v; to_out always has one
    bool upcastScores = false;
    double dropout = 0;
};

/// x_NLD: [N, L, D]; context_NMC: [N, M, contextDim], undefined = x itself. Returns [N, L, D].
struct AttentionImpl : Module {
    explicit AttentionImpl(const AttentionOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NLD, const torch::Tensor& context_NMC = {});

    void setSlicing(AttentionSlicing slicing);

    void setProcessor(AttentionProcessor processor) { m_processor = processor; }

    AttentionProcessor processor() const { return m_processor; }

    Linear to_q{nullptr}, to_k{nullptr}, to_v{nullptr};
    torch::nn::ModuleList to_out; // 0: Linear, 1: Dropout

protected:
    torch::Tensor attend(const torch::Tensor& x_NLD, const torch::Tensor& context_NMC);

private:
    int64_t m_heads;
    bool m_upcastScores;
    AttentionProcessor m_processor = AttentionProcessor::Auto;
    int64_t m_sliceHeads = 0;      // 0: all at once
    Linear m_outLinear{nullptr};   // to_out.0
    Dropout m_outDropout{nullptr}; // to_out.1
};

TORCH_MODULE(Attention);

/// setSlicing() of every attention below `module`. It saves memory where no fused kernel holds the
/// scores in the cache: in training, and on processors without one.
void setAttentionSlicing(torch::nn::Module& module, AttentionSlicing slicing);

struct SpatialAttentionOptions {
    int64_t channels = 0;
    int64_t heads = 1;
    int64_t groups = 32;
    double epsilon = 1e-6;
};

/// Every pixel looks at every other, with a residual: the middle of the VAE.
/// x_NCHW -> same shape.
struct SpatialAttentionImpl : AttentionImpl {
    explicit SpatialAttentionImpl(const SpatialAttentionOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    GroupNorm group_norm{nullptr};
};

TORCH_MODULE(SpatialAttention);

} // namespace unlit::nn
