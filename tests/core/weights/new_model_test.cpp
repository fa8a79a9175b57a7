#include "core/config/new_model.h"
#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/component_weights.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/random_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <cmath>
#include <set>

using namespace unlit;
using namespace unlit::weights;

namespace {

/// A VAE of this factor (a power of two) with this many latent channels, and a UNet for it.
config::NewModelConfig smallConfig(std::int64_t factor, std::int64_t latentChannels) {
    config::NewModelConfig model;
    model.unet.blockOutChannels = {16, 24};
    model.unet.attention = {0, 1};
    model.unet.heads = {2};
    model.unet.layersPerBlock = {1};
    model.unet.normGroups = 4;
    model.vae.blockOutChannels = {8};
    for (; factor > 1; factor /= 2)
        model.vae.blockOutChannels.push_back(8);
    model.vae.layersPerBlock = 1;
    model.vae.normGroups = 4;
    model.vae.latentChannels = latentChannels;
    model.vae.sampleSize = 64;
    return model;
}

StateDict stateOf(const ComponentToSave& component) {
    StateDict state;
    for (const TensorSpec& spec : component.weights.specs)
        state.emplace(spec.name, component.weights.tensor(spec));
    return state;
}

} // namespace

TEST(NewModel, any_factor_and_any_number_of_latent_channels_opens_and_fits) {
    for (const std::int64_t factor : {1, 2, 8, 16})
        for (const std::int64_t channels : {1, 3, 16}) {
            const test::TempFolder temp;
            const config::NewModelConfig config = smallConfig(factor, channels);
            ASSERT_TRUE(config::validate(config).empty());
            saveModelFolder(temp / "m", newModel(recipeOf(config), 1), false);
            const ModelFolder folder = openModelFolder(temp / "m");
            EXPECT_EQ(folder.vaeFactor, factor);
            EXPECT_EQ(folder.latentChannels, channels);
            EXPECT_TRUE(folder.seesImage);
            EXPECT_EQ(folder.unet.config.at("in_channels"), 2 * channels);
            EXPECT_EQ(folder.unet.config.at("out_channels"), channels);
            EXPECT_TRUE(folder.unlit.isRandom);
            EXPECT_EQ(nn::vaeOptionsFromJson(folder.vaeAlbedo.config).scalingFactor, 1.0);
        }
}

TEST(NewModel, several_targets_widen_the_unet) {
    config::NewModelConfig config = smallConfig(2, 5);
    config.pipeline.targets = {
        {.name = "albedo", .subTargets = {}},
        {.name = "shading", .predictionSpace = config::TargetSpace::Linear, .subTargets = {}}};
    const ModelRecipe recipe = recipeOf(config);
    EXPECT_EQ(recipe.unet.at("in_channels"), 15); // the picture and two targets
    EXPECT_EQ(recipe.unet.at("out_channels"), 10);
    EXPECT_EQ(recipe.targets.at(1).predictionSpace, PredictionSpace::Linear);
}

TEST(NewModel, has_as_many_residual_blocks_as_each_resolution_is_given) {
    config::NewModelConfig config = smallConfig(2, 5);
    EXPECT_EQ(recipeOf(config).unet.at("layers_per_block"), 1);
    config.unet.layersPerBlock = {3, 1};
    EXPECT_EQ(recipeOf(config).unet.at("layers_per_block"), nlohmann::json({3, 1}));
    std::set<std::string> blocks;
    for (const TensorSpec& spec : newModel(recipeOf(config), 1).unet.weights.specs)
        if (const auto at = spec.name.find(".conv1.weight"); at != std::string::npos)
            blocks.insert(spec.name.substr(0, at));
    EXPECT_EQ(blocks, (std::set<std::string>{"down_blocks.0.resnets.0", "down_blocks.0.resnets.1",
                                             "down_blocks.0.resnets.2", "down_blocks.1.resnets.0",
                                             "mid_block.resnets.0", "mid_block.resnets.1",
                                             "up_blocks.0.resnets.0", "up_blocks.0.resnets.1",
                                             "up_blocks.1.resnets.0", "up_blocks.1.resnets.1",
                                             "up_blocks.1.resnets.2", "up_blocks.1.resnets.3"}));
}

TEST(NewModel, attention_stands_where_it_is_asked_for_and_in_the_middle) {
    const ModelToSave model = newModel(recipeOf(smallConfig(8, 16)), 1);
    std::set<std::string> blocks;
    for (const TensorSpec& spec : model.unet.weights.specs)
        if (const auto at = spec.name.find(".attentions."); at != std::string::npos)
            blocks.insert(spec.name.substr(0, at));
    EXPECT_EQ(blocks, (std::set<std::string>{"down_blocks.1", "mid_block", "up_blocks.0"}));
}

