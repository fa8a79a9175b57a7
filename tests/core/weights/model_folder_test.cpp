#include "core/weights/model_folder.h"

#include "core/weights/json_file.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;
using unlit::test::editJson;
using unlit::test::expectError;
using unlit::test::hintOf;
namespace fs = std::filesystem;

namespace {

class ModelFolderTest : public testing::Test {
protected:
    test::TempFolder temp;
    fs::path folder = temp / "model";

    void SetUp() override { test::writeSmallModel(folder); }

    void setClass(const std::string& name) const {
        editJson(folder / "model_index.json", [&](json& index) { index["_class_name"] = name; });
    }

    void edit(const std::string& file, const std::string& key, const json& value) const {
        editJson(folder / file, [&](json& content) { content[key] = value; });
    }

    void expectRefused(ErrorKind kind, const std::vector<std::string>& says) const {
        expectError(kind, says, [&] { openModelFolder(folder); });
    }
};

} // namespace

TEST_F(ModelFolderTest, a_checkpoint_is_found_by_its_step_whatever_figure_its_name_has) {
    const fs::path named = temp / "run/checkpoint/iter_000042_val_psnr_21.3";
    fs::create_directories(named.parent_path());
    fs::rename(folder, named);
    fs::copy(named / "unet", named / "unet_ema", fs::copy_options::recursive);
    const fs::path step = named.parent_path() / "iter_000042";
    EXPECT_EQ(openModelFolder(step).path, named);
    EXPECT_EQ(openModelFolder(step / "").path, named) << "with a slash at its end";
    EXPECT_EQ(openModelFolder(step / "unet_ema").unet.folder, named / "unet_ema");
    expectError(ErrorKind::NotFound, {"iter_000041"},
                [&] { openModelFolder(named.parent_path() / "iter_000041"); });
    expectError(ErrorKind::NotFound, {"iter_000042_val"},
                [&] { openModelFolder(named.parent_path() / "iter_000042_val"); });
}

TEST_F(ModelFolderTest, a_run_is_told_as_one_with_the_model_in_it) {
    const fs::path latest = temp / "run/checkpoint/latest";
    fs::create_directories(latest.parent_path());
    fs::rename(folder, latest);
    const std::string hint = hintOf([&] { openModelFolder(temp / "run"); });
    EXPECT_NE(hint.find("it is a training run"), std::string::npos) << hint;
    EXPECT_NE(hint.find(latest.string()), std::string::npos) << hint;
}

TEST_F(ModelFolderTest, an_unknown_trainer_means_noisy_first_and_our_own_conventions) {
    const ModelFolder model = openModelFolder(folder);
    EXPECT_EQ(model.className, "SomeTrainersPipeline");
    EXPECT_EQ(model.concatOrder, ConcatOrder::NoisyFirst);
    EXPECT_EQ(model.concatOrderReason, "class SomeTrainersPipeline");
    EXPECT_EQ(model.resizeConvention, ResizeConvention::Unlit);
    EXPECT_EQ(model.transfer, ColorSpace::Srgb);
    EXPECT_EQ(model.defaultSteps, 4);
    EXPECT_EQ(model.defaultProcessingRes, 768);
    ASSERT_EQ(model.targets.size(), 1U);
    EXPECT_EQ(model.targets[0].name, "albedo");
    EXPECT_EQ(model.vaeFactor, 2);
    EXPECT_EQ(model.latentChannels, 4);
    EXPECT_TRUE(model.seesImage);
    EXPECT_FALSE(model.hasTwoVaes);
    EXPECT_EQ(model.unet.className, "UNet2DConditionModel");
    EXPECT_EQ(model.vaeAlbedo.folder, folder / "vae");
}

TEST_F(ModelFolderTest, marigold_classes_mean_image_first_and_gamma_22) {
    setClass("MarigoldIntrinsicsPipeline");
    ModelFolder model = openModelFolder(folder);
    EXPECT_EQ(model.concatOrder, ConcatOrder::ImageFirst);
    EXPECT_EQ(model.concatOrderReason, "class MarigoldIntrinsicsPipeline");
    EXPECT_EQ(model.resizeConvention, ResizeConvention::Diffusers);
    EXPECT_EQ(model.transfer, ColorSpace::Gamma22);

    setClass("MarigoldIIDPipeline");
    model = openModelFolder(folder);
    EXPECT_EQ(model.concatOrder, ConcatOrder::ImageFirst);
    EXPECT_EQ(model.resizeConvention, ResizeConvention::Marigold);
    EXPECT_EQ(model.transfer, ColorSpace::Gamma22);
}

