// What a model that does not exist yet is to be made of: the settings of `unlit model new`.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/model_config.h"
#include "core/config/schema/setting.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// Lists have one entry for each resolution, from the largest to the smallest; a list of one entry
/// counts for all.
struct NewUnetConfig {
    std::vector<std::int64_t> blockOutChannels = {320, 640, 1280, 1280};
    std::vector<std::int64_t> layersPerBlock = {2}; ///< residual blocks; the way up has one more
    /// Transformer blocks behind each residual block; 0 = a resolution without attention. The
    /// middle always has as many as the last resolution, at least one.
    std::vector<std::int64_t> attention = {1, 1, 1, 0};
    std::vector<std::int64_t> heads = {5, 10, 20, 20};
    std::int64_t normGroups = 32;
    bool zeroOutput = false;      ///< the last convolution begins as zero
    bool zeroResiduals = false;   ///< every residual branch begins as zero
    std::string start = "random"; ///< "random", "copy": see core/weights/start/copy_start.h
};

/// How a VAE's latents become codes (core/nn/vae/quantizer_options.h).
struct NewQuantizerConfig {
    std::string name = "fsq";         ///< "fsq", "lfq", "codebook"
    std::vector<std::int64_t> levels; ///< fsq: of each latent channel, or one for all; see levelsOf
    std::optional<std::int64_t> size; ///< codebook: vectors; unset = 512
};

struct NewVaeConfig {
    /// From the picture inwards; every entry but the first halves the sides.
    std::vector<std::int64_t> blockOutChannels = {128, 256, 512, 512};
    std::int64_t layersPerBlock = 2;
    std::int64_t latentChannels = 4;
    std::int64_t normGroups = 32;
    bool midAttention = true;     ///< one attention over all latent cells
    bool zeroResiduals = false;   ///< every residual branch begins as zero
    std::string start = "random"; ///< "random", "pyramid": see core/weights/start/pyramid_start.h
    /// Of the noise that the posterior begins with, for every latent; 0: what random weights say,
    /// about 1.
    double posteriorStd = 0;
    double scalingFactor = 1;      ///< latents of the diffusion = the encoder's mean times this
    std::int64_t sampleSize = 256; ///< pixels per side that it is trained on: the size of a tile
    std::optional<NewQuantizerConfig> quantizer; ///< unset: latents are continuous
};

struct NewTextEncoderConfig {
    std::int64_t width = 32; ///< of the embedding that the UNet sees
    std::int64_t layers = 1;
    std::int64_t heads = 1;
    std::int64_t vocabulary = 3; ///< tokens; an empty prompt needs its begin, its end, a filler
    bool zeroEmbedding = true;   ///< the last norm is zero: the UNet sees zeros
};

/// As in diffusers' scheduler_config.json.
struct NewSchedulerConfig {
    std::string predictionType = "v_prediction"; ///< "epsilon", "sample", "v_prediction"
    std::int64_t numTrainTimesteps = 1000;
    std::string betaSchedule = "scaled_linear"; ///< "linear", "scaled_linear", "squaredcos_cap_v2"
    double betaStart = 0.00085;
    double betaEnd = 0.012;
    bool rescaleBetasZeroSnr = true;          ///< the last timestep is nothing but noise
    std::string timestepSpacing = "trailing"; ///< "leading", "linspace", "trailing"
};

/// A default-made one is what an empty file means: the networks of Stable Diffusion 2.1.
struct NewModelConfig {
    NewUnetConfig unet;
    NewVaeConfig vae;
    NewTextEncoderConfig textEncoder;
    NewSchedulerConfig scheduler;
    PipelineConfig pipeline;       ///< targets and defaults, written into the folder
    std::string transfer = "srgb"; ///< display curve: "srgb", "gamma22", "log100"
    double headroomEv = 0;         ///< stops (core/weights/unlit_json.h)
    std::string dtype = "float32"; ///< of the files: "float32", "float16", "bfloat16"
};

/// A Section without a key, bound to `config`, which must outlive it.
Setting schemaOf(NewModelConfig& config);

/// All contradictions, as diagnostics that name a key and know no place.
std::vector<Diagnostic> validate(const NewModelConfig& config);

/// `list` with one entry for each of `count` resolutions; a single entry counts for all.
std::vector<std::int64_t> perResolution(const std::vector<std::int64_t>& list, std::size_t count);

/// vae.quantizer.levels for each latent channel: 8 where none are given. Precondition: there is a
/// quantizer.
std::vector<std::int64_t> levelsOf(const NewVaeConfig& vae);

struct LoadedNewModel {
    NewModelConfig config; ///< usable when there are no errors
    std::vector<Diagnostic> diagnostics;
};

/// Never throws for anything that stands in files. `base_config` and overrides ("KEY=VALUE", later
/// ones win) work as in the configuration of a training run.
LoadedNewModel loadNewModel(const std::filesystem::path& file,
                            const std::vector<std::string>& overrides = {});

} // namespace unlit::config
