#include "core/weights/save_model_folder.h"

#include "core/nn/unet/unet_2d_condition.h"
#include "core/weights/component_weights.h"
#include "core/weights/files/weight_files.h"
#include "core/weights/json_file.h"
#include "core/weights/module_loader.h"
#include "core/weights/unlit_json.h"
#include "tests/support/expect_error.h"
#include "tests/support/full_disk.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <fstream>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;
using unlit::test::editJson;
using unlit::test::expectError;
using unlit::test::FullDisk;
namespace fs = std::filesystem;

namespace {

class SaveModelFolderTest : public testing::Test {
protected:
    test::TempFolder temp;
    fs::path source = temp / "source";
    fs::path saved = temp / "saved";

    void SetUp() override { test::writeSmallModel(source); }

    /// Opens, saves, opens again.
    ModelFolder resave() const {
        saveModelFolder(saved, toSave(openModelFolder(source)), false);
        return openModelFolder(saved);
    }

    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(temp.path()), {}));
    }
};

void expectBitEqual(const StateDict& a, const StateDict& b) {
    ASSERT_EQ(a.size(), b.size());
    for (const auto& [name, tensor] : a) {
        ASSERT_TRUE(b.contains(name)) << name;
        EXPECT_EQ(b.at(name).scalar_type(), tensor.scalar_type()) << name;
        EXPECT_TRUE(torch::equal(b.at(name), tensor)) << name;
    }
}

nn::UNet2DConditionModel loadUnet(const ModelFolder& model) {
    nn::UNet2DConditionModel unet(nn::unetOptionsFromJson(model.unet.config));
    loadInto(*unet, readComponentWeights(model.unet), "unet");
    unet->eval();
    return unet;
}

/// The UNet's answer when noise and picture are joined in the order that the folder states.
/// Computed in float64: sums in another order differ from machine to machine in float32.
torch::Tensor predict(const ModelFolder& model) {
    const torch::NoGradGuard noGrad;
    torch::manual_seed(5);
    const torch::Tensor noisy = torch::randn({1, 4, 6, 6});
    const torch::Tensor image = torch::randn({1, 4, 6, 6});
    const torch::Tensor text = torch::randn({1, 2, 12});
    const torch::Tensor joined = model.concatOrder == ConcatOrder::ImageFirst
                                     ? torch::cat({image, noisy}, 1)
                                     : torch::cat({noisy, image}, 1);
    auto unet = loadUnet(model);
    unet->to(torch::kFloat64);
    return unet->forward(joined.to(torch::kFloat64), torch::tensor({7}), text.to(torch::kFloat64));
}

} // namespace

TEST_F(SaveModelFolderTest, a_saved_folder_reloaded_gives_bit_equal_weights) {
    editJson(source / "model_index.json",
             [](json& index) { index["_class_name"] = "MarigoldIIDPipeline"; });
    updateUnlitJson(source / "unlit.json", {}, {{"headroom_ev", 0.75}});
    const ModelFolder before = openModelFolder(source);
    const ModelFolder after = resave();
    expectBitEqual(readComponentWeights(before.unet), readComponentWeights(after.unet));
    expectBitEqual(readComponentWeights(before.vaeAlbedo), readComponentWeights(after.vaeAlbedo));
    expectBitEqual(readComponentWeights(before.textEncoder),
                   readComponentWeights(after.textEncoder));
    EXPECT_EQ(after.concatOrder, before.concatOrder);
    EXPECT_EQ(after.resizeConvention, before.resizeConvention);
    EXPECT_EQ(after.transfer, before.transfer);
    EXPECT_EQ(after.headroomEv, 0.75);
    EXPECT_EQ(after.targets.size(), before.targets.size());
}

