#include "core/diffusion/predicted_sample.h"

#include "core/base/error.h"

#include <torch/types.h>

#include <cmath>

namespace unlit::diffusion {

namespace {

/// Dynamic thresholding (Saharia et al., 2022): each sample is clamped to a quantile of its own
/// magnitudes and divided by it.
torch::Tensor threshold(const SchedulerConfig& config, const torch::Tensor& original) {
    const std::int64_t count = original.size(0);
    const torch::Tensor flat = original.to(torch::kFloat32).reshape({count, -1});
    const torch::Tensor limit =
        torch::quantile(flat.abs(), config.dynamicThresholdingRatio, 1, /*keepdim=*/true)
            .clamp(1.0, config.sampleMaxValue);
    const torch::Tensor bounded = torch::minimum(torch::maximum(flat, -limit), limit) / limit;
    return bounded.reshape(original.sizes()).to(original.scalar_type());
}

PredictedSample invert(PredictionType type, const torch::Tensor& output,
                       const torch::Tensor& sample, float alpha) {
    const float signal = std::sqrt(alpha);
    const float spread = std::sqrt(1.0F - alpha);
    switch (type) {
    case PredictionType::Epsilon:
        return {(sample - spread * output) / signal, output};
    case PredictionType::Sample:
        return {output, (sample - signal * output) / spread};
    case PredictionType::VPrediction:
        return {signal * sample - spread * output, signal * output + spread * sample};
    }
    throw Error::internal("a prediction type is not built");
}

} // namespace

PredictedSample predictSample(const SchedulerConfig& config, const torch::Tensor& modelOutput,
                              const torch::Tensor& sample, float alpha) {
    TORCH_CHECK(modelOutput.sizes() == sample.sizes(), "the network gave ", modelOutput.sizes(),
                " for a sample of ", sample.sizes());
    PredictedSample predicted =
        invert(config.predictionType, modelOutput.to(sample.scalar_type()), sample, alpha);
    if (config.thresholding) {
        predicted.original = threshold(config, predicted.original);
    } else if (config.clipSample) {
        predicted.original =
            predicted.original.clamp(-config.clipSampleRange, config.clipSampleRange);
    }
    return predicted;
}

torch::Tensor modelOutputFor(const SchedulerConfig& config, const torch::Tensor& original,
                             const torch::Tensor& sample, float alpha) {
    const float signal = std::sqrt(alpha);
    const float spread = std::sqrt(1.0F - alpha);
    if (config.predictionType == PredictionType::Sample)
        return original;
    const torch::Tensor noise = (sample - signal * original) / spread;
    if (config.predictionType == PredictionType::Epsilon)
        return noise;
    return signal * noise - spread * original;
}

} // namespace unlit::diffusion
