// How much of the picture is left at each training timestep.
#pragma once

#include "core/diffusion/scheduler_config.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::diffusion {

/// The betas of a schedule and the running product of 1 - beta, both float32 on the CPU, shape [T].
/// Zero terminal SNR: Lin et al., "Common Diffusion Noise Schedules and Sample Steps are Flawed"
/// (2024), algorithm 1; its last alphaCumprod is exactly 0. Immutable; readable from any thread.
class NoiseSchedule {
public:
    /// Throws: InvalidInput when the settings give no finite schedule.
    explicit NoiseSchedule(const SchedulerConfig& config);

    /// T, the number of training timesteps.
    std::int64_t length() const { return static_cast<std::int64_t>(m_alphas.size()); }

    const torch::Tensor& betas() const { return m_betas_T; }

    const torch::Tensor& alphasCumprod() const { return m_alphasCumprod_T; }

    /// The share of the picture's variance left at timestep t in [0, T). Throws: InvalidInput.
    float alphaCumprod(std::int64_t timestep) const;

    /// The alphas of a batch, float32 on the CPU. timesteps_N: int64 [N] in [0, T).
    /// Throws: InvalidInput for a timestep outside.
    torch::Tensor alphasCumprodAt(const torch::Tensor& timesteps_N) const;

private:
    torch::Tensor m_betas_T;
    torch::Tensor m_alphasCumprod_T;
    std::vector<float> m_alphas; ///< the values of m_alphasCumprod_T
};

} // namespace unlit::diffusion
