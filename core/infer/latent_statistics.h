// Mean and spread of the numbers of latents: what a VAE's scaling_factor is measured from.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::infer {

/// Over all channels, cells and pictures together, as latent diffusion takes it (Rombach et al.,
/// "High-Resolution Image Synthesis with Latent Diffusion Models", 2022, appendix G): latents
/// divided by their standard deviation have the size of the noise that is added to them.
class LatentStatistics {
public:
    /// `latent`: any shape and floating type; every number counts once. Sums are kept in double.
    void add(const torch::Tensor& latent);

    std::int64_t count() const { return m_count; }

    double mean() const { return m_mean; }

    /// Of the whole population; 0 before anything was added.
    double deviation() const;

    /// 1 / deviation(). Throws Error::invalidInput where that is no usable number: latents that are
    /// all the same, or not finite.
    double scalingFactor() const;

private:
    std::int64_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0; ///< sum of squared differences to the mean
};

} // namespace unlit::infer
