#include "core/weights/start/random_model.h"

#include "core/nn/clip/clip_text_model.h"
#include "core/nn/clip/clip_tokenizer.h"
#include "core/nn/unet/unet_2d_condition.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/component_weights.h"
#include "core/weights/module_loader.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

using namespace unlit;
using namespace unlit::weights;
namespace fs = std::filesystem;

namespace {

std::uint64_t parameters(const WeightSource& source) {
    std::uint64_t total = 0;
    for (const TensorSpec& spec : source.specs) {
        std::uint64_t elements = 1;
        for (const std::int64_t side : spec.shape)
            elements *= static_cast<std::uint64_t>(side);
        total += elements;
    }
    return total;
}

} // namespace

TEST(RandomModel, sd21_has_the_counts_of_stable_diffusion_2_1) {
    const ModelToSave model = randomModel(sd21Recipe(), 1); // names and shapes only, no gigabytes
    EXPECT_EQ(model.unet.weights.specs.size(), 686U);
    EXPECT_EQ(parameters(model.unet.weights), 865'922'244U);
    EXPECT_EQ(model.vae.weights.specs.size(), 248U);
    EXPECT_EQ(parameters(model.vae.weights), 83'653'863U);
    EXPECT_EQ(parameters(model.textEncoder.weights), 340'387'840U);
    EXPECT_TRUE(model.isRandom);
    EXPECT_NE(model.provenance.find("never trained"), std::string::npos);
}

TEST(RandomModel, is_determined_by_its_seed) {
    const auto weight = [](std::uint64_t seed) {
        const ModelToSave model = randomModel(test::smallRecipe(), seed);
        return model.unet.weights.tensor({"conv_in.weight", torch::kFloat, {8, 8, 3, 3}});
    };
    EXPECT_TRUE(torch::equal(weight(1), weight(1)));
    EXPECT_FALSE(torch::equal(weight(1), weight(2)));
}

TEST(RandomModel, a_tiny_one_runs_from_prompt_to_picture_with_values_of_order_one) {
    const test::TempFolder temp;
    saveModelFolder(temp / "tiny", randomModel(tinyRecipe(), 3), false);
    const ModelFolder folder = openModelFolder(temp / "tiny");
    const torch::NoGradGuard noGrad;
    const auto tokens = nn::emptyPromptTokens(folder.tokenizer.folder);
    EXPECT_EQ(tokens, (std::vector<std::int64_t>{510, 511}));
    nn::CLIPTextModel text(nn::clipOptionsFromJson(folder.textEncoder.config));
    loadInto(*text, readComponentWeights(folder.textEncoder), "text_encoder");
    nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(folder.unet.config));
    loadInto(*unet, readComponentWeights(folder.unet), "unet");
    nn::AutoencoderKL vae(nn::vaeOptionsFromJson(folder.vaeAlbedo.config));
    loadInto(*vae, readComponentWeights(folder.vaeAlbedo), "vae");

    torch::manual_seed(1);
    const torch::Tensor latent = vae->encode(torch::rand({1, 3, 64, 64}) * 2 - 1).mean;
    const torch::Tensor prompt = text->forward(torch::tensor(tokens).unsqueeze(0));
    const torch::Tensor velocity = unet->forward(torch::cat({latent, torch::randn_like(latent)}, 1),
                                                 torch::tensor({500}), prompt);
    const torch::Tensor picture = vae->decode(velocity);
    for (const torch::Tensor& values : {latent, prompt, velocity, picture}) {
        const auto deviation = values.std().item<float>();
        EXPECT_GT(deviation, 0.02F);
        EXPECT_LT(deviation, 10.0F);
    }
    EXPECT_EQ(picture.sizes(), (std::vector<std::int64_t>{1, 3, 64, 64}));
}

TEST(RandomModel, takes_the_configs_of_a_folder_and_widens_a_plain_unet) {
    const test::TempFolder temp;
    test::writeSmallModel(temp / "source");
    test::editJson(temp / "source/unet/config.json",
                   [](nlohmann::json& config) { config["in_channels"] = 4; });
    const ModelRecipe recipe = recipeNamed((temp / "source").string());
    EXPECT_EQ(recipe.unet.at("in_channels"), 8);
    saveModelFolder(temp / "random", randomModel(recipe, 1), false);
    const ModelFolder folder = openModelFolder(temp / "random");
    EXPECT_TRUE(folder.seesImage);
    EXPECT_EQ(folder.vaeFactor, 2);
}

TEST(RandomModel, an_unknown_name_says_what_is_known) {
    test::expectError(ErrorKind::NotFound, {"'sdxl'"}, [] { recipeNamed("sdxl"); });
}
