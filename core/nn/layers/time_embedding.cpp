#include "core/nn/layers/time_embedding.h"

#include <cmath>

namespace unlit::nn {

torch::Tensor TimestepsImpl::forward(const torch::Tensor& timesteps_N) {
    constexpr double kBase = 10000.0;
    const int64_t half = m_options.channels / 2;
    const auto real = torch::TensorOptions(torch::kFloat32).device(timesteps_N.device());
    const torch::Tensor exponent = torch::arange(half, real) * -std::log(kBase) /
                                   (static_cast<double>(half) - m_options.frequencyShift);
    const torch::Tensor angle =
        timesteps_N.to(torch::kFloat32).unsqueeze(1) * torch::exp(exponent).unsqueeze(0);
    torch::Tensor code = m_options.flipSinToCos
                             ? torch::cat({torch::cos(angle), torch::sin(angle)}, 1)
                             : torch::cat({torch::sin(angle), torch::cos(angle)}, 1);
    if (m_options.channels % 2 == 1)
        code = torch::constant_pad_nd(code, {0, 1});
    return watched(code);
}

TimestepEmbeddingImpl::TimestepEmbeddingImpl(const TimestepEmbeddingOptions& options) {
    linear_1 =
        register_module("linear_1", Linear(LinearOptions{options.inChannels, options.timeDim}));
    linear_2 = register_module("linear_2", Linear(LinearOptions{options.timeDim, options.timeDim}));
}

torch::Tensor TimestepEmbeddingImpl::forward(const torch::Tensor& x) {
    return watched(linear_2(torch::silu(linear_1(x))));
}

} // namespace unlit::nn
