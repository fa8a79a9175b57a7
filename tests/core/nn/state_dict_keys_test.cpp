// Names and shapes of every parameter against lists made from the published architectures
// (tests/golden/make_keys.py).
#include "core/nn/clip/clip_text_model.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace unlit::nn {

namespace {

using Keys = std::map<std::string, std::string>; // name -> "[320, 8, 3, 3]"

Keys goldenKeys(const std::string& file) {
    std::ifstream stream(std::string(UNLIT_SOURCE_DIR) + "/tests/golden/" + file);
    Keys keys;
    for (std::string line; std::getline(stream, line);)
        keys[line.substr(0, line.find(' '))] = line.substr(line.find(' ') + 1);
    return keys;
}

Keys keysOf(const torch::nn::Module& module) {
    Keys keys;
    for (const auto& parameter : module.named_parameters()) {
        std::ostringstream shape;
        shape << parameter.value().sizes();
        keys[parameter.key()] = shape.str();
    }
    return keys;
}

int64_t parameterCount(const torch::nn::Module& module) {
    int64_t count = 0;
    for (const auto& parameter : module.parameters())
        count += parameter.numel();
    return count;
}

} // namespace

TEST(StateDictKeys, unet_of_sd21_with_eight_inputs) {
    UNet2DConditionOptions options;
    options.inChannels = 8;
    const UNet2DConditionModel unet(options);
    EXPECT_EQ(keysOf(*unet), goldenKeys("sd21_unet.keys"));
    EXPECT_EQ(unet->named_parameters().size(), 686u);
    EXPECT_EQ(parameterCount(*unet), 865'922'244);
    EXPECT_EQ(unet->named_buffers().size(), 0u);
}

TEST(StateDictKeys, vae_of_sd) {
    const AutoencoderKL vae(AutoencoderKLOptions{});
    EXPECT_EQ(keysOf(*vae), goldenKeys("sd21_vae.keys"));
    EXPECT_EQ(vae->named_parameters().size(), 248u);
    EXPECT_EQ(parameterCount(*vae), 83'653'863);
    EXPECT_EQ(vae->named_buffers().size(), 0u);
}

TEST(StateDictKeys, text_encoder_of_sd21) {
    CLIPTextOptions options;
    options.hiddenSize = 1024;
    options.intermediateSize = 4096;
    options.layers = 23;
    options.heads = 16;
    const CLIPTextModel clip(options);
    EXPECT_EQ(keysOf(*clip), goldenKeys("sd21_text_encoder.keys"));
    EXPECT_EQ(clip->named_parameters().size(), 372u);
    EXPECT_EQ(clip->named_buffers().size(), 0u);
}

TEST(StateDictKeys, sd1_projects_by_convolution) {
    UNet2DConditionOptions options;
    options.blockOutChannels = {8, 8, 8, 8};
    options.heads = {2, 2, 2, 2};
    options.normGroups = 4;
    options.useLinearProjection = false;
    const Keys keys = keysOf(*UNet2DConditionModel(options));
    EXPECT_EQ(keys.at("down_blocks.0.attentions.0.proj_in.weight"), "[8, 8, 1, 1]");
    EXPECT_EQ(keys.at("mid_block.attentions.0.proj_out.weight"), "[8, 8, 1, 1]");
}

TEST(StateDictKeys, vae_leaves_out_what_its_config_leaves_out) {
    AutoencoderKLOptions options;
    options.blockOutChannels = {8, 8};
    options.normGroups = 4;
    options.useQuantConv = false;
    options.usePostQuantConv = false;
    options.midBlockAttention = false;
    for (const auto& [name, shape] : keysOf(*AutoencoderKL(options))) {
        EXPECT_EQ(name.find("quant_conv"), std::string::npos) << name;
        EXPECT_EQ(name.find("attentions"), std::string::npos) << name;
    }
}

} // namespace unlit::nn
