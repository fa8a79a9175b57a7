// The sampler of inference: DDIM, from noise to a latent in a few deterministic steps.
#pragma once

#include "core/diffusion/noise_schedule.h"
#include "core/diffusion/scheduler_config.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::diffusion {

/// Both of the shape, dtype and device of the sample that went in.
struct DdimStep {
    torch::Tensor prev;              ///< the less noisy sample
    torch::Tensor predictedOriginal; ///< the clean latent as this step sees it
};

/// Song et al., "Denoising Diffusion Implicit Models" (2021), in the arithmetic of diffusers'
/// DDIMScheduler. Call setTimesteps, then step for each of timesteps() in order; steps keep no
/// state, so one scheduler serves any number of ensemble members. Not thread-safe while
/// setTimesteps runs.
class DdimScheduler {
public:
    /// Does not call validate(config): a caller that runs a model does, once, before it starts.
    explicit DdimScheduler(SchedulerConfig config);

    /// `steps` in [1, T]. Throws: InvalidInput outside, or when the table leaves the schedule.
    void setTimesteps(std::int64_t steps);

    /// Descending; empty before setTimesteps.
    const std::vector<std::int64_t>& timesteps() const { return m_timesteps; }

    /// The timestep that a step from `timestep` arrives at, t - T / steps; negative = past the end.
    std::int64_t previousTimestep(std::int64_t timestep) const;

    /// What alphaCumprod is past the end: 1 or that of timestep 0, as setAlphaToOne says.
    float finalAlphaCumprod() const;

    /// One deterministic step (eta 0). modelOutput and sample: one shape [N, C, h, w], float32
    /// (half precision works, but rounds). Throws: InvalidInput for a timestep outside [0, T).
    DdimStep step(const torch::Tensor& modelOutput, std::int64_t timestep,
                  const torch::Tensor& sample) const;

    /// The stochastic step: eta in [0, 1] times the DDPM deviation of `noise` (of sample's shape)
    /// is added.
    DdimStep step(const torch::Tensor& modelOutput, std::int64_t timestep,
                  const torch::Tensor& sample, double eta, const torch::Tensor& noise) const;

    const SchedulerConfig& config() const { return m_config; }

    const NoiseSchedule& schedule() const { return m_schedule; }

private:
    DdimStep advance(const torch::Tensor& modelOutput, std::int64_t timestep,
                     const torch::Tensor& sample, float eta, const torch::Tensor& noise) const;

    SchedulerConfig m_config;
    NoiseSchedule m_schedule;
    std::vector<std::int64_t> m_timesteps;
};

} // namespace unlit::diffusion
