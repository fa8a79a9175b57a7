#include "core/infer/latent_statistics.h"

#include "core/base/error.h"

#include <cmath>

namespace unlit::infer {

void LatentStatistics::add(const torch::Tensor& latent) {
    if (latent.numel() == 0)
        return;
    const torch::Tensor values = latent.to(torch::kCPU, torch::kFloat64);
    const auto count = static_cast<double>(values.numel());
    const auto mean = values.mean().item<double>();
    const auto squares = (values - mean).square().sum().item<double>();
    // Two populations into one (Chan, Golub, LeVeque 1983): no difference of large sums.
    const auto before = static_cast<double>(m_count);
    const double step = mean - m_mean;
    m_mean += step * count / (before + count);
    m_squares += squares + step * step * before * count / (before + count);
    m_count += values.numel();
}

double LatentStatistics::deviation() const {
    return m_count == 0 ? 0 : std::sqrt(m_squares / static_cast<double>(m_count));
}

double LatentStatistics::scalingFactor() const {
    const double factor = 1 / deviation();
    if (!std::isfinite(factor) || factor <= 0)
        throw Error::invalidInput("the latents of these pictures have no spread to be scaled by",
                                  "train the VAE, and give pictures that differ");
    return factor;
}

} // namespace unlit::infer
