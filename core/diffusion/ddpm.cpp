#include "core/diffusion/ddpm.h"

#include "core/base/error.h"
#include "core/diffusion/predicted_sample.h"
#include "core/diffusion/timestep_spacing.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace unlit::diffusion {

namespace {

struct Mixture {
    torch::Tensor signal; ///< sqrt(a), [N, 1, ...]
    torch::Tensor spread; ///< sqrt(1 - a), [N, 1, ...]
};

Mixture mixtureFor(const NoiseSchedule& schedule, const torch::Tensor& original,
                   const torch::Tensor& noise, const torch::Tensor& timesteps_N) {
    TORCH_CHECK(original.sizes() == noise.sizes(), "noise of ", noise.sizes(), " for samples of ",
                original.sizes());
    TORCH_CHECK(timesteps_N.dim() == 1 && timesteps_N.size(0) == original.size(0), "timesteps of ",
                timesteps_N.sizes(), " for samples of ", original.sizes());
    std::vector<std::int64_t> shape(static_cast<std::size_t>(original.dim()), 1);
    shape[0] = original.size(0);
    const torch::Tensor alphas = schedule.alphasCumprodAt(timesteps_N).reshape(shape);
    return {alphas.sqrt().to(original.options()), (1.0 - alphas).sqrt().to(original.options())};
}

} // namespace

DdpmScheduler::DdpmScheduler(SchedulerConfig config)
    : m_config(std::move(config)), m_schedule(m_config) {}

torch::Tensor DdpmScheduler::addNoise(const torch::Tensor& original, const torch::Tensor& noise,
                                      const torch::Tensor& timesteps_N) const {
    const Mixture mixture = mixtureFor(m_schedule, original, noise, timesteps_N);
    return mixture.signal * original + mixture.spread * noise;
}

torch::Tensor DdpmScheduler::velocity(const torch::Tensor& original, const torch::Tensor& noise,
                                      const torch::Tensor& timesteps_N) const {
    const Mixture mixture = mixtureFor(m_schedule, original, noise, timesteps_N);
    return mixture.signal * noise - mixture.spread * original;
}

void DdpmScheduler::setTimesteps(std::int64_t steps) {
    m_timesteps = usableTimesteps(m_config, steps);
}

std::int64_t DdpmScheduler::previousTimestep(std::int64_t timestep) const {
    const auto found = std::ranges::find(m_timesteps, timestep);
    if (found == m_timesteps.end()) {
        throw Error::invalidInput("timestep " + std::to_string(timestep) +
                                      " is not one of the sampler's " +
                                      std::to_string(m_timesteps.size()) + " timesteps",
                                  "set the timesteps first, and step through them in order");
    }
    return std::next(found) == m_timesteps.end() ? -1 : *std::next(found);
}

DdpmStep DdpmScheduler::step(const torch::Tensor& modelOutput, std::int64_t timestep,
                             const torch::Tensor& sample, const torch::Tensor& noise) const {
    TORCH_CHECK(noise.sizes() == sample.sizes(), "noise of ", noise.sizes(), " for a sample of ",
                sample.sizes());
    const std::int64_t previous = previousTimestep(timestep);
    const float alpha = m_schedule.alphaCumprod(timestep);
    const float alphaPrev = previous >= 0 ? m_schedule.alphaCumprod(previous) : 1.0F;
    const float stepAlpha = alpha / alphaPrev;
    const float stepBeta = 1.0F - stepAlpha;
    const float beta = 1.0F - alpha;
    const float betaPrev = 1.0F - alphaPrev;

    const PredictedSample predicted = predictSample(m_config, modelOutput, sample, alpha);
    torch::Tensor prev = std::sqrt(alphaPrev) * stepBeta / beta * predicted.original +
                         std::sqrt(stepAlpha) * betaPrev / beta * sample;
    if (timestep > 0) {
        constexpr float kSmallestVariance = 1e-20F;
        const float variance = m_config.varianceType == VarianceType::FixedSmall
                                   ? std::max(betaPrev / beta * stepBeta, kSmallestVariance)
                                   : stepBeta;
        prev = prev + std::sqrt(variance) * noise.to(prev.scalar_type());
    }
    return {prev, predicted.original};
}

} // namespace unlit::diffusion
