// What an AutoencoderKL's config.json says.
#pragma once

#include "core/nn/vae/quantizer_options.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace unlit::nn {

/// Defaults: Stable Diffusion's VAE.
struct AutoencoderKLOptions {
    int64_t inChannels = 3;
    int64_t outChannels = 3;
    int64_t latentChannels = 4;
    std::vector<int64_t> blockOutChannels = {128, 256, 512, 512}; ///< from the picture inwards
    int64_t layersPerBlock = 2;                                   ///< the decoder has one more
    int64_t normGroups = 32;
    double scalingFactor = 0.18215; ///< latents of the diffusion = posterior mean times this
    int64_t sampleSize = 32;        ///< pixels per side it was trained on: the size of a tile
    bool useQuantConv = true;
    bool usePostQuantConv = true;
    bool midBlockAttention = true;
    std::optional<QuantizerOptions> quantizer; ///< a key of our own; unset = continuous latents

    /// Pixels per latent cell and side.
    int64_t downscaleFactor() const { return int64_t{1} << (blockOutChannels.size() - 1); }
};

/// Reads the keys of diffusers' config.json; absent keys take diffusers' defaults, except
/// block_out_channels, which must be there. Throws Error naming key and value.
AutoencoderKLOptions vaeOptionsFromJson(const nlohmann::json& config);

} // namespace unlit::nn
