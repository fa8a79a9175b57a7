#include "core/nn/layers/attention.h"

#include "core/nn/layers/attention_kernel.h"
#include "core/nn/layers/tokens.h"
#include "core/options/attention_heads.h"

#include <algorithm>

namespace unlit::nn {

AttentionImpl::AttentionImpl(const AttentionOptions& o)
    : m_heads(o.heads), m_upcastScores(o.upcastScores) {
    const int64_t inner = o.heads * o.headDim;
    const int64_t context = o.contextDim > 0 ? o.contextDim : o.queryDim;
    to_q = register_module("to_q", Linear(LinearOptions{o.queryDim, inner, o.projectionBias}));
    to_k = register_module("to_k", Linear(LinearOptions{context, inner, o.projectionBias}));
    to_v = register_module("to_v", Linear(LinearOptions{context, inner, o.projectionBias}));
    to_out = register_module("to_out", torch::nn::ModuleList());
    m_outLinear = Linear(LinearOptions{inner, o.queryDim});
    m_outDropout = Dropout(o.dropout);
    to_out->push_back(m_outLinear);
    to_out->push_back(m_outDropout);
}

torch::Tensor AttentionImpl::attend(const torch::Tensor& x_NLD, const torch::Tensor& context_NMC) {
    const torch::Tensor& context = context_NMC.defined() ? context_NMC : x_NLD;
    AttentionKernelOptions kernel;
    kernel.upcastScores = m_upcastScores;
    kernel.sliceHeads = m_sliceHeads;
    const torch::Tensor q_NLD = to_q(x_NLD), k_NMD = to_k(context), v_NMD = to_v(context);
    const torch::Tensor mixed_NLD = m_processor == AttentionProcessor::Math
                                        ? chunkedAttention(q_NLD, k_NMD, v_NMD, m_heads, kernel)
                                        : attention(q_NLD, k_NMD, v_NMD, m_heads, kernel);
    return m_outDropout(m_outLinear(mixed_NLD));
}

void AttentionImpl::setSlicing(AttentionSlicing slicing) {
    constexpr int64_t kHalf = 2;
    if (slicing == AttentionSlicing::Auto)
        m_sliceHeads = std::max<int64_t>(1, m_heads / kHalf);
    else
        m_sliceHeads = sliceHeadsOf(slicing).value_or(0);
}

torch::Tensor AttentionImpl::forward(const torch::Tensor& x_NLD, const torch::Tensor& context_NMC) {
    return watched(attend(x_NLD, context_NMC));
}

void setAttentionSlicing(torch::nn::Module& module, AttentionSlicing slicing) {
    for (const auto& part : module.modules())
        if (auto* attention = dynamic_cast<AttentionImpl*>(part.get()))
            attention->setSlicing(slicing);
}

SpatialAttentionImpl::SpatialAttentionImpl(const SpatialAttentionOptions& o)
    : AttentionImpl(AttentionOptions{.queryDim = o.channels,
                                     .heads = o.heads,
                                     .headDim = o.channels / o.heads,
                                     .projectionBias = true}) {
    group_norm =
        register_module("group_norm", GroupNorm(GroupNormOptions{o.groups, o.channels, o.epsilon}));
}

torch::Tensor SpatialAttentionImpl::forward(const torch::Tensor& x_NCHW) {
    const torch::Tensor tokens_NLC = toTokens(group_norm(x_NCHW));
    const torch::Tensor mixed_NLC = attend(tokens_NLC, {});
    return watched(x_NCHW + toPicture(mixed_NLC, x_NCHW.size(2), x_NCHW.size(3)));
}

} // namespace unlit::nn