// Kaiming-uniform with a = sqrt(5), torch's default, is uniform within ±1/sqrt(fan in): a standard
// deviation of 1/sqrt(3 * fan in).
TEST(NewModel, weights_have_the_spread_that_torch_gives_them) {
    const StateDict unet = stateOf(newModel(recipeOf(smallConfig(8, 16)), 7).unet);
    const torch::Tensor convIn = unet.at("conv_in.weight"); // [16, 32, 3, 3]
    const double bound = 1 / std::sqrt(32.0 * 9);
    EXPECT_LE(convIn.abs().max().item<double>(), bound);
    EXPECT_NEAR(convIn.std().item<double>(), bound / std::sqrt(3.0), 0.03 * bound);
    EXPECT_LE(unet.at("conv_in.bias").abs().max().item<double>(), bound);
    EXPECT_GT(unet.at("conv_in.bias").abs().max().item<double>(), 0);
    EXPECT_TRUE(torch::equal(unet.at("conv_norm_out.weight"), torch::ones({16})));
    EXPECT_TRUE(torch::equal(unet.at("conv_norm_out.bias"), torch::zeros({16})));
}

TEST(NewModel, is_determined_by_its_seed) {
    const auto convIn = [](std::uint64_t seed) {
        return stateOf(newModel(recipeOf(smallConfig(2, 4)), seed).vae)
            .at("encoder.conv_in.weight");
    };
    EXPECT_TRUE(torch::equal(convIn(1), convIn(1)));
    EXPECT_FALSE(torch::equal(convIn(1), convIn(2)));
}

TEST(NewModel, zeros_and_type_are_as_asked_for) {
    config::NewModelConfig config = smallConfig(2, 4);
    config.dtype = "float16";
    config.unet.zeroOutput = true;
    const ModelToSave model = newModel(recipeOf(config), 1);
    const StateDict unet = stateOf(model.unet);
    for (const auto& [name, tensor] : unet)
        EXPECT_EQ(tensor.scalar_type(), torch::kFloat16) << name;
    EXPECT_EQ(unet.at("conv_out.weight").count_nonzero().item<std::int64_t>(), 0);
    EXPECT_EQ(unet.at("conv_out.bias").count_nonzero().item<std::int64_t>(), 0);
    EXPECT_GT(unet.at("conv_in.weight").count_nonzero().item<std::int64_t>(), 0);
    config.unet.zeroOutput = false;
    EXPECT_GT(stateOf(newModel(recipeOf(config), 1).unet)
                  .at("conv_out.weight")
                  .count_nonzero()
                  .item<std::int64_t>(),
              0);
}

TEST(NewModel, a_unet_can_begin_by_predicting_the_beauty) {
    for (const std::string prediction : {"v_prediction", "sample"}) {
        config::NewModelConfig config = smallConfig(2, 4);
        config.unet.blockOutChannels = {32, 24};
        config.unet.start = "copy";
        config.scheduler.predictionType = prediction;
        config.pipeline.targets.resize(2);
        config.pipeline.targets[1].name = "shading";
        const ModelToSave model = newModel(recipeOf(config), 1);
        nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(model.unet.config));
        loadInto(*unet, stateOf(model.unet), "unet");
        const torch::NoGradGuard noGrad;
        torch::manual_seed(4);
        const torch::Tensor beauty = torch::randn({2, 4, 8, 8}), noise = torch::randn({2, 8, 8, 8});
        const torch::Tensor out =
            unet->forward(torch::cat({beauty, noise}, 1),
                          torch::tensor({int64_t{999}, int64_t{999}}), torch::zeros({2, 2, 32}));
        const torch::Tensor expected =
            torch::cat({beauty, beauty}, 1) * (prediction == "sample" ? 1 : -1);
        EXPECT_LT((out - expected).norm().item<double>() / expected.norm().item<double>(), 0.05)
            << "as near as the constants beside the values let the norm come";
    }
}

