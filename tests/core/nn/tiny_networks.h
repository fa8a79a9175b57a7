// Networks small enough for a unit test, with random weights.
#pragma once

#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <ATen/CPUGeneratorImpl.h>

namespace unlit::nn {

inline torch::Generator seeded(uint64_t seed) {
    return at::detail::createCPUGenerator(seed);
}

inline torch::Tensor noise(torch::IntArrayRef shape, uint64_t seed = 1) {
    return torch::randn(shape, seeded(seed));
}

/// Largest difference of any element, in float64.
inline double largestError(const torch::Tensor& actual, const torch::Tensor& expected) {
    return (actual.to(torch::kFloat64) - expected).abs().max().item<double>();
}

inline double relativeL2(const torch::Tensor& actual, const torch::Tensor& expected) {
    return ((actual - expected).norm() / expected.norm()).item<double>();
}

inline UNet2DConditionOptions tinyUNetOptions() {
    UNet2DConditionOptions options;
    options.blockOutChannels = {16, 24, 32};
    options.downBlockTypes = {UNetBlockType::CrossAttention, UNetBlockType::CrossAttention,
                              UNetBlockType::Plain};
    options.upBlockTypes = {UNetBlockType::Plain, UNetBlockType::CrossAttention,
                            UNetBlockType::CrossAttention};
    options.layersPerBlock = {1, 2, 1};
    options.heads = {2, 3, 4};
    options.transformerLayers = {1, 2, 1};
    options.crossAttentionDim = 20;
    options.normGroups = 8;
    options.timeEmbeddingDim = 64;
    return options;
}

inline UNet2DConditionModel tinyUNet(const UNet2DConditionOptions& options = tinyUNetOptions(),
                                     uint64_t seed = 1) {
    UNet2DConditionModel unet(options);
    initialiseWeights(*unet, seeded(seed));
    return unet;
}

inline AutoencoderKL tinyVae(size_t blocks, uint64_t seed = 2) {
    AutoencoderKLOptions options;
    options.blockOutChannels = std::vector<int64_t>(blocks, 16);
    options.layersPerBlock = 1;
    options.normGroups = 8;
    AutoencoderKL vae(options);
    initialiseWeights(*vae, seeded(seed));
    return vae;
}

} // namespace unlit::nn
