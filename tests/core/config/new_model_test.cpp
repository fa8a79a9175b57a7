#include "core/config/config_docs.h"
#include "core/config/new_model.h"
#include "tests/core/config/config_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace unlit;
using namespace unlit::config;
namespace fs = std::filesystem;

namespace {

/// The diagnostics of a file `model.yaml` with this text, without its folder.
std::vector<std::string> faultsOf(const std::string& yaml,
                                  const std::vector<std::string>& overrides = {}) {
    const fs::path file =
        test::writeText(fs::path(testing::TempDir()) / "new_model" / "model.yaml", yaml);
    std::vector<std::string> lines;
    for (Diagnostic diagnostic : loadNewModel(file, overrides).diagnostics) {
        diagnostic.mark.file = diagnostic.mark.file.filename();
        lines.push_back(diagnostic.text());
    }
    return lines;
}

std::string onlyFaultOf(const std::string& yaml) {
    const std::vector<std::string> faults = faultsOf(yaml);
    EXPECT_EQ(faults.size(), 1U);
    return faults.empty() ? "" : faults.front();
}

} // namespace

TEST(NewModelConfig, an_empty_file_means_the_networks_of_stable_diffusion) {
    EXPECT_TRUE(faultsOf("").empty());
    const NewModelConfig config;
    EXPECT_EQ(config.unet.blockOutChannels, (std::vector<std::int64_t>{320, 640, 1280, 1280}));
    EXPECT_TRUE(validate(config).empty());
}

TEST(NewModelConfig, the_recipe_of_the_bundled_model_has_no_fault) {
    const LoadedNewModel loaded =
        loadNewModel(fs::path(UNLIT_SOURCE_DIR) / "configs/unlit_small/model.yaml");
    EXPECT_TRUE(loaded.diagnostics.empty());
    EXPECT_EQ(loaded.config.vae.blockOutChannels.size(), 3U); // a factor of 4
    EXPECT_EQ(loaded.config.vae.start, "pyramid");
    EXPECT_EQ(loaded.config.unet.start, "copy");
    EXPECT_EQ(loaded.config.scheduler.predictionType, "v_prediction");
}

TEST(NewModelConfig, a_wrong_value_is_told_with_its_place) {
    EXPECT_EQ(
        onlyFaultOf("vae:\n  latent_channels: many\n"),
        "model.yaml:2:20: vae.latent_channels must be a whole number from 1 to 256, not many");
    EXPECT_EQ(onlyFaultOf("unet:\n  block_out_channels: [32, 0]\n"),
              "model.yaml:2:28: unet.block_out_channels must be a list of whole numbers from 1 to "
              "4096, not 0");
    EXPECT_EQ(onlyFaultOf("unet: {latent: 3}\n"),
              "model.yaml:1:8: unknown key unet.latent; unlit config docs --for model lists all "
              "keys");
}

TEST(NewModelConfig, contradictions_are_told_at_the_key_that_makes_them) {
    EXPECT_EQ(
        onlyFaultOf("unet:\n  block_out_channels: [32, 36]\n  attention: 17\n  heads: [2]\n"
                    "  norm_num_groups: 4\n"),
        "model.yaml:3:14: unet.attention must be a list of whole numbers from 0 to 16, not 17");
    EXPECT_EQ(
        onlyFaultOf("unet:\n  block_out_channels: [32, 36]\n  attention: [1]\n  heads: [2]\n"
                    "  norm_num_groups: 8\n"),
        "model.yaml:5:20: unet.norm_num_groups is 8, which does not divide the 36 channels of "
        "a resolution; choose a number that divides all of unet.block_out_channels");
    EXPECT_NE(onlyFaultOf("vae: {start: pyramid}\n").find("vae.posterior_std is 0"),
              std::string::npos);
    EXPECT_NE(onlyFaultOf("unet: {start: copy}\n"
                          "scheduler: {prediction_type: epsilon, rescale_betas_zero_snr: false}\n")
                  .find("unet.start is copy, but scheduler.prediction_type is epsilon"),
              std::string::npos);
    EXPECT_NE(
        onlyFaultOf("unet: {start: copy, zero_output: true}\n").find("unet.zero_output is true"),
        std::string::npos);
    EXPECT_EQ(onlyFaultOf("unet:\n  heads: [5, 10]\n"),
              "model.yaml:2:10: unet.heads has 2 entries, but the UNet has 4 resolutions; give one "
              "for each of unet.block_out_channels, or a single one for all");
    EXPECT_EQ(onlyFaultOf("unet:\n  layers_per_block: [2, 1]\n"),
              "model.yaml:2:21: unet.layers_per_block has 2 entries, but the UNet has 4 "
              "resolutions; give one for each of unet.block_out_channels, or a single one for all");
    EXPECT_EQ(onlyFaultOf("vae:\n  block_out_channels: []\n"),
              "model.yaml:2:23: vae.block_out_channels has 0 entries, but 1 to 10 resolutions are "
              "possible; list the channels of each resolution");
    EXPECT_EQ(onlyFaultOf("scheduler: {prediction_type: epsilon}\n"),
              "model.yaml:1:30: scheduler.prediction_type is epsilon, but at the last timestep of "
              "rescale_betas_zero_snr there is nothing but noise, and a picture cannot be found "
              "from predicted noise; set it to v_prediction or sample, or rescale_betas_zero_snr "
              "to false");
}

