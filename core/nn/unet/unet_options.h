// What a UNet2DConditionModel's config.json says.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <vector>

namespace unlit::nn {

/// That a class embedding can have.
inline constexpr int64_t kMostClasses = 100000;

/// CrossAttnDownBlock2D / CrossAttnUpBlock2D, or DownBlock2D / UpBlock2D.
enum class UNetBlockType { CrossAttention, Plain };

/// Lists have one entry per resolution, from the largest to the smallest, except upBlockTypes,
/// which runs as the up path does. Defaults: Stable Diffusion 2.1-base.
struct UNet2DConditionOptions {
    int64_t inChannels = 4;
    int64_t outChannels = 4;
    std::vector<int64_t> blockOutChannels = {320, 640, 1280, 1280};
    std::vector<UNetBlockType> downBlockTypes = {
        UNetBlockType::CrossAttention, UNetBlockType::CrossAttention, UNetBlockType::CrossAttention,
        UNetBlockType::Plain};
    std::vector<UNetBlockType> upBlockTypes = {UNetBlockType::Plain, UNetBlockType::CrossAttention,
                                               UNetBlockType::CrossAttention,
                                               UNetBlockType::CrossAttention};
    std::vector<int64_t> layersPerBlock = {2, 2, 2, 2};    ///< the up path has one more
    std::vector<int64_t> heads = {5, 10, 20, 20};          ///< JSON: attention_head_dim
    std::vector<int64_t> transformerLayers = {1, 1, 1, 1}; ///< per attention
    int64_t crossAttentionDim = 1024;                      ///< width of the text embedding
    bool useLinearProjection = true;
    bool upcastAttention = false; ///< scores in float32 at any precision
    int64_t normGroups = 32;
    double normEpsilon = 1e-5;
    double midBlockScale = 1;      ///< the mid block's residual sums are divided by it
    int64_t downsamplePadding = 1; ///< 1: all sides; 0: right and bottom only
    int64_t timeEmbeddingDim = 1280;
    bool flipSinToCos = true;
    double frequencyShift = 0;
    int64_t convInKernel = 3;  ///< odd
    int64_t convOutKernel = 3; ///< odd
    double dropout = 0;        ///< while training
    int64_t classes = 0;       ///< JSON: num_class_embeds; 0 = no class embedding
};

/// Reads the keys of diffusers' config.json; absent keys take diffusers' defaults, except
/// block_out_channels, which must be there. Keys that diffusers does not know are ignored, as it
/// does. Throws Error (invalid input or unsupported) naming key and value.
UNet2DConditionOptions unetOptionsFromJson(const nlohmann::json& config);

} // namespace unlit::nn
