#include "core/nn/layers/norm.h"

#include "core/base/error.h"
#include "core/nn/cuda/cuda_ops.h"
#include "core/nn/kernels/fused_ops.h"
#include "core/nn/kernels/trained_norm.h"

namespace unlit::nn {

GroupNormImpl::GroupNormImpl(const GroupNormOptions& options)
    : m_groups(options.groups), m_epsilon(options.epsilon) {
    if (options.groups < 1 || options.channels % options.groups != 0)
        throw Error::internal(std::to_string(options.channels) +
                              " channels cannot be normalised in " +
                              std::to_string(options.groups) + " groups");
    weight = parameter("weight", {options.channels});
    bias = parameter("bias", {options.channels});
}

torch::Tensor GroupNormImpl::forward(const torch::Tensor& x_NCHW) {
    if (canFuse(x_NCHW, x_NCHW.size(1)))
        return watched(fusedGroupNorm(x_NCHW, m_groups, weight, bias, m_epsilon, Activation::None));
    if (canTrainFused(x_NCHW) && weight.scalar_type() == torch::kFloat32)
        return watched(
            trainedGroupNorm(x_NCHW, m_groups, weight, bias, m_epsilon, Activation::None));
    const torch::Tensor x = x_NCHW.to(weight.scalar_type());
    return watched(
        torch::group_norm(x, m_groups, weight, bias, m_epsilon).to(x_NCHW.scalar_type()));
}

torch::Tensor GroupNormImpl::forwardSilu(const torch::Tensor& x_NCHW) {
    if (canFuse(x_NCHW, x_NCHW.size(1)) && !isWatched())
        return fusedGroupNorm(x_NCHW, m_groups, weight, bias, m_epsilon, Activation::Silu);
    if (canTrainFused(x_NCHW) && weight.scalar_type() == torch::kFloat32 && !isWatched())
        return trainedGroupNorm(x_NCHW, m_groups, weight, bias, m_epsilon, Activation::Silu);
    return torch::silu(forward(x_NCHW));
}

torch::Tensor GroupNormImpl::forwardSiluOfSum(const torch::Tensor& x_NCHW,
                                              const torch::Tensor& bias_C,
                                              const torch::Tensor& shift_NC) {
    return cuda::groupNorm(x_NCHW, m_groups, weight, bias, m_epsilon, /*isSilu=*/true, bias_C,
                           shift_NC);
}

void GroupNormImpl::initialise(const torch::Generator&) {
    weight.fill_(1);
    bias.zero_();
}

LayerNormImpl::LayerNormImpl(const LayerNormOptions& options) : m_epsilon(options.epsilon) {
    weight = parameter("weight", {options.features});
    bias = parameter("bias", {options.features});
}

torch::Tensor LayerNormImpl::forward(const torch::Tensor& x) {
    if (canFuse(x, x.size(-1)))
        return watched(fusedLayerNorm(x, weight, bias, m_epsilon));
    const torch::Tensor wide = x.to(weight.scalar_type());
    return watched(
        torch::layer_norm(wide, weight.sizes(), weight, bias, m_epsilon).to(x.scalar_type()));
}

void LayerNormImpl::initialise(const torch::Generator&) {
    weight.fill_(1);
    bias.zero_();
}

} // namespace unlit::nn