TEST(NewModel, zero_residuals_make_every_block_its_shortcut) {
    config::NewModelConfig config = smallConfig(2, 4);
    const auto zeros = [&](const ComponentToSave& part) {
        std::set<std::string> names;
        for (const auto& [name, tensor] : stateOf(part))
            if (tensor.dim() > 1 && tensor.count_nonzero().item<std::int64_t>() == 0)
                names.insert(name);
        return names;
    };
    EXPECT_TRUE(zeros(newModel(recipeOf(config), 1).unet).empty());
    config.unet.zeroResiduals = config.vae.zeroResiduals = true;
    const ModelToSave model = newModel(recipeOf(config), 1);
    const std::set<std::string> unet = zeros(model.unet), vae = zeros(model.vae);
    EXPECT_TRUE(unet.contains("down_blocks.0.resnets.0.conv2.weight"));
    EXPECT_TRUE(unet.contains("mid_block.attentions.0.proj_out.weight"));
    EXPECT_TRUE(vae.contains("decoder.up_blocks.1.resnets.0.conv2.weight"));
    for (const std::set<std::string>& part : {unet, vae})
        for (const std::string& name : part)
            EXPECT_FALSE(name.find("conv1") != std::string::npos ||
                         name.find("conv_in") != std::string::npos ||
                         name.find("shortcut") != std::string::npos)
                << name;
}

TEST(NewModel, the_posterior_begins_with_the_noise_asked_for) {
    config::NewModelConfig config = smallConfig(2, 4);
    config.vae.posteriorStd = 0.05;
    const ModelToSave model = newModel(recipeOf(config), 1);
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(model.vae.config));
    loadInto(*vae, stateOf(model.vae), "vae");
    const torch::NoGradGuard noGrad;
    const torch::Tensor picture = torch::linspace(-1, 1, 3072).view({1, 3, 32, 32});
    const torch::Tensor noise = torch::exp(0.5 * vae->encode(picture).logvar);
    EXPECT_TRUE(torch::allclose(noise, torch::full_like(noise, 0.05)));
}

TEST(NewModel, a_zero_embedding_is_zero_for_the_empty_prompt) {
    for (const bool isZero : {true, false}) {
        const test::TempFolder temp;
        config::NewModelConfig config = smallConfig(2, 4);
        config.textEncoder.zeroEmbedding = isZero;
        saveModelFolder(temp / "m", newModel(recipeOf(config), 1), false);
        const ModelFolder folder = openModelFolder(temp / "m");
        const auto tokens = nn::emptyPromptTokens(folder.tokenizer.folder);
        EXPECT_EQ(tokens, (std::vector<std::int64_t>{1, 2}));
        nn::CLIPTextModel text(nn::clipOptionsFromJson(folder.textEncoder.config));
        loadInto(*text, readComponentWeights(folder.textEncoder), "text_encoder");
        const torch::NoGradGuard noGrad;
        const torch::Tensor embedding = text->forward(torch::tensor(tokens).unsqueeze(0));
        EXPECT_EQ(embedding.sizes(), (std::vector<std::int64_t>{1, 2, 32}));
        EXPECT_EQ(embedding.count_nonzero().item<std::int64_t>() == 0, isZero);
    }
}

TEST(NewModel, a_quantizer_stands_in_the_vaes_config_and_opens) {
    for (const char* name : {"fsq", "lfq", "codebook"}) {
        const test::TempFolder temp;
        config::NewModelConfig config = smallConfig(4, 3);
        config.vae.quantizer = config::NewQuantizerConfig{.name = name, .levels = {}, .size = {}};
        ASSERT_TRUE(config::validate(config).empty());
        saveModelFolder(temp / "m", newModel(recipeOf(config), 1), false);
        const ModelFolder folder = openModelFolder(temp / "m");
        nn::AutoencoderKL vae(nn::vaeOptionsFromJson(folder.vaeAlbedo.config));
        EXPECT_NO_THROW(loadInto(*vae, readComponentWeights(folder.vaeAlbedo), "vae"));
        EXPECT_EQ(vae->quantizer->options().codeCount(), name[0] == 'l' ? 8 : 512); // 8^3, 2^3, 512
    }
    EXPECT_FALSE(recipeOf(smallConfig(4, 3)).vae.contains("quantizer"));
}

// Of a codebook of K vectors: uniform within 1/K, as van den Oord et al. begin.
TEST(NewModel, a_codebook_begins_small) {
    config::NewModelConfig config = smallConfig(2, 4);
    config.vae.quantizer = config::NewQuantizerConfig{.name = "codebook", .levels = {}, .size = 64};
    const torch::Tensor book = stateOf(newModel(recipeOf(config), 7).vae).at("quantizer.codebook");
    EXPECT_EQ(book.sizes(), (std::vector<std::int64_t>{64, 4}));
    EXPECT_LE(book.abs().max().item<double>(), 1.0 / 64);
    EXPECT_NEAR(book.std().item<double>(), 1.0 / 64 / std::sqrt(3.0), 0.002);
}
