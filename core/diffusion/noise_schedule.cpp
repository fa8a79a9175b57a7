#include "core/diffusion/noise_schedule.h"

#include "core/base/error.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unlit::diffusion {

namespace {

double squaredCosine(double fraction) {
    const double cosine = std::cos((fraction + 0.008) / 1.008 * std::numbers::pi / 2.0);
    return cosine * cosine;
}

std::vector<double> squaredCosineBetas(std::int64_t length) {
    constexpr double kLargestBeta = 0.999;
    std::vector<double> betas;
    for (std::int64_t i = 0; i < length; ++i) {
        const double here = static_cast<double>(i) / static_cast<double>(length);
        const double next = static_cast<double>(i + 1) / static_cast<double>(length);
        betas.push_back(std::min(1.0 - squaredCosine(next) / squaredCosine(here), kLargestBeta));
    }
    return betas;
}

torch::Tensor toFloatTensor(const std::vector<double>& values) {
    return torch::tensor(values, torch::kFloat64).to(torch::kFloat32);
}

// Float32 throughout, as the reference computes it: the models were trained with these roundings.
torch::Tensor makeBetas(const SchedulerConfig& config) {
    if (!config.trainedBetas.empty()) {
        return toFloatTensor(config.trainedBetas);
    }
    switch (config.betaSchedule) {
    case BetaSchedule::Linear:
        return torch::linspace(config.betaStart, config.betaEnd, config.numTrainTimesteps,
                               torch::kFloat32);
    case BetaSchedule::ScaledLinear:
        return torch::linspace(std::sqrt(config.betaStart), std::sqrt(config.betaEnd),
                               config.numTrainTimesteps, torch::kFloat32)
            .square();
    case BetaSchedule::SquaredCosCapV2:
        return toFloatTensor(squaredCosineBetas(config.numTrainTimesteps));
    }
    throw Error::internal("a beta schedule is not built");
}

/// Shifts sqrt(alphaCumprod) so that its last value is 0, scales it so that its first stays.
torch::Tensor rescaleToZeroTerminalSnr(const torch::Tensor& betas_T) {
    const torch::Tensor root_T = (1.0 - betas_T).cumprod(0).sqrt();
    const torch::Tensor first = root_T[0].clone();
    const torch::Tensor last = root_T[-1].clone();
    const torch::Tensor shifted_T = (root_T - last) * (first / (first - last));
    const torch::Tensor product_T = shifted_T.square();
    const torch::Tensor ratio_T =
        product_T.slice(0, 1) / product_T.slice(0, 0, product_T.size(0) - 1);
    return 1.0 - torch::cat({product_T.slice(0, 0, 1), ratio_T});
}

} // namespace

NoiseSchedule::NoiseSchedule(const SchedulerConfig& config) {
    const torch::NoGradGuard noGradients;
    m_betas_T = makeBetas(config);
    if (config.rescaleBetasZeroSnr) {
        m_betas_T = rescaleToZeroTerminalSnr(m_betas_T);
    }
    m_alphasCumprod_T = (1.0 - m_betas_T).cumprod(0).contiguous();
    const float* alphas = m_alphasCumprod_T.data_ptr<float>();
    m_alphas.assign(alphas, alphas + m_alphasCumprod_T.numel());
    if (!std::ranges::all_of(m_alphas, [](float alpha) { return std::isfinite(alpha); })) {
        throw Error::invalidInput("the scheduler's settings give no finite noise schedule",
                                  "check num_train_timesteps, beta_start, beta_end and "
                                  "rescale_betas_zero_snr in scheduler_config.json");
    }
}

float NoiseSchedule::alphaCumprod(std::int64_t timestep) const {
    if (timestep < 0 || timestep >= length()) {
        throw Error::invalidInput("timestep " + std::to_string(timestep) +
                                      " lies outside the noise schedule of " +
                                      std::to_string(length()) + " timesteps",
                                  "use fewer steps, or another timestep spacing");
    }
    return m_alphas[static_cast<std::size_t>(timestep)];
}

torch::Tensor NoiseSchedule::alphasCumprodAt(const torch::Tensor& timesteps_N) const {
    const torch::Tensor timesteps = timesteps_N.to(torch::kCPU, torch::kInt64).contiguous();
    const torch::Tensor alphas = torch::empty(timesteps.sizes(), torch::kFloat32);
    for (std::int64_t i = 0; i < timesteps.numel(); ++i) {
        alphas.data_ptr<float>()[i] = alphaCumprod(timesteps.data_ptr<std::int64_t>()[i]);
    }
    return alphas;
}

} // namespace unlit::diffusion
