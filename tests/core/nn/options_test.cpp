// What the config parsers accept, and how they refuse the rest.
#include "core/base/error.h"
#include "core/nn/clip/clip_options.h"
#include "core/nn/unet/unet_options.h"
#include "core/nn/vae/vae_options.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace unlit::nn {

namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

json unetConfig() {
    return {{"_class_name", "UNet2DConditionModel"},
            {"block_out_channels", {16, 32}},
            {"down_block_types", {"CrossAttnDownBlock2D", "DownBlock2D"}},
            {"up_block_types", {"UpBlock2D", "CrossAttnUpBlock2D"}},
            {"attention_head_dim", {2, 4}},
            {"cross_attention_dim", 48},
            {"norm_num_groups", 8}};
}

json vaeConfig() {
    return {{"block_out_channels", {16, 32, 32}}, {"norm_num_groups", 8}};
}

json with(json config, const std::string& key, const json& value) {
    config[key] = value;
    return config;
}

/// kind and sentence of the refusal
template <class Parse>
std::pair<ErrorKind, std::string> refusal(Parse parse, const json& config) {
    try {
        parse(config);
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    return {ErrorKind::Internal, "was accepted"};
}

void expectRefused(const std::string& key, const json& value, ErrorKind kind,
                   const std::string& quoted) {
    const auto [actual, message] = refusal(unetOptionsFromJson, with(unetConfig(), key, value));
    EXPECT_EQ(actual, kind) << message;
    EXPECT_THAT(message, AllOf(HasSubstr("UNet config"), HasSubstr(key), HasSubstr(quoted)));
}

} // namespace

TEST(UNetOptions, absent_keys_take_the_defaults_of_diffusers) {
    const UNet2DConditionOptions options = unetOptionsFromJson(unetConfig());
    EXPECT_EQ(options.inChannels, 4);
    EXPECT_THAT(options.layersPerBlock, ElementsAre(2, 2));
    EXPECT_THAT(options.transformerLayers, ElementsAre(1, 1));
    EXPECT_FALSE(options.useLinearProjection);
    EXPECT_DOUBLE_EQ(options.normEpsilon, 1e-5);
    EXPECT_EQ(options.timeEmbeddingDim, 64);
    EXPECT_EQ(options.downsamplePadding, 1);
}

TEST(UNetOptions, head_counts_come_as_number_or_list) {
    EXPECT_THAT(unetOptionsFromJson(unetConfig()).heads, ElementsAre(2, 4));
    EXPECT_THAT(unetOptionsFromJson(with(unetConfig(), "attention_head_dim", 8)).heads,
                ElementsAre(8, 8));
}

TEST(UNetOptions, layers_come_as_number_or_list) {
    const json config = with(with(unetConfig(), "layers_per_block", {1, 3}),
                             "transformer_layers_per_block", {2, 1});
    const UNet2DConditionOptions options = unetOptionsFromJson(config);
    EXPECT_THAT(options.layersPerBlock, ElementsAre(1, 3));
    EXPECT_THAT(options.transformerLayers, ElementsAre(2, 1));
}

TEST(UNetOptions, classes_come_as_a_number_or_not_at_all) {
    EXPECT_EQ(unetOptionsFromJson(unetConfig()).classes, 0);
    EXPECT_EQ(unetOptionsFromJson(with(unetConfig(), "num_class_embeds", nullptr)).classes, 0);
    EXPECT_EQ(unetOptionsFromJson(with(unetConfig(), "num_class_embeds", 10)).classes, 10);
    expectRefused("num_class_embeds", 0, ErrorKind::InvalidInput, "0");
    expectRefused("num_class_embeds", "ten", ErrorKind::InvalidInput, "ten");
    expectRefused("class_embed_type", "timestep", ErrorKind::Unsupported, "timestep");
}

TEST(UNetOptions, unknown_and_private_keys_are_ignored) {
    EXPECT_NO_THROW(unetOptionsFromJson(with(unetConfig(), "_name_or_path", "somewhere")));
    EXPECT_NO_THROW(unetOptionsFromJson(with(unetConfig(), "a_key_of_the_future", 3)));
}

TEST(UNetOptions, wrong_types_name_key_and_value) {
    expectRefused("in_channels", "four", ErrorKind::InvalidInput, "\"four\"");
    expectRefused("in_channels", 4.5, ErrorKind::InvalidInput, "4.5");
    expectRefused("use_linear_projection", 1, ErrorKind::InvalidInput, "1");
    expectRefused("block_out_channels", 320, ErrorKind::InvalidInput, "320");
    expectRefused("down_block_types", {1, 2}, ErrorKind::InvalidInput, "[1,2]");
    expectRefused("norm_eps", "small", ErrorKind::InvalidInput, "small");
}

TEST(UNetOptions, numbers_out_of_range_are_refused_before_anything_is_allocated) {
    expectRefused("in_channels", 0, ErrorKind::InvalidInput, "0");
    expectRefused("in_channels", -4, ErrorKind::InvalidInput, "-4");
    expectRefused("out_channels", 18446744073709551615u, ErrorKind::InvalidInput, "1844674407");
    expectRefused("block_out_channels", {16, 1000000000}, ErrorKind::InvalidInput, "1000000000");
    expectRefused("norm_eps", 0.0, ErrorKind::InvalidInput, "0.0");
    expectRefused("conv_in_kernel", 4, ErrorKind::InvalidInput, "4");
}

TEST(UNetOptions, lists_must_have_one_entry_per_block) {
    expectRefused("attention_head_dim", {2, 4, 4}, ErrorKind::InvalidInput, "[2,4,4]");
    expectRefused("layers_per_block", json::array({2}), ErrorKind::InvalidInput, "[2]");
    expectRefused("up_block_types", json::array({"UpBlock2D"}), ErrorKind::InvalidInput,
                  "UpBlock2D");
    expectRefused("block_out_channels", json::array(), ErrorKind::InvalidInput, "[]");
}