TEST_F(ModelFolderTest, unlit_json_decides_over_the_class) {
    setClass("MarigoldIntrinsicsPipeline");
    writeJson(folder / "unlit.json", {{"concat_order", "noisy_first"},
                                      {"resize_convention", "unlit"},
                                      {"transfer", "srgb"},
                                      {"provenance", "ours"}});
    const ModelFolder model = openModelFolder(folder);
    EXPECT_EQ(model.concatOrder, ConcatOrder::NoisyFirst);
    EXPECT_EQ(model.concatOrderReason, "unlit.json");
    EXPECT_EQ(model.resizeConvention, ResizeConvention::Unlit);
    EXPECT_EQ(model.transfer, ColorSpace::Srgb);
    EXPECT_EQ(model.unlit.provenance, "ours");
}

TEST_F(ModelFolderTest, models_of_other_pictures_are_refused) {
    setClass("MarigoldDepthPipeline");
    expectRefused(ErrorKind::Unsupported, {"MarigoldDepthPipeline", "depth"});
    setClass("MarigoldNormalsPipeline");
    expectRefused(ErrorKind::Unsupported, {"surface normals"});
}

TEST_F(ModelFolderTest, defaults_of_the_folder_are_taken_and_checked) {
    edit("model_index.json", "default_denoising_steps", 7);
    edit("model_index.json", "default_processing_resolution", 0);
    EXPECT_EQ(openModelFolder(folder).defaultSteps, 7);
    EXPECT_EQ(openModelFolder(folder).defaultProcessingRes, 0);
    edit("model_index.json", "default_denoising_steps", -1);
    expectRefused(ErrorKind::InvalidInput, {"model_index.json", "default_denoising_steps is -1"});
}

TEST_F(ModelFolderTest, each_missing_part_is_named) {
    for (const char* const part : {"unet", "vae", "text_encoder", "tokenizer", "scheduler"}) {
        fs::rename(folder / part, folder / "away");
        expectRefused(ErrorKind::NotFound, {(folder / part).string()});
        fs::rename(folder / "away", folder / part);
    }
    for (const char* const file :
         {"model_index.json", "unet/config.json", "vae/config.json", "text_encoder/config.json",
          "tokenizer/vocab.json", "scheduler/scheduler_config.json"}) {
        fs::rename(folder / file, folder / "away");
        expectRefused(ErrorKind::NotFound, {fs::path(file).filename().string()});
        fs::rename(folder / "away", folder / file);
    }
    EXPECT_NO_THROW(openModelFolder(folder));
}

TEST_F(ModelFolderTest, what_is_no_folder_is_told_apart) {
    expectError(ErrorKind::NotFound, {"no model folder", "absent"},
                [&] { openModelFolder(temp / "absent"); });
    expectError(ErrorKind::Unsupported, {"is a file"},
                [&] { openModelFolder(folder / "model_index.json"); });
    expectError(ErrorKind::NotFound, {"no model_index.json"},
                [&] { openModelFolder(folder / "unet"); });
}

TEST_F(ModelFolderTest, a_second_unet_means_the_model_with_it) {
    fs::copy(folder / "unet", folder / "unet_ema", fs::copy_options::recursive);
    const ModelFolder model = openModelFolder(folder / "unet_ema");
    EXPECT_EQ(model.unet.folder.filename(), "unet_ema");
    EXPECT_EQ(model.vaeAlbedo.folder, openModelFolder(folder).vaeAlbedo.folder);
    EXPECT_EQ(model.targets.size(), openModelFolder(folder).targets.size());
    EXPECT_EQ(model.concatOrder, openModelFolder(folder).concatOrder);
}

TEST_F(ModelFolderTest, unknown_classes_are_refused_wherever_they_are_named) {
    edit("unet/config.json", "_class_name", "UNet3DConditionModel");
    expectRefused(ErrorKind::Unsupported, {"unet/config.json", "UNet3DConditionModel"});
    edit("unet/config.json", "_class_name", "UNet2DConditionModel");
    edit("model_index.json", "vae", {"diffusers", "VQModel"});
    expectRefused(ErrorKind::Unsupported, {"model_index.json", "VQModel"});
    edit("model_index.json", "vae", {"diffusers", "AutoencoderKL"});
    edit("text_encoder/config.json", "architectures", {"T5EncoderModel"});
    expectRefused(ErrorKind::Unsupported, {"T5EncoderModel"});
    edit("text_encoder/config.json", "architectures", {"CLIPTextModel"});
    edit("scheduler/scheduler_config.json", "_class_name", "EulerDiscreteScheduler");
    expectRefused(ErrorKind::Unsupported, {"scheduler_config.json", "EulerDiscreteScheduler"});
}

TEST_F(ModelFolderTest, a_setting_that_the_network_does_not_know_names_its_file) {
    edit("unet/config.json", "down_block_types", {"AttnSkipDownBlock2D", "DownBlock2D"});
    expectRefused(ErrorKind::Unsupported, {"unet/config.json", "AttnSkipDownBlock2D"});
}

TEST_F(ModelFolderTest, a_damaged_config_is_refused_with_its_place) {
    std::ofstream(folder / "unet/config.json") << "{\n \"in_channels\": }";
    expectRefused(ErrorKind::Corrupt, {"unet/config.json", "line 2"});
}

