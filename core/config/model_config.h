// What is trained: the folder that it starts from, and the pictures that it will make.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// Weights that take the place of a module's, once, when a run begins.
struct ModuleWeights {
    std::filesystem::path path;        ///< safetensors file, part of a model, or model folder
    std::string module;                ///< "unet.mid_block"; its first part names the network
    std::vector<std::string> leaveOut; ///< "mid_block.attentions": modules of the network
    bool strict = true; ///< what is missing, in excess or of another shape is an error
};

/// Relative paths start at RunConfig::baseCkptDir.
struct ModelConfig {
    std::filesystem::path pretrainedPath; ///< model folder, diffusers layout
    /// Parts that come from elsewhere; empty = from pretrainedPath.
    std::filesystem::path unet, vae, vaeBeauty, vaeAlbedo, textEncoder, tokenizer, scheduler;
    std::vector<ModuleWeights> weights;     ///< in this order, on top of each other
    std::optional<std::string> concatOrder; ///< "noisy_first", "image_first"; unset = the folder's
                                            ///< own, noisy_first for a UNet that is widened now
};

enum class TargetSpace {
    Srgb,   ///< display-encoded
    Linear, ///< linear values
    Stack,  ///< three unrelated planes
};

/// A picture that the model makes.
struct TargetConfig {
    std::string name = "albedo";
    TargetSpace predictionSpace = TargetSpace::Srgb;
    bool upToScale = false;              ///< linear values whose unit is free
    std::vector<std::string> subTargets; ///< the planes of a stack, "" = unused
};

struct PipelineConfig {
    std::string name = "MarigoldIIDPipeline"; ///< as in Marigold's files; changes nothing
    /// Written into the model that comes out; unset = as the model says that training starts from,
    /// and in a new model as ModelFolder has them.
    std::optional<std::int64_t> defaultDenoisingSteps;
    std::optional<std::int64_t> defaultProcessingResolution; ///< longer side in pixels, 0 = native
    std::vector<TargetConfig> targets = {TargetConfig{}};
};

} // namespace unlit::config
