// From a diffusion timestep to the vector that every residual block is shifted by.
#pragma once

#include "core/nn/layers/linear.h"

namespace unlit::nn {

struct TimestepsOptions {
    int64_t channels = 320;
    bool flipSinToCos = true; ///< cosines first
    double frequencyShift = 0;
};

/// Sinusoidal position code ("Attention is all you need", section 3.5, base 10000).
/// timesteps_N (any number type) -> [N, channels] float32. Without parameters: the frequencies are
/// computed, since a buffer would become a key of the saved file.
struct TimestepsImpl : Module {
    explicit TimestepsImpl(const TimestepsOptions& options) : m_options(options) {}

    torch::Tensor forward(const torch::Tensor& timesteps_N);

private:
    TimestepsOptions m_options;
};

TORCH_MODULE(Timesteps);

struct TimestepEmbeddingOptions {
    int64_t inChannels = 320;
    int64_t timeDim = 1280;
};

/// linear_2(silu(linear_1(x))): [N, in] -> [N, T].
struct TimestepEmbeddingImpl : Module {
    explicit TimestepEmbeddingImpl(const TimestepEmbeddingOptions& options);
    torch::Tensor forward(const torch::Tensor& x);

    Linear linear_1{nullptr}, linear_2{nullptr};
};

TORCH_MODULE(TimestepEmbedding);

} // namespace unlit::nn
