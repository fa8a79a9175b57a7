#include "core/nn/layers/feed_forward.h"

#include "core/nn/kernels/fused_ops.h"

namespace unlit::nn {

GEGLUImpl::GEGLUImpl(const GEGLUOptions& options) {
    proj =
        register_module("proj", Linear(LinearOptions{options.inFeatures, 2 * options.outFeatures}));
}

torch::Tensor GEGLUImpl::forward(const torch::Tensor& x) {
    const torch::Tensor both = proj(x);
    if (canFuse(both, both.size(-1) / 2))
        return watched(fusedGeglu(both));
    const auto halves = both.chunk(2, -1); // value, gate
    return watched(halves[0] * torch::gelu(halves[1]));
}

FeedForwardImpl::FeedForwardImpl(const FeedForwardOptions& o)
    : m_gate(GEGLUOptions{o.dim, o.dim * o.expansion}), m_dropout(o.dropout),
      m_out(LinearOptions{o.dim * o.expansion, o.dim}) {
    net = register_module("net", torch::nn::ModuleList());
    net->push_back(m_gate);
    net->push_back(m_dropout);
    net->push_back(m_out);
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x) {
    return watched(m_out(m_dropout(m_gate(x))));
}

} // namespace unlit::nn
