// The autoencoder's own training: what a reconstruction is measured by, and who judges it.
#pragma once

#include "core/config/optimization_config.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace unlit::config {

/// Networks that learn to tell reconstructions from pictures, patch by patch; the autoencoder
/// learns to deceive them.
struct DiscriminatorConfig {
    std::int64_t startStep = 0; ///< optimizer steps without them
    double weight = 0.5;        ///< of the deceiving
    bool adaptiveWeight = true; ///< times |gradient of the reconstruction| / |that of deceiving|
    std::int64_t scales = 2;    ///< one for the picture, one for its half, …
    std::int64_t channels = 32; ///< of the first layer, doubled by each following one
    std::int64_t layers = 3;    ///< halvings of the resolution
    double lr = 1e-4;           ///< of their own optimizers, Adam
    std::array<double, 2> betas = {0.5, 0.9};
    std::int64_t warmupSteps = 1000; ///< from rate 0, counted from startStep
    /// A factor of lr beside the warm-up, its steps counted from startStep. Unset: constant.
    std::optional<LrSchedulerConfig> lrScheduler;
    double gradientPenalty = 10;           ///< half of this times |gradient at real pictures|²
    std::int64_t gradientPenaltyEvery = 4; ///< optimizer steps; it counts so many times more then
    double maxGradNorm = 1;                ///< of each; 0 = never scaled down
};

enum class PixelLoss { L1, L2 };

/// LPIPS: distances in the features of a network that was trained on photographs.
struct PerceptualConfig {
    std::filesystem::path pretrainedPath; ///< folder of .safetensors, below run.base_ckpt_dir
    double weight = 1;
};

/// Of a model whose VAE has a quantizer; which of them counts depends on its kind.
struct QuantizerLossConfig {
    double commitWeight = 0.25;       ///< codebook, lfq: of the latents' distance from their codes
    double entropyWeight = 0.1;       ///< lfq: of sure cells and many codes in use
    double entropyTemperature = 0.01; ///< lfq: of the softmax over codes that the entropy is of
};

struct AutoencoderConfig {
    /// > 1: a sample is a clip, so many numbered pictures of one sequence.
    std::int64_t numFrames = 1;
    PixelLoss pixelLoss = PixelLoss::L1;
    double gradientWeight = 1;       ///< of differences between neighbours, L1
    std::int64_t gradientScales = 3; ///< resolutions at which these are compared
    double klWeight = 1e-4;          ///< of the mean over all numbers of a latent
    bool freezeEncoder = false;      ///< the decoder alone learns: latents stay as they are
    /// scaling_factor becomes 1 / standard deviation of the latents. Unset: where the model was
    /// never trained.
    std::optional<bool> measureScalingFactor;
    QuantizerLossConfig quantizer;
    std::optional<PerceptualConfig> perceptual;       ///< unset = none
    std::optional<DiscriminatorConfig> discriminator; ///< unset = none
};

} // namespace unlit::config
