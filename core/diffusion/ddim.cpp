#include "core/diffusion/ddim.h"

#include "core/base/error.h"
#include "core/diffusion/predicted_sample.h"
#include "core/diffusion/timestep_spacing.h"

#include <torch/types.h>

#include <cmath>
#include <utility>

namespace unlit::diffusion {

DdimScheduler::DdimScheduler(SchedulerConfig config)
    : m_config(std::move(config)), m_schedule(m_config) {}

void DdimScheduler::setTimesteps(std::int64_t steps) {
    m_timesteps = usableTimesteps(m_config, steps);
}

std::int64_t DdimScheduler::previousTimestep(std::int64_t timestep) const {
    if (m_timesteps.empty()) {
        throw Error::internal("the sampler was asked to step before it had timesteps");
    }
    // The stride, not the next table entry: in trailing spacing the two differ by one when the
    // steps do not divide T.
    return timestep - m_config.numTrainTimesteps / static_cast<std::int64_t>(m_timesteps.size());
}

float DdimScheduler::finalAlphaCumprod() const {
    return m_config.setAlphaToOne ? 1.0F : m_schedule.alphaCumprod(0);
}

DdimStep DdimScheduler::step(const torch::Tensor& modelOutput, std::int64_t timestep,
                             const torch::Tensor& sample) const {
    return advance(modelOutput, timestep, sample, 0.0F, {});
}

DdimStep DdimScheduler::step(const torch::Tensor& modelOutput, std::int64_t timestep,
                             const torch::Tensor& sample, double eta,
                             const torch::Tensor& noise) const {
    TORCH_CHECK(noise.sizes() == sample.sizes(), "noise of ", noise.sizes(), " for a sample of ",
                sample.sizes());
    return advance(modelOutput, timestep, sample, static_cast<float>(eta), noise);
}

DdimStep DdimScheduler::advance(const torch::Tensor& modelOutput, std::int64_t timestep,
                                const torch::Tensor& sample, float eta,
                                const torch::Tensor& noise) const {
    const float alpha = m_schedule.alphaCumprod(timestep);
    const std::int64_t previous = previousTimestep(timestep);
    const float alphaPrev = previous >= 0 ? m_schedule.alphaCumprod(previous) : finalAlphaCumprod();
    const PredictedSample predicted = predictSample(m_config, modelOutput, sample, alpha);

    float deviation = 0.0F;
    if (eta != 0.0F) {
        const float variance = (1.0F - alphaPrev) / (1.0F - alpha) * (1.0F - alpha / alphaPrev);
        deviation = eta * std::sqrt(variance);
    }
    const float direction = std::sqrt(1.0F - alphaPrev - deviation * deviation);
    torch::Tensor prev = std::sqrt(alphaPrev) * predicted.original + direction * predicted.noise;
    if (noise.defined()) {
        prev = prev + deviation * noise.to(prev.scalar_type());
    }
    return {prev, predicted.original};
}

} // namespace unlit::diffusion
