#include "core/weights/model_fit.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;

namespace {

Component part(const std::string& name, ComponentKind kind, const json& config) {
    Component component;
    component.name = name;
    component.kind = kind;
    component.configFile = name + "/config.json";
    component.config = config;
    return component;
}

struct Configs {
    json unet = {{"in_channels", 8}, {"out_channels", 4}, {"cross_attention_dim", 1024}};
    json vae = {{"latent_channels", 4}, {"block_out_channels", {128, 256, 512, 512}}};
    json secondVae;
    json text = {{"hidden_size", 1024}};
};

struct Checked {
    Fit fit;
    std::vector<Error> faults;
};

Checked check(const Configs& configs) {
    const Component unet = part("unet", ComponentKind::Unet, configs.unet);
    const Component vae = part("vae", ComponentKind::Vae, configs.vae);
    const Component second = part("vae_albedo", ComponentKind::Vae, configs.secondVae);
    const Component text = part("text_encoder", ComponentKind::TextEncoder, configs.text);
    Checked checked;
    checked.fit = checkFit({&unet, &vae, configs.secondVae.is_null() ? nullptr : &second, &text},
                           checked.faults);
    return checked;
}

void expectFault(const Configs& configs, const std::vector<std::string>& says) {
    const Checked checked = check(configs);
    ASSERT_EQ(checked.faults.size(), 1U);
    const std::string message = checked.faults[0].what();
    for (const std::string& text : says)
        EXPECT_NE(message.find(text), std::string::npos) << "no '" << text << "' in: " << message;
}

} // namespace

TEST(ModelFit, targets_and_factor_follow_from_the_numbers) {
    Configs configs;
    Checked checked = check(configs);
    EXPECT_TRUE(checked.faults.empty());
    EXPECT_EQ(checked.fit.targetCount, 1);
    EXPECT_EQ(checked.fit.vaeFactor, 8);
    EXPECT_TRUE(checked.fit.seesImage);

    configs.unet["in_channels"] = 16;
    configs.unet["out_channels"] = 12;
    EXPECT_EQ(check(configs).fit.targetCount, 3);

    configs.vae = {{"latent_channels", 16}, {"block_out_channels", {8, 8}}};
    configs.unet["in_channels"] = 48;
    configs.unet["out_channels"] = 32;
    checked = check(configs);
    EXPECT_TRUE(checked.faults.empty());
    EXPECT_EQ(checked.fit.targetCount, 2);
    EXPECT_EQ(checked.fit.vaeFactor, 2);
    EXPECT_EQ(checked.fit.latentChannels, 16);
}

TEST(ModelFit, a_unet_that_was_not_widened_sees_no_image) {
    Configs configs;
    configs.unet["in_channels"] = 4;
    const Checked checked = check(configs);
    EXPECT_TRUE(checked.faults.empty());
    EXPECT_FALSE(checked.fit.seesImage);
}

TEST(ModelFit, absent_numbers_are_the_libraries_defaults) {
    Configs configs;
    configs.unet = {{"in_channels", 8}};  // out_channels 4, cross_attention_dim 1280
    configs.vae.erase("latent_channels"); // 4
    expectFault(configs, {"hidden_size 1024", "cross_attention_dim 1280"});
    configs.text = json::object(); // hidden_size 512
    expectFault(configs, {"hidden_size 512"});
}

TEST(ModelFit, each_mismatch_names_both_numbers_and_both_files) {
    Configs configs;
    configs.vae["latent_channels"] = 16;
    expectFault(configs,
                {"out_channels 4", "unet/config.json", "latent_channels 16", "vae/config.json"});
    configs = {};
    configs.unet["in_channels"] = 9; // an inpainting UNet
    expectFault(configs, {"in_channels 9", "unet/config.json", "latent_channels 4",
                          "vae/config.json", "need 8"});
    configs = {};
    configs.text["hidden_size"] = 768;
    expectFault(configs, {"hidden_size 768", "text_encoder/config.json", "cross_attention_dim 1024",
                          "unet/config.json"});
    configs = {};
    configs.secondVae = {{"latent_channels", 8}, {"block_out_channels", {1, 1, 1, 1}}};
    expectFault(configs, {"latent_channels 4", "vae/config.json", "latent_channels 8",
                          "vae_albedo/config.json"});
    configs = {};
    configs.secondVae = {{"block_out_channels", {1, 1}}};
    expectFault(configs, {"factor 8", "factor 2", "vae_albedo/config.json"});
}

TEST(ModelFit, a_width_per_block_must_fit_in_every_block) {
    Configs configs;
    configs.unet["cross_attention_dim"] = {1024, 1024};
    EXPECT_TRUE(check(configs).faults.empty());
    configs.unet["cross_attention_dim"] = {1024, 768};
    expectFault(configs, {"cross_attention_dim 768"});
}

TEST(ModelFit, numbers_that_are_none_are_refused) {
    Configs configs;
    configs.unet["in_channels"] = "eight";
    expectFault(configs, {"unet/config.json", "in_channels", "eight", "whole number"});
    configs = {};
    configs.vae["latent_channels"] = 0;
    expectFault(configs, {"vae/config.json", "latent_channels is 0"});
    configs = {};
    configs.vae["in_channels"] = 1;
    expectFault(configs, {"vae/config.json", "in_channels is 1", "3 channels"});
    configs = {};
    configs.vae["block_out_channels"] = json(std::vector<int>(40, 8));
    expectFault(configs, {"block_out_channels lists 40"});
    configs = {};
    configs.unet["in_channels"] = std::uint64_t{1} << 63;
    expectFault(configs, {"in_channels"});
}

TEST(ModelFit, a_vae_of_another_factor_is_found_where_the_unet_names_its_own) {
    Configs configs;
    configs.unet[kVaeFactorKey] = 8;
    EXPECT_TRUE(check(configs).faults.empty());
    configs.unet[kVaeFactorKey] = 4;
    expectFault(configs, {"the UNet does not fit the VAE", "unlit_vae_factor 4", "unet/config.json",
                          "factor 8", "vae/config.json"});
}