TEST_F(SaveModelFolderTest, the_folder_is_one_that_diffusers_knows) {
    editJson(source / "scheduler/scheduler_config.json", [](json& scheduler) {
        scheduler["_class_name"] = "PNDMScheduler";
        scheduler["skip_prk_steps"] = true;
    });
    resave();
    const json index = readJsonObject(saved / "model_index.json");
    EXPECT_EQ(index.at("_class_name"), "MarigoldIntrinsicsPipeline");
    EXPECT_EQ(index.at("unet"), json({"diffusers", "UNet2DConditionModel"}));
    EXPECT_EQ(index.at("vae"), json({"diffusers", "AutoencoderKL"}));
    EXPECT_EQ(index.at("scheduler"), json({"diffusers", "DDIMScheduler"}));
    EXPECT_EQ(index.at("text_encoder"), json({"transformers", "CLIPTextModel"}));
    EXPECT_EQ(index.at("tokenizer"), json({"transformers", "CLIPTokenizer"}));
    EXPECT_EQ(index.at("prediction_type"), "intrinsics");
    EXPECT_EQ(index.at("default_denoising_steps"), 4);
    EXPECT_EQ(index.at("target_properties").at("target_names"), json({"albedo"}));
    EXPECT_EQ(readJsonObject(saved / "scheduler/scheduler_config.json").at("_class_name"),
              "DDIMScheduler");
    EXPECT_EQ(readJsonObject(saved / "vae/config.json").at("scaling_factor"), 0.18215);
    for (const char* const file :
         {"unet/diffusion_pytorch_model.safetensors", "vae/diffusion_pytorch_model.safetensors",
          "text_encoder/model.safetensors", "tokenizer/vocab.json", "tokenizer/merges.txt",
          "tokenizer/tokenizer_config.json", "tokenizer/special_tokens_map.json"})
        EXPECT_TRUE(fs::is_regular_file(saved / file)) << file;
    const auto files = openWeightFiles(saved / "unet");
    EXPECT_EQ(files.at(0).metadata().at("format"), "pt");
}

TEST_F(SaveModelFolderTest, a_noisy_first_unet_is_stored_image_first_and_predicts_the_same) {
    const ModelFolder before = openModelFolder(source);
    ASSERT_EQ(before.concatOrder, ConcatOrder::NoisyFirst);
    const ModelFolder after = resave();
    EXPECT_EQ(after.concatOrder, ConcatOrder::ImageFirst);
    EXPECT_EQ(after.unlit.trainedConcatOrder, ConcatOrder::NoisyFirst);

    const torch::Tensor old = readComponentWeights(before.unet).at("conv_in.weight");
    const torch::Tensor stored = readComponentWeights(after.unet).at("conv_in.weight");
    EXPECT_TRUE(torch::equal(stored.slice(1, 0, 4), old.slice(1, 4, 8)));
    EXPECT_TRUE(torch::equal(stored.slice(1, 4, 8), old.slice(1, 0, 4)));
    EXPECT_FALSE(torch::equal(stored, old));

    const torch::Tensor difference = (predict(before) - predict(after)).abs().max();
    EXPECT_LE(difference.item<float>(), 1e-6F); // only the order of summation differs
}

TEST_F(SaveModelFolderTest, a_folder_saved_twice_has_the_same_bytes) {
    resave();
    saveModelFolder(temp / "again", toSave(openModelFolder(source)), false);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(saved)) {
        if (!entry.is_regular_file())
            continue;
        const fs::path other = temp / "again" / fs::relative(entry.path(), saved);
        EXPECT_EQ(readText(entry.path()), readText(other)) << other;
    }
}

TEST_F(SaveModelFolderTest, two_vaes_stay_two) {
    fs::copy(source / "vae", source / "vae_beauty");
    StateDict changed = readWeights(source / "vae_beauty");
    changed["quant_conv.bias"] = torch::full_like(changed.at("quant_conv.bias"), 0.25);
    writeSafetensors(source / "vae_beauty/diffusion_pytorch_model.safetensors", changed);
    const ModelFolder after = resave();
    ASSERT_TRUE(after.hasTwoVaes);
    EXPECT_EQ(readComponentWeights(after.vaeBeauty).at("quant_conv.bias")[0].item<float>(), 0.25F);
    EXPECT_EQ(readComponentWeights(after.vaeAlbedo).at("quant_conv.bias")[0].item<float>(), 0.0F);
}

