#include "tests/support/small_model.h"

#include "core/weights/component_weights.h"
#include "core/weights/json_file.h"
#include "core/weights/model_folder.h"
#include "core/weights/start/random_model.h"

namespace unlit::test {

namespace fs = std::filesystem;
using nlohmann::json;

weights::ModelRecipe smallRecipe() {
    weights::ModelRecipe recipe = weights::tinyRecipe();
    recipe.unet = {{"_class_name", "UNet2DConditionModel"},
                   {"block_out_channels", {8, 16}},
                   {"down_block_types", {"CrossAttnDownBlock2D", "DownBlock2D"}},
                   {"up_block_types", {"UpBlock2D", "CrossAttnUpBlock2D"}},
                   {"attention_head_dim", 2},
                   {"cross_attention_dim", 12},
                   {"in_channels", 8},
                   {"out_channels", 4},
                   {"layers_per_block", 1},
                   {"norm_num_groups", 4}};
    recipe.vae = {{"_class_name", "AutoencoderKL"},
                  {"block_out_channels", {8, 8}},
                  {"down_block_types", {"DownEncoderBlock2D", "DownEncoderBlock2D"}},
                  {"up_block_types", {"UpDecoderBlock2D", "UpDecoderBlock2D"}},
                  {"in_channels", 3},
                  {"out_channels", 3},
                  {"latent_channels", 4},
                  {"layers_per_block", 1},
                  {"norm_num_groups", 4}};
    recipe.textEncoder["hidden_size"] = 12;
    recipe.textEncoder["intermediate_size"] = 24;
    recipe.textEncoder["num_hidden_layers"] = 1;
    recipe.textEncoder["num_attention_heads"] = 2;
    return recipe;
}

void writeSmallModel(const fs::path& folder, std::uint64_t seed) {
    weights::saveModelFolder(folder, weights::randomModel(smallRecipe(), seed), true);
    fs::remove(folder / "unlit.json");
    editJson(folder / "model_index.json", [](json& index) {
        index["_class_name"] = "SomeTrainersPipeline";
        index.erase("target_properties");
        index.erase("default_denoising_steps");
        index.erase("default_processing_resolution");
    });
}

void writeSmallTextToImageModel(const fs::path& folder, std::uint64_t seed) {
    // Saved as a part, since a whole model has to see a picture.
    writeSmallModel(folder, seed);
    auto weights = weights::readComponentWeights(weights::openModelFolder(folder).unet);
    weights["conv_in.weight"] = weights.at("conv_in.weight").narrow(1, 0, 4).contiguous();
    weights::writeSafetensors(folder / "unet/diffusion_pytorch_model.safetensors", weights);
    editJson(folder / "unet/config.json", [](json& config) { config["in_channels"] = 4; });
}

void addLetters(const fs::path& folder) {
    editJson(folder / "tokenizer/vocab.json", [](json& vocabulary) {
        int next = 20;
        for (char letter = 'a'; letter <= 'z'; ++letter) {
            vocabulary[std::string(1, letter)] = next++;
            vocabulary[std::string(1, letter) + "</w>"] = next++;
        }
    });
}

void editJson(const fs::path& file, const std::function<void(json&)>& edit) {
    json content = weights::readJsonObject(file);
    edit(content);
    weights::writeJson(file, content);
}

} // namespace unlit::test