TEST(NewModelConfig, one_number_counts_for_all_resolutions) {
    EXPECT_TRUE(faultsOf("unet: {layers_per_block: 3, attention: 1, heads: 5}\n").empty());
    EXPECT_TRUE(faultsOf("unet: {layers_per_block: [3, 2, 1, 1]}\n").empty());
}

TEST(NewModelConfig, settings_of_the_command_line_win) {
    EXPECT_TRUE(faultsOf("vae: {latent_channels: 0}\n", {"vae.latent_channels=8"}).empty());
    EXPECT_EQ(
        faultsOf("", {"vae.sample_size=100"}).front(),
        "vae.sample_size=100: vae.sample_size is 100, no multiple of the 8 pixels that become "
        "one latent cell; choose a multiple");
}

TEST(NewModelConfig, a_missing_file_is_one_sentence) {
    const LoadedNewModel loaded = loadNewModel("nowhere/model.yaml");
    ASSERT_EQ(loaded.diagnostics.size(), 1U);
    EXPECT_NE(loaded.diagnostics.front().text().find("nowhere/model.yaml"), std::string::npos);
}

TEST(NewModelConfig, the_page_in_docs_is_what_the_program_prints) {
    std::ifstream stream(UNLIT_SOURCE_DIR "/docs/new-models.md");
    std::stringstream page;
    page << stream.rdbuf();
    EXPECT_EQ(page.str(), newModelMarkdown())
        << "run: build/release/unlit config docs --for model > docs/new-models.md";
}

TEST(NewModelConfig, a_quantizer_that_cannot_be_is_told) {
    const auto faultOf = [](const std::string& vae) { return onlyFaultOf("vae: {" + vae + "}\n"); };
    const auto has = [](const std::string& text, const std::string& words) {
        return text.find(words) != std::string::npos;
    };
    EXPECT_TRUE(faultsOf("vae: {quantizer: {}}\n").empty());
    EXPECT_TRUE(faultsOf("vae: {quantizer: {name: fsq, levels: 5}}\n").empty());
    EXPECT_TRUE(faultsOf("vae: {quantizer: {name: lfq}}\n").empty());
    EXPECT_TRUE(faultsOf("vae: {start: pyramid, quantizer: {name: codebook, size: 64}}\n").empty());
    EXPECT_TRUE(has(faultOf("quantizer: {levels: [8, 8]}"), "2 entries, but there are 4"));
    EXPECT_TRUE(has(faultOf("quantizer: {levels: 4096}"), "more than 2^24 codes"));
    EXPECT_TRUE(has(faultOf("quantizer: {name: lfq, levels: 5}"), "is of fsq"));
    EXPECT_TRUE(has(faultOf("quantizer: {size: 5}"), "is of codebook"));
    EXPECT_TRUE(has(faultOf("quantizer: {name: vq}"), "fsq, lfq, codebook"));
    EXPECT_TRUE(has(faultOf("latent_channels: 32, quantizer: {name: lfq}"), "24 are the most"));
    EXPECT_TRUE(has(faultOf("posterior_std: 0.1, quantizer: {}"), "makes codes"));
}

TEST(NewModelConfig, levels_of_a_quantizer_are_eight_unless_told) {
    NewVaeConfig vae;
    vae.latentChannels = 3;
    vae.quantizer = NewQuantizerConfig{};
    EXPECT_EQ(levelsOf(vae), (std::vector<std::int64_t>{8, 8, 8}));
    vae.quantizer->levels = {5};
    EXPECT_EQ(levelsOf(vae), (std::vector<std::int64_t>{5, 5, 5}));
    vae.quantizer->levels = {8, 5, 4};
    EXPECT_EQ(levelsOf(vae), (std::vector<std::int64_t>{8, 5, 4}));
}
