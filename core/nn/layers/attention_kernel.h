// Scaled dot-product attention without weights, bounded in memory.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::nn {

struct AttentionKernelOptions {
    /// Most bytes of scores held at once. Rows of queries are taken in chunks that fit, so that a
    /// large latent costs time but not memory.
    int64_t scoreBytes = int64_t{256} << 20;
    /// Heads (of all samples together) whose scores are held at once; 0 = all. Only where scores
    /// are held at all: not in the fused kernels.
    int64_t sliceHeads = 0;
    bool causal = false;       ///< token l sees tokens 0..l only
    bool upcastScores = false; ///< products of queries and keys in float32 whatever the inputs are
};

/// softmax(q k^T / sqrt(K)) v, head by head; the softmax is taken in float32.
/// q_NLD: [N, L, D], k_NMD and v_NMD: [N, M, D], D = heads * K; returns [N, L, D] in q's type.
/// Differentiable. Where no gradient is wanted, the processor's fused kernel (kernels/
/// fused_attention.h) or CUDA's is used and holds no scores at all.
/// Source: Vaswani et al. 2017, section 3.2.
torch::Tensor attention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                        const torch::Tensor& v_NMD, int64_t heads,
                        const AttentionKernelOptions& options = {});

/// The same without a fused kernel, in chunks of queries, and in slices of heads where
/// that is asked for; what attention() falls back to.
torch::Tensor chunkedAttention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                               const torch::Tensor& v_NMD, int64_t heads,
                               const AttentionKernelOptions& options = {});

} // namespace unlit::nn