TEST_F(ModelFolderTest, the_number_of_names_must_be_what_the_unet_predicts) {
    edit("model_index.json", "target_properties", {{"target_names", {"albedo", "shading"}}});
    expectRefused(ErrorKind::InvalidInput, {"predicts 1", "names 2", "unet/config.json"});
}

TEST_F(ModelFolderTest, all_faults_are_collected_on_request) {
    fs::remove_all(folder / "tokenizer");
    edit("unet/config.json", "cross_attention_dim", 16);
    edit("scheduler/scheduler_config.json", "_class_name", "LCMScheduler");
    std::vector<Error> faults;
    openModelFolder(folder, {}, faults);
    EXPECT_EQ(faults.size(), 3U);
}

TEST_F(ModelFolderTest, a_plain_text_to_image_model_opens_but_cannot_be_run) {
    edit("unet/config.json", "in_channels", 4);
    const ModelFolder model = openModelFolder(folder);
    EXPECT_FALSE(model.seesImage);
    expectError(ErrorKind::InvalidInput, {"takes 4 channels", "no picture"},
                [&] { requireImageInput(model); });
}

TEST_F(ModelFolderTest, two_vaes_are_used_where_the_folder_has_them) {
    fs::copy(folder / "vae", folder / "vae_beauty");
    ModelFolder model = openModelFolder(folder);
    EXPECT_TRUE(model.hasTwoVaes);
    EXPECT_EQ(model.vaeBeauty.folder, folder / "vae_beauty");
    EXPECT_EQ(model.vaeAlbedo.folder, folder / "vae");
    fs::rename(folder / "vae", folder / "vae_albedo");
    model = openModelFolder(folder);
    EXPECT_TRUE(model.hasTwoVaes);
    EXPECT_EQ(model.vaeAlbedo.folder, folder / "vae_albedo");
    edit("vae_albedo/config.json", "block_out_channels", {8});
    edit("vae_albedo/config.json", "down_block_types", {"DownEncoderBlock2D"});
    edit("vae_albedo/config.json", "up_block_types", {"UpDecoderBlock2D"});
    expectRefused(ErrorKind::InvalidInput, {"vae_beauty/config.json", "vae_albedo/config.json"});
}

TEST_F(ModelFolderTest, parts_may_come_from_other_folders) {
    const fs::path other = temp / "other";
    test::writeSmallModel(other, 2);
    fs::remove_all(folder / "text_encoder");
    ComponentOverrides overrides;
    overrides.textEncoder = other / "text_encoder/"; // the part itself
    overrides.vaeBeauty = other;                     // a model that has one
    const ModelFolder model = openModelFolder(folder, overrides);
    EXPECT_EQ(model.textEncoder.folder, other / "text_encoder");
    EXPECT_EQ(model.vaeBeauty.folder, other / "vae");
    EXPECT_EQ(model.vaeAlbedo.folder, folder / "vae");
    EXPECT_TRUE(model.hasTwoVaes);
    EXPECT_EQ(model.unet.folder, folder / "unet");
}

TEST_F(ModelFolderTest, relative_parts_are_taken_from_the_root) {
    ComponentOverrides overrides;
    overrides.root = temp.path();
    overrides.unet = overrides.vaeBeauty = overrides.textEncoder = overrides.tokenizer =
        overrides.scheduler = "model";
    const ModelFolder model = openModelFolder({}, overrides); // no folder of its own at all
    EXPECT_EQ(model.unet.folder, folder / "unet");
    EXPECT_EQ(model.vaeAlbedo.folder, folder / "vae");
    EXPECT_FALSE(model.hasTwoVaes);
    EXPECT_EQ(model.className, "SomeTrainersPipeline");
}

TEST_F(ModelFolderTest, what_pictures_mean_goes_with_the_unet) {
    const fs::path trained = temp / "trained";
    test::writeSmallModel(trained, 2);
    setClass("MarigoldIntrinsicsPipeline");
    ComponentOverrides overrides;
    overrides.unet = trained / "unet";
    EXPECT_EQ(openModelFolder(folder, overrides).concatOrder, ConcatOrder::NoisyFirst);
    overrides.unet = folder / "unet";
    EXPECT_EQ(openModelFolder(trained, overrides).concatOrder, ConcatOrder::ImageFirst);
}

TEST_F(ModelFolderTest, a_whole_clip_model_serves_as_text_encoder) {
    const json text = readJsonObject(folder / "text_encoder/config.json");
    writeJson(folder / "text_encoder/config.json", {{"architectures", {"CLIPModel"}},
                                                    {"model_type", "clip"},
                                                    {"projection_dim", 7},
                                                    {"text_config", text},
                                                    {"vision_config", {{"hidden_size", 99}}}});
    const ModelFolder model = openModelFolder(folder);
    EXPECT_EQ(model.textEncoder.className, "CLIPTextModel");
    EXPECT_EQ(model.textEncoder.config.at("hidden_size"), 12);
}
