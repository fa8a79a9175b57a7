// Measuring the scaling_factor of a trained VAE and writing it into the model folder, without torch
// in sight.
#pragma once

#include "core/session/data/dataset_commands.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace unlit {

struct LatentScaleRequest {
    std::filesystem::path model;
    DatasetInput dataset;
    int pictures = 200; ///< pairs that are encoded, spread over the set; 0 = all
    int side = 512;     ///< pixels; larger pictures are cut to their middle
    bool writes = true; ///< false: only measured
    std::string device = "auto";
};

struct LatentScale {
    std::size_t pairs = 0;
    std::int64_t numbers = 0; ///< that were looked at
    double mean = 0;          ///< of the encoder's means
    double deviation = 0;
    double before = 0; ///< scaling_factor that the config had
    double factor = 0; ///< 1 / deviation
};

/// Encodes beauties and albedos. A model with two VAEs gets one factor for both, since their
/// latents stand side by side. The config is replaced whole. nullopt when stopped; then nothing is
/// written. Throws Error as loadModel and datasetPairs; InvalidInput for latents without spread.
/// `progress` may throw to stop.
std::optional<LatentScale>
scaleLatents(const LatentScaleRequest& request,
             const std::function<void(std::size_t done, std::size_t total)>& progress,
             const std::stop_token& stop);

} // namespace unlit
