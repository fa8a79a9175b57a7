#include "core/nn/layers/attention_kernel.h"

#include "core/nn/kernels/fused_attention.h"
#include "core/nn/kernels/products.h"
#include "core/nn/torch_compat.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unlit::nn {

namespace {

/// [N, L, D] -> [N * A, L, K]
torch::Tensor splitHeads(const torch::Tensor& x_NLD, int64_t heads) {
    const int64_t batch = x_NLD.size(0), tokens = x_NLD.size(1), width = x_NLD.size(2) / heads;
    return x_NLD.view({batch, tokens, heads, width})
        .transpose(1, 2)
        .reshape({batch * heads, tokens, width});
}

/// [N * A, L, K] -> [N, L, D]
torch::Tensor joinHeads(const torch::Tensor& x, int64_t heads) {
    const int64_t batch = x.size(0) / heads, tokens = x.size(1), width = x.size(2);
    return x.view({batch, heads, tokens, width})
        .transpose(1, 2)
        .reshape({batch, tokens, heads * width});
}

void hideFuture(torch::Tensor& scores, int64_t firstRow) {
    const torch::Tensor row = torch::arange(firstRow, firstRow + scores.size(1), scores.device());
    const torch::Tensor column = torch::arange(scores.size(2), scores.device());
    scores = scores.masked_fill(column.unsqueeze(0) > row.unsqueeze(1),
                                -std::numeric_limits<float>::infinity());
}

bool fitsFusedKernel(const torch::Tensor& q_NLD, const AttentionKernelOptions& options) {
    const bool hasNumber =
        q_NLD.scalar_type() == torch::kFloat32 || q_NLD.scalar_type() == torch::kBFloat16;
    return q_NLD.is_cpu() && hasNumber && !options.causal && !torch::GradMode::is_enabled() &&
           hasFusedAttention();
}

torch::Tensor fusedAttention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                             const torch::Tensor& v_NMD, int64_t heads) {
    const torch::Tensor q = q_NLD.contiguous(), k = k_NMD.contiguous(), v = v_NMD.contiguous();
    torch::Tensor out = torch::empty_like(q);
    FusedAttentionTask task;
    task.number =
        q.scalar_type() == torch::kFloat32 ? AttentionNumber::Float32 : AttentionNumber::BFloat16;
    task.query = q.data_ptr();
    task.key = k.data_ptr();
    task.value = v.data_ptr();
    task.output = out.data_ptr();
    task.batch = q.size(0);
    task.queryTokens = q.size(1);
    task.keyTokens = k.size(1);
    task.heads = heads;
    task.headWidth = q.size(2) / heads;
    task.scale = 1.0f / std::sqrt(static_cast<float>(task.headWidth));
    runFusedAttention(task);
    return out;
}

torch::Tensor cudaAttention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                            const torch::Tensor& v_NMD, int64_t heads, bool causal) {
    const auto split = [heads](const torch::Tensor& x) {
        return x.view({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
    };
    return compat::scaledDotProductAttention(split(q_NLD), split(k_NMD), split(v_NMD), causal)
        .transpose(1, 2)
        .reshape(q_NLD.sizes());
}

/// A slice of heads: q [B, L, K], already scaled, k [B, K, M], v [B, M, K] -> [B, L, K].
torch::Tensor attendHeads(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                          const AttentionKernelOptions& options) {
    const int64_t bytesPerRow = q.size(0) * k.size(2) * int64_t{sizeof(float)};
    const int64_t rows = std::clamp<int64_t>(options.scoreBytes / bytesPerRow, 1, q.size(1));
    std::vector<torch::Tensor> parts;
    for (int64_t first = 0; first < q.size(1); first += rows) {
        const int64_t count = std::min(rows, q.size(1) - first);
        torch::Tensor scores = torch::bmm(q.narrow(1, first, count), k); // [B, rows, M]
        if (options.causal)
            hideFuture(scores, first);
        const torch::Tensor weights = torch::softmax(scores, -1, torch::kFloat32);
        parts.push_back(torch::bmm(weights.to(v.scalar_type()), v));
    }
    return parts.size() == 1 ? parts.front() : torch::cat(parts, 1);
}

} // namespace

torch::Tensor attention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                        const torch::Tensor& v_NMD, int64_t heads,
                        const AttentionKernelOptions& options) {
    if (fitsFusedKernel(q_NLD, options))
        return fusedAttention(q_NLD, k_NMD, v_NMD, heads);
    if (compat::kHasFusedCudaAttention && q_NLD.is_cuda() && !options.upcastScores)
        return cudaAttention(q_NLD, k_NMD, v_NMD, heads, options.causal);
    return chunkedAttention(q_NLD, k_NMD, v_NMD, heads, options);
}

torch::Tensor chunkedAttention(const torch::Tensor& q_NLD, const torch::Tensor& k_NMD,
                               const torch::Tensor& v_NMD, int64_t heads,
                               const AttentionKernelOptions& options) {
    const bool isWidened = q_NLD.scalar_type() == torch::kBFloat16 && !sumsBFloat16(q_NLD.device());
    const auto type = options.upcastScores || isWidened ? torch::kFloat32 : q_NLD.scalar_type();
    const double scale = 1.0 / std::sqrt(static_cast<double>(q_NLD.size(2) / heads));
    const torch::Tensor q = splitHeads(q_NLD, heads).to(type) * scale;
    const torch::Tensor k = splitHeads(k_NMD, heads).to(type).transpose(1, 2);
    const torch::Tensor v = splitHeads(v_NMD, heads).to(isWidened ? type : v_NMD.scalar_type());
    const auto joined = [&](const torch::Tensor& out) {
        return joinHeads(out, heads).to(q_NLD.scalar_type());
    };
    if (options.sliceHeads <= 0 || options.sliceHeads >= q.size(0))
        return joined(attendHeads(q, k, v, options));
    std::vector<torch::Tensor> slices;
    for (int64_t first = 0; first < q.size(0); first += options.sliceHeads) {
        const int64_t count = std::min(options.sliceHeads, q.size(0) - first);
        slices.push_back(attendHeads(q.narrow(0, first, count), k.narrow(0, first, count),
                                     v.narrow(0, first, count), options));
    }
    return joined(torch::cat(slices, 0));
}

} // namespace unlit::nn