TEST_F(SaveModelFolderTest, half_precision_weights_stay_half) {
    StateDict half;
    for (const auto& [name, tensor] : readWeights(source / "vae"))
        half[name] = tensor.to(torch::kHalf);
    fs::remove(source / "vae/diffusion_pytorch_model.safetensors");
    writeSafetensors(source / "vae/diffusion_pytorch_model.fp16.safetensors", half);
    expectBitEqual(half, readComponentWeights(resave().vaeAlbedo));
}

TEST_F(SaveModelFolderTest, a_full_disk_leaves_nothing_behind) {
    const ModelToSave model = toSave(openModelFolder(source));
    {
        const FullDisk limit(20'000); // enough for the configs, not for the UNet
        EXPECT_THROW(saveModelFolder(saved, model, false), Error);
    }
    EXPECT_FALSE(fs::exists(saved));
    EXPECT_EQ(entries(), 1U); // the source alone
}

TEST_F(SaveModelFolderTest, a_failed_overwrite_keeps_the_old_model) {
    const ModelFolder first = resave();
    const std::string before = readText(saved / "unet/diffusion_pytorch_model.safetensors");
    ModelToSave model = toSave(openModelFolder(source));
    model.unet.weights.tensor = [](const TensorSpec&) -> torch::Tensor {
        throw Error::invalidInput("the training broke off");
    };
    EXPECT_THROW(saveModelFolder(saved, model, true), Error);
    EXPECT_EQ(readText(saved / "unet/diffusion_pytorch_model.safetensors"), before);
    EXPECT_EQ(entries(), 2U);
}

TEST_F(SaveModelFolderTest, overwriting_replaces_a_model_but_never_anything_else) {
    resave();
    const ModelToSave model = toSave(openModelFolder(source));
    expectError(ErrorKind::InvalidInput, {saved.string(), "holds a model already"},
                [&] { saveModelFolder(saved, model, false); });
    std::ofstream(saved / "left_over.txt") << "old";
    saveModelFolder(saved, model, true);
    EXPECT_FALSE(fs::exists(saved / "left_over.txt"));
    EXPECT_NO_THROW(openModelFolder(saved));
    EXPECT_EQ(entries(), 2U);

    fs::create_directories(temp / "pictures");
    std::ofstream(temp / "pictures/holiday.jpg") << "precious";
    expectError(ErrorKind::InvalidInput, {"pictures", "holds no model"},
                [&] { saveModelFolder(temp / "pictures", model, true); });
    EXPECT_TRUE(fs::exists(temp / "pictures/holiday.jpg"));
}

TEST_F(SaveModelFolderTest, progress_rises_to_one) {
    std::vector<double> heard;
    saveModelFolder(saved, toSave(openModelFolder(source)), false,
                    [&](double fraction) { heard.push_back(fraction); });
    ASSERT_FALSE(heard.empty());
    EXPECT_TRUE(std::is_sorted(heard.begin(), heard.end()));
    EXPECT_DOUBLE_EQ(heard.back(), 1);
}

TEST_F(SaveModelFolderTest, a_unet_that_sees_no_picture_is_not_saved_as_a_model) {
    editJson(source / "unet/config.json", [](json& config) { config["in_channels"] = 4; });
    expectError(ErrorKind::InvalidInput, {"no picture"}, [&] { toSave(openModelFolder(source)); });
}

TEST_F(SaveModelFolderTest, a_tokenizers_link_to_elsewhere_is_refused_but_not_the_hubs_own) {
    const fs::path hub = temp / "models--a--b";
    const fs::path model = hub / "snapshots/1234";
    test::writeSmallModel(model);
    fs::create_directories(hub / "blobs");
    fs::rename(model / "tokenizer/vocab.json", hub / "blobs/abcd");
    fs::create_symlink("../../../blobs/abcd", model / "tokenizer/vocab.json");
    EXPECT_TRUE(toSave(openModelFolder(model)).tokenizerFiles.contains("vocab.json"));
    std::ofstream(temp / "secret") << "key";
    fs::create_symlink(temp / "secret", model / "tokenizer/notes.txt");
    expectError(ErrorKind::InvalidInput, {"notes.txt", "link"},
                [&] { toSave(openModelFolder(model)); });
}
