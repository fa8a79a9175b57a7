#include "core/diffusion/noise_schedule.h"

#include "core/base/error.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace unlit::diffusion {

namespace {

// Plain float32 arithmetic in the order and with the roundings of current PyTorch, not torch calls:
// LibTorch versions round linspace differently, and towards the end of a rescaled schedule, where
// nearly equal roots are subtracted, one last bit grows to 1e-5 of a beta.
using Floats = std::vector<float>;

/// Both halves are counted from their own end, each value by one fused multiply-add.
Floats linspace(double start, double end, std::int64_t length) {
    const auto first = static_cast<float>(start);
    const auto last = static_cast<float>(end);
    const float step = length > 1 ? (last - first) / static_cast<float>(length - 1) : 0.0F;
    Floats values;
    for (std::int64_t i = 0; i < length; ++i) {
        const bool firstHalf = i < length / 2 || length == 1;
        values.push_back(firstHalf ? std::fma(step, static_cast<float>(i), first)
                                   : std::fma(-step, static_cast<float>(length - 1 - i), last));
    }
    return values;
}

void square(Floats& values) {
    for (float& value : values) {
        value *= value;
    }
}

double squaredCosine(double fraction) {
    const double cosine = std::cos((fraction + 0.008) / 1.008 * std::numbers::pi / 2.0);
    return cosine * cosine;
}

Floats squaredCosineBetas(std::int64_t length) {
    constexpr double kLargestBeta = 0.999;
    Floats betas;
    for (std::int64_t i = 0; i < length; ++i) {
        const double here = static_cast<double>(i) / static_cast<double>(length);
        const double next = static_cast<double>(i + 1) / static_cast<double>(length);
        const double beta = 1.0 - squaredCosine(next) / squaredCosine(here);
        betas.push_back(static_cast<float>(std::min(beta, kLargestBeta)));
    }
    return betas;
}

Floats makeBetas(const SchedulerConfig& config) {
    if (!config.trainedBetas.empty()) {
        return {config.trainedBetas.begin(), config.trainedBetas.end()};
    }
    switch (config.betaSchedule) {
    case BetaSchedule::Linear:
        return linspace(config.betaStart, config.betaEnd, config.numTrainTimesteps);
    case BetaSchedule::ScaledLinear: {
        Floats betas = linspace(std::sqrt(config.betaStart), std::sqrt(config.betaEnd),
                                config.numTrainTimesteps);
        square(betas);
        return betas;
    }
    case BetaSchedule::SquaredCosCapV2:
        return squaredCosineBetas(config.numTrainTimesteps);
    }
    throw Error::internal("a beta schedule is not built");
}

/// The running product of 1 - beta, carried in double and stored in float.
Floats cumulativeAlphas(const Floats& betas) {
    Floats alphas;
    double product = 1.0;
    for (const float beta : betas) {
        product *= 1.0F - beta;
        alphas.push_back(static_cast<float>(product));
    }
    return alphas;
}

/// Shifts sqrt(alphaCumprod) so that its last value is 0, scales it so that its first stays.
Floats rescaledToZeroTerminalSnr(const Floats& betas) {
    Floats products = cumulativeAlphas(betas);
    const float first = std::sqrt(products.front());
    const float last = std::sqrt(products.back());
    const float scale = first / (first - last);
    for (float& product : products) {
        product = (std::sqrt(product) - last) * scale;
    }
    square(products);
    Floats rescaled{1.0F - products.front()};
    for (std::size_t t = 1; t < products.size(); ++t) {
        rescaled.push_back(1.0F - products[t] / products[t - 1]);
    }
    return rescaled;
}

} // namespace

NoiseSchedule::NoiseSchedule(const SchedulerConfig& config) {
    Floats betas = makeBetas(config);
    if (config.rescaleBetasZeroSnr) {
        betas = rescaledToZeroTerminalSnr(betas);
    }
    m_alphas = cumulativeAlphas(betas);
    if (!std::ranges::all_of(m_alphas, [](float alpha) { return std::isfinite(alpha); })) {
        throw Error::invalidInput("the scheduler's settings give no finite noise schedule",
                                  "check num_train_timesteps, beta_start, beta_end and "
                                  "rescale_betas_zero_snr in scheduler_config.json");
    }
    m_betas_T = torch::tensor(betas, torch::kFloat32);
    m_alphasCumprod_T = torch::tensor(m_alphas, torch::kFloat32);
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
