// The two-layer network after each attention, gated by GELU.
#pragma once

#include "core/nn/layers/linear.h"

namespace unlit::nn {

struct GEGLUOptions {
    int64_t inFeatures = 0;
    int64_t outFeatures = 0;
};

/// Splits proj(x) into value and gate and returns value * gelu(gate), the exact (erf) GELU.
/// [N, L, in] -> [N, L, out]. Source: Shazeer 2020, "GLU variants improve transformer".
struct GEGLUImpl : Module {
    explicit GEGLUImpl(const GEGLUOptions& options);
    torch::Tensor forward(const torch::Tensor& x);

    Linear proj{nullptr}; // [in] -> [2 * out]
};

TORCH_MODULE(GEGLU);

struct FeedForwardOptions {
    int64_t dim = 0;
    int64_t expansion = 4;
    double dropout = 0;
};

/// [N, L, D] -> [N, L, D].
struct FeedForwardImpl : Module {
    explicit FeedForwardImpl(const FeedForwardOptions& options);
    torch::Tensor forward(const torch::Tensor& x);

    torch::nn::ModuleList net; // 0: GEGLU, 1: Dropout, 2: Linear

private:
    GEGLU m_gate{nullptr};
    Dropout m_dropout{nullptr};
    Linear m_out{nullptr};
};

TORCH_MODULE(FeedForward);

} // namespace unlit::nn
