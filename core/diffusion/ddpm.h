// The forward process of training: noise is added to a clean latent; and its ancestral sampler.
#pragma once

#include "core/diffusion/noise_schedule.h"
#include "core/diffusion/scheduler_config.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace unlit::diffusion {

struct DdpmStep {
    torch::Tensor prev;              ///< the less noisy sample
    torch::Tensor predictedOriginal; ///< the clean latent as this step sees it
};

/// Ho et al., "Denoising Diffusion Probabilistic Models" (2020), in the arithmetic of diffusers'
/// DDPMScheduler. addNoise and velocity are pure and may be called from any thread.
class DdpmScheduler {
public:
    /// Does not call validate(config): a caller that runs a model does, once, before it starts.
    explicit DdpmScheduler(SchedulerConfig config);

    /// sqrt(a) original + sqrt(1 - a) noise, a = alphaCumprod of each sample's own timestep.
    /// original, noise: one shape [N, ...]; timesteps_N: int64 [N] in [0, T), on any device.
    /// Throws: InvalidInput for a timestep outside.
    torch::Tensor addNoise(const torch::Tensor& original, const torch::Tensor& noise,
                           const torch::Tensor& timesteps_N) const;

    /// sqrt(a) noise - sqrt(1 - a) original: the target of v_prediction. Arguments as addNoise.
    torch::Tensor velocity(const torch::Tensor& original, const torch::Tensor& noise,
                           const torch::Tensor& timesteps_N) const;

    /// `steps` in [1, T]. Throws: InvalidInput outside, or when the table leaves the schedule.
    void setTimesteps(std::int64_t steps);

    const std::vector<std::int64_t>& timesteps() const { return m_timesteps; }

    /// One ancestral step from `timestep`, an entry of timesteps(); `noise` has sample's shape and
    /// is not used at timestep 0. Throws: InvalidInput for a timestep that is not in the table.
    DdpmStep step(const torch::Tensor& modelOutput, std::int64_t timestep,
                  const torch::Tensor& sample, const torch::Tensor& noise) const;

    const SchedulerConfig& config() const { return m_config; }

    const NoiseSchedule& schedule() const { return m_schedule; }

private:
    std::int64_t previousTimestep(std::int64_t timestep) const;

    SchedulerConfig m_config;
    NoiseSchedule m_schedule;
    std::vector<std::int64_t> m_timesteps;
};

} // namespace unlit::diffusion