TEST(UNetOptions, groups_and_heads_must_divide_the_channels) {
    expectRefused("norm_num_groups", 12, ErrorKind::InvalidInput, "12");
    expectRefused("attention_head_dim", {2, 5}, ErrorKind::InvalidInput, "[2,5]");
}

TEST(UNetOptions, a_missing_list_of_channels_is_said) {
    json config = unetConfig();
    config.erase("block_out_channels");
    EXPECT_THAT(refusal(unetOptionsFromJson, config).second,
                HasSubstr("block_out_channels is missing"));
    EXPECT_THAT(refusal(unetOptionsFromJson, json::array()).second, HasSubstr("JSON object"));
}

TEST(UNetOptions, other_networks_are_unsupported) {
    expectRefused("only_cross_attention", true, ErrorKind::Unsupported, "true");
    expectRefused("only_cross_attention", {false, true}, ErrorKind::Unsupported, "[false,true]");
    expectRefused("num_attention_heads", 8, ErrorKind::Unsupported, "8");
    expectRefused("addition_embed_type", "text_time", ErrorKind::Unsupported, "text_time");
    expectRefused("class_embed_type", "timestep", ErrorKind::Unsupported, "timestep");
    expectRefused("dual_cross_attention", true, ErrorKind::Unsupported, "true");
    expectRefused("resnet_time_scale_shift", "scale_shift", ErrorKind::Unsupported, "scale_shift");
    expectRefused("mid_block_type", "UNetMidBlock2D", ErrorKind::Unsupported, "UNetMidBlock2D");
    expectRefused("act_fn", "mish", ErrorKind::Unsupported, "mish");
    expectRefused("down_block_types", {"AttnDownBlock2D", "DownBlock2D"}, ErrorKind::Unsupported,
                  "AttnDownBlock2D");
    expectRefused("_class_name", "UNet2DModel", ErrorKind::Unsupported, "UNet2DModel");
}

TEST(UNetOptions, long_values_are_quoted_in_part) {
    const auto [kind, message] =
        refusal(unetOptionsFromJson, with(unetConfig(), "act_fn", std::string(100'000, 'x')));
    EXPECT_EQ(kind, ErrorKind::Unsupported);
    EXPECT_LT(message.size(), 200u);
}

TEST(VaeOptions, absent_keys_take_the_defaults_of_diffusers) {
    const AutoencoderKLOptions options = vaeOptionsFromJson(vaeConfig());
    EXPECT_DOUBLE_EQ(options.scalingFactor, 0.18215);
    EXPECT_EQ(options.layersPerBlock, 1);
    EXPECT_EQ(options.latentChannels, 4);
    EXPECT_TRUE(options.useQuantConv && options.usePostQuantConv && options.midBlockAttention);
}

TEST(VaeOptions, the_factor_follows_from_the_blocks) {
    EXPECT_EQ(vaeOptionsFromJson(vaeConfig()).downscaleFactor(), 4);
    EXPECT_EQ(vaeOptionsFromJson(with(vaeConfig(), "block_out_channels", json::array({16})))
                  .downscaleFactor(),
              1);
}

TEST(VaeOptions, shifted_latents_are_unsupported) {
    for (const char* key : {"shift_factor", "latents_mean", "latents_std"}) {
        const auto [kind, message] = refusal(vaeOptionsFromJson, with(vaeConfig(), key, 0.0609));
        EXPECT_EQ(kind, ErrorKind::Unsupported);
        EXPECT_THAT(message, AllOf(HasSubstr(key), HasSubstr("0.0609")));
        EXPECT_NO_THROW(vaeOptionsFromJson(with(vaeConfig(), key, nullptr)));
    }
}

TEST(VaeOptions, refuses_what_contradicts_itself) {
    EXPECT_THAT(refusal(vaeOptionsFromJson, with(vaeConfig(), "norm_num_groups", 7)).second,
                HasSubstr("norm_num_groups = 7 does not divide"));
    EXPECT_THAT(refusal(vaeOptionsFromJson, with(vaeConfig(), "scaling_factor", 0)).second,
                HasSubstr("scaling_factor"));
    EXPECT_THAT(refusal(vaeOptionsFromJson,
                        with(vaeConfig(), "down_block_types", {"AttnDownEncoderBlock2D"}))
                    .second,
                HasSubstr("AttnDownEncoderBlock2D"));
}

TEST(ClipOptions, reads_a_text_config_or_the_one_inside_a_whole_config) {
    const json text = {{"hidden_size", 48}, {"num_attention_heads", 3}, {"hidden_act", "gelu"}};
    for (const json& config : {text, json{{"model_type", "clip"}, {"text_config", text}}}) {
        const CLIPTextOptions options = clipOptionsFromJson(config);
        EXPECT_EQ(options.hiddenSize, 48);
        EXPECT_EQ(options.activation, ClipActivation::Gelu);
        EXPECT_EQ(options.maxPositions, 77);
    }
    EXPECT_EQ(clipOptionsFromJson(json::object()).activation, ClipActivation::QuickGelu);
}

TEST(ClipOptions, refuses_other_activations_and_heads_that_do_not_divide) {
    EXPECT_EQ(refusal(clipOptionsFromJson, {{"hidden_act", "relu"}}).first, ErrorKind::Unsupported);
    EXPECT_THAT(refusal(clipOptionsFromJson, {{"num_attention_heads", 7}}).second,
                HasSubstr("does not divide hidden_size"));
}

} // namespace unlit::nn
