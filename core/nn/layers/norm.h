// Group and layer normalisation. Statistics are always taken in float32.
#pragma once

#include "core/nn/layers/module.h"

namespace unlit::nn {

struct GroupNormOptions {
    int64_t groups = 0;
    int64_t channels = 0;
    double epsilon = 1e-5;
};

/// x_NCHW -> same shape and layout. Weight and bias stay float32 when the network runs in bfloat16.
struct GroupNormImpl : Module {
    explicit GroupNormImpl(const GroupNormOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    /// silu(forward(x)), in one pass where no gradient is wanted. The observer sees forward(x).
    torch::Tensor forwardSilu(const torch::Tensor& x_NCHW);

    /// silu(forward(x + bias + shift)) on a GPU; bias [C] and shift [N, C] of x's type, or
    /// undefined. Precondition: cuda::canFuse(x).
    torch::Tensor forwardSiluOfSum(const torch::Tensor& x_NCHW, const torch::Tensor& bias_C,
                                   const torch::Tensor& shift_NC);

    void initialise(const torch::Generator& generator) override;

    torch::Dtype weightType(torch::Dtype) const override { return torch::kFloat32; }

    torch::Tensor weight, bias; // [C]

private:
    int64_t m_groups;
    double m_epsilon;
};

TORCH_MODULE(GroupNorm);

struct LayerNormOptions {
    int64_t features = 0;
    double epsilon = 1e-5;
};

/// x: [..., D] -> same shape.
struct LayerNormImpl : Module {
    explicit LayerNormImpl(const LayerNormOptions& options);
    torch::Tensor forward(const torch::Tensor& x);
    void initialise(const torch::Generator& generator) override;

    torch::Dtype weightType(torch::Dtype) const override { return torch::kFloat32; }

    torch::Tensor weight, bias; // [D]

private:
    double m_epsilon;
};

TORCH_MODULE(LayerNorm);

} // namespace unlit::nn
