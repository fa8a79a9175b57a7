#include "core/nn/vae/vae_options.h"

#include "core/base/error.h"
#include "core/nn/config_reader.h"

#include <cmath>

namespace unlit::nn {

using nlohmann::json;

namespace {

void checkBlockTypes(const ConfigReader& reader, const std::string& key, const std::string& only,
                     size_t count) {
    const auto names = reader.texts(key, std::vector<std::string>(count, only));
    for (const std::string& name : names)
        if (name != only)
            throw Error::unsupported("VAE config: " + key + ": unknown block type '" + name + "'",
                                     "known is " + only);
    if (names.size() != count)
        reader.refuse(key, "must have " + std::to_string(count) +
                               " entries, one for each of block_out_channels");
}

} // namespace

AutoencoderKLOptions vaeOptionsFromJson(const json& config) {
    const ConfigReader reader(config, "VAE config");
    reader.expectOneOf("_class_name", {"AutoencoderKL"});
    reader.expectOneOf("act_fn", {"silu", "swish"});
    reader.expectNull({"latents_mean", "latents_std"});
    reader.expectOneOf("shift_factor", {nullptr, 0});
    AutoencoderKLOptions options;
    options.blockOutChannels = reader.integers("block_out_channels", kChannels);
    const size_t count = options.blockOutChannels.size();
    if (count > kMostBlocks)
        reader.refuse("block_out_channels", "has more than 12 entries");
    checkBlockTypes(reader, "down_block_types", "DownEncoderBlock2D", count);
    checkBlockTypes(reader, "up_block_types", "UpDecoderBlock2D", count);
    options.inChannels = reader.integer("in_channels", 3, kChannels);
    options.outChannels = reader.integer("out_channels", 3, kChannels);
    options.latentChannels = reader.integer("latent_channels", 4, kChannels);
    options.layersPerBlock = reader.integer("layers_per_block", 1, {1, 64});
    options.normGroups = reader.integer("norm_num_groups", 32, kChannels);
    options.scalingFactor = reader.number("scaling_factor", options.scalingFactor);
    options.sampleSize = reader.integer("sample_size", options.sampleSize, kChannels);
    options.useQuantConv = reader.flag("use_quant_conv", true);
    options.usePostQuantConv = reader.flag("use_post_quant_conv", true);
    options.midBlockAttention = reader.flag("mid_block_add_attention", true);
    if (reader.has("quantizer"))
        options.quantizer = quantizerFromJson(config.at("quantizer"), options.latentChannels);
    for (int64_t channels : options.blockOutChannels)
        checkGroups(reader, options.normGroups, channels);
    if (!std::isfinite(options.scalingFactor) || options.scalingFactor == 0)
        reader.refuse("scaling_factor", "must not be 0");
    return options;
}

} // namespace unlit::nn
