#include "core/nn/unet/unet_options.h"

#include "core/base/error.h"
#include "core/nn/config_reader.h"

#include <algorithm>

namespace unlit::nn {

using nlohmann::json;

namespace {

constexpr IntegerRange kLayers{1, 64};

/// What would change the network in a way that is not built here. Each list has the values under
/// which it is the plain network of Stable Diffusion.
void refuseOtherNetworks(const ConfigReader& reader) {
    reader.expectOneOf("_class_name", {"UNet2DConditionModel"});
    reader.expectOneOf("act_fn", {"silu", "swish"});
    reader.expectOneOf("attention_type", {"default", nullptr});
    reader.expectOneOf("mid_block_type", {"UNetMidBlock2DCrossAttn"});
    reader.expectOneOf("resnet_time_scale_shift", {"default"});
    reader.expectOneOf("resnet_out_scale_factor", {1, nullptr});
    reader.expectOneOf("time_embedding_type", {"positional"});
    reader.expectNull({"num_attention_heads", "class_embed_type", "addition_embed_type",
                       "encoder_hid_dim", "encoder_hid_dim_type", "cross_attention_norm",
                       "time_cond_proj_dim", "time_embedding_act_fn", "timestep_post_act",
                       "projection_class_embeddings_input_dim",
                       "reverse_transformer_layers_per_block"});
    reader.expectFalse({"center_input_sample", "class_embeddings_concat", "dual_cross_attention",
                        "mid_block_only_cross_attention", "resnet_skip_time_act"});
}

/// A single false, or a list of them.
void refuseOnlyCrossAttention(const ConfigReader& reader, const json& config) {
    const auto found = config.find("only_cross_attention");
    if (found == config.end())
        return;
    const bool allFalse =
        found->is_array() && std::all_of(found->begin(), found->end(),
                                         [](const json& entry) { return entry == json(false); });
    if (!allFalse)
        reader.expectFalse({"only_cross_attention"});
}

std::vector<UNetBlockType> blockTypes(const ConfigReader& reader, const std::string& key,
                                      const std::string& direction,
                                      const std::vector<std::string>& fallback, size_t count) {
    const std::string plain = direction + "Block2D", crossAttention = "CrossAttn" + plain;
    std::vector<UNetBlockType> types;
    for (const std::string& name : reader.texts(key, fallback)) {
        if (name != plain && name != crossAttention)
            throw Error::unsupported("UNet config: " + key + ": unknown block type '" + name + "'",
                                     "known are " + plain + " and " + crossAttention);
        types.push_back(name == plain ? UNetBlockType::Plain : UNetBlockType::CrossAttention);
    }
    if (types.size() != count)
        reader.refuse(key, "must have " + std::to_string(count) +
                               " entries, one for each of block_out_channels");
    return types;
}

/// diffusers allows one width per block; a text encoder has only one.
int64_t crossAttentionDim(const ConfigReader& reader, size_t count) {
    constexpr int64_t kDefault = 1280;
    const auto widths = reader.integerPerBlock("cross_attention_dim", kDefault, count, kChannels);
    if (std::adjacent_find(widths.begin(), widths.end(), std::not_equal_to<>()) != widths.end())
        reader.refuse("cross_attention_dim", "must be the same for every block");
    return widths.front();
}

void readBlocks(const ConfigReader& reader, UNet2DConditionOptions& options) {
    const size_t count = options.blockOutChannels.size();
    options.downBlockTypes = blockTypes(
        reader, "down_block_types", "Down",
        {"CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D", "DownBlock2D"},
        count);
    options.upBlockTypes = blockTypes(
        reader, "up_block_types", "Up",
        {"UpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "CrossAttnUpBlock2D"}, count);
    options.layersPerBlock = reader.integerPerBlock("layers_per_block", 2, count, kLayers);
    options.heads = reader.integerPerBlock("attention_head_dim", 8, count, kChannels);
    options.transformerLayers =
        reader.integerPerBlock("transformer_layers_per_block", 1, count, kLayers);
    options.crossAttentionDim = crossAttentionDim(reader, count);
}

int64_t oddKernel(const ConfigReader& reader, const std::string& key) {
    const int64_t kernel = reader.integer(key, 3, {1, 31});
    if (kernel % 2 == 0)
        reader.refuse(key, "must be odd");
    return kernel;
}

void readScalars(const ConfigReader& reader, const json& config, UNet2DConditionOptions& options) {
    options.inChannels = reader.integer("in_channels", 4, kChannels);
    options.outChannels = reader.integer("out_channels", 4, kChannels);
    options.useLinearProjection = reader.flag("use_linear_projection", false);
    options.upcastAttention = reader.flag("upcast_attention", false);
    options.normGroups = reader.integer("norm_num_groups", 32, kChannels);
    options.normEpsilon = reader.number("norm_eps", 1e-5);
    options.midBlockScale = reader.number("mid_block_scale_factor", 1);
    options.downsamplePadding = reader.integer("downsample_padding", 1, {0, 1});
    options.timeEmbeddingDim =
        reader.integer("time_embedding_dim", 4 * options.blockOutChannels.front(), kChannels);
    options.flipSinToCos = reader.flag("flip_sin_to_cos", true);
    options.frequencyShift = reader.number("freq_shift", 0);
    options.convInKernel = oddKernel(reader, "conv_in_kernel");
    options.convOutKernel = oddKernel(reader, "conv_out_kernel");
    options.dropout = reader.number("dropout", 0);
    if (const auto found = config.find("num_class_embeds");
        found != config.end() && !found->is_null())
        options.classes = reader.integer("num_class_embeds", 0, {1, kMostClasses});
}

void checkTogether(const ConfigReader& reader, const UNet2DConditionOptions& options) {
    for (size_t block = 0; block < options.blockOutChannels.size(); ++block) {
        const int64_t channels = options.blockOutChannels[block];
        checkGroups(reader, options.normGroups, channels);
        if (channels % options.heads[block] != 0)
            reader.refuse("attention_head_dim", "(the number of heads) does not divide the " +
                                                    std::to_string(channels) +
                                                    " channels of block " + std::to_string(block));
    }
    if (options.normEpsilon <= 0)
        reader.refuse("norm_eps", "must be above 0");
    if (options.midBlockScale == 0)
        reader.refuse("mid_block_scale_factor", "must not be 0");
    if (options.dropout < 0 || options.dropout >= 1)
        reader.refuse("dropout", "must lie in [0, 1)");
    if (options.frequencyShift >= static_cast<double>(options.blockOutChannels.front() / 2))
        reader.refuse("freq_shift", "must be below half of the first block's channels");
}

} // namespace

UNet2DConditionOptions unetOptionsFromJson(const json& config) {
    const ConfigReader reader(config, "UNet config");
    refuseOtherNetworks(reader);
    refuseOnlyCrossAttention(reader, config);
    UNet2DConditionOptions options;
    options.blockOutChannels = reader.integers("block_out_channels", kChannels);
    if (options.blockOutChannels.size() > kMostBlocks)
        reader.refuse("block_out_channels", "has more than 12 entries");
    readBlocks(reader, options);
    readScalars(reader, config, options);
    checkTogether(reader, options);
    return options;
}

} // namespace unlit::nn
