// From a network's output to the clean latent and the noise that it stands for.
#pragma once

#include "core/diffusion/scheduler_config.h"

#include <torch/types.h>

namespace unlit::diffusion {

/// Both of the shape, dtype and device of the noisy sample.
struct PredictedSample {
    torch::Tensor original; ///< the clean latent, clipped or thresholded if the config says so
    torch::Tensor noise;    ///< not recomputed after clipping, as in the reference
};

/// modelOutput and sample have one shape [N, ...]; alpha = alphaCumprod at their timestep.
/// Epsilon at alpha 0 and sample at alpha 1 divide by zero: see validate(config).
PredictedSample predictSample(const SchedulerConfig& config, const torch::Tensor& modelOutput,
                              const torch::Tensor& sample, float alpha);

/// The inverse without clipping: the network's output that stands for this clean latent in
/// `sample`. alpha < 1.
torch::Tensor modelOutputFor(const SchedulerConfig& config, const torch::Tensor& original,
                             const torch::Tensor& sample, float alpha);

} // namespace unlit::diffusion
