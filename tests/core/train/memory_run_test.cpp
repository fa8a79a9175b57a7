// Whole runs with what `memory` and `lora` of a config switch on.
#include "core/infer/device.h"
#include "core/infer/loaded_model.h"
#include "core/infer/tensor_run.h"
#include "core/train/memory/training_memory.h"
#include "core/weights/files/safetensors.h"
#include "core/weights/lora/lora_file.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using testing::HasSubstr;
using train::RunEnd;

namespace fs = std::filesystem;

namespace {

constexpr const char* kUnet = "unet/diffusion_pytorch_model.safetensors";

class MemoryRun : public testing::Test {
protected:
    MemoryRun() { small.config.augmentation = {.lrFlipP = 0.5, .quarterTurns = true}; }

    fs::path latest(const std::string& name) const {
        return small.folder(name) / "checkpoint" / "latest";
    }

    /// The same figures, weights and optimizer; the configs differ.
    void expectSameNumbers(const std::string& name, const std::string& expected) const {
        const auto actual = traceOf(small.folder(name)), wanted = traceOf(small.folder(expected));
        EXPECT_EQ(actual.at("rows"), wanted.at("rows")) << name;
        for (const char* const file : {"trainer_state.safetensors", kUnet})
            EXPECT_EQ(actual.at("latest").at("files").at(file),
                      wanted.at("latest").at("files").at(file))
                << name << " " << file;
    }

    void expectExactResume(const std::string& name) {
        ASSERT_EQ(small.start(name), RunEnd::Complete);
        for (const auto& [step, micro] : {std::pair{5, 1}, {8, 0}}) {
            const std::string stopped = name + std::to_string(step);
            small.stopAt(step, micro);
            ASSERT_EQ(small.start(stopped), RunEnd::Stopped);
            ASSERT_EQ(small.resume(stopped), RunEnd::Complete);
            EXPECT_EQ(traceOf(small.folder(stopped)), traceOf(small.folder(name))) << stopped;
        }
    }

    std::vector<double> losses(const std::string& name) const {
        std::vector<double> losses;
        const auto trace = traceOf(small.folder(name));
        for (const auto& row : trace.at("rows"))
            if (row.contains("train/loss"))
                losses.push_back(row.at("train/loss").get<double>());
        return losses;
    }

    /// Up to the last bits of float32 sums, which add up over the steps.
    void expectNearLosses(const std::string& name, const std::string& expected) const {
        const std::vector<double> actual = losses(name), wanted = losses(expected);
        ASSERT_EQ(actual.size(), wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            EXPECT_NEAR(actual[i], wanted[i], 1e-5 * wanted[i]) << name << " step " << i + 1;
    }

    std::vector<std::string> logLines() const {
        std::vector<std::string> lines;
        for (const LogLine& line : small.all<LogLine>())
            lines.push_back(line.text);
        return lines;
    }

    std::vector<fs::path> cacheEntries() const {
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(small.config.memory.latentCache))
            if (entry.is_regular_file())
                found.push_back(entry.path());
        return found;
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

torch::Tensor predict(infer::LoadedModel& model) {
    infer::RunSettings settings;
    settings.steps = 2;
    settings.processingRes = 0;
    settings.decodedTargets = {0};
    settings.targetNames = {"albedo"};
    settings.concatOrder = model.folder.concatOrder;
    settings.scheduler = model.scheduler;
    const torch::Tensor picture = torch::linspace(0, 1, 3 * 16 * 16).view({1, 3, 16, 16});
    return infer::runTensors(model,
                             {.picture_13HW = picture, .networkInput = {}, .initialNoise = {}},
                             settings, {})
        ->prediction_K3HW;
}

} // namespace

TEST_F(MemoryRun, gradient_checkpointing_is_the_same_training) {
    ASSERT_EQ(small.start("plain"), RunEnd::Complete);
    small.config.memory.gradientCheckpointing = true;
    ASSERT_EQ(small.start("checkpointed"), RunEnd::Complete);
    expectNearLosses("checkpointed", "plain");
}

TEST_F(MemoryRun, gradient_checkpointing_can_be_switched_on_in_the_middle) {
    ASSERT_EQ(small.start("plain"), RunEnd::Complete);
    small.stopAt(6, 1);
    ASSERT_EQ(small.start("switched"), RunEnd::Stopped);
    small.config.memory.gradientCheckpointing = true;
    ASSERT_EQ(small.resume("switched"), RunEnd::Complete);
    expectNearLosses("switched", "plain");
}

TEST_F(MemoryRun, bfloat16_saves_float32_and_resumes_exactly) {
    small.config.memory.mixedPrecision = config::MixedPrecision::BFloat16;
    expectExactResume("bf16");
    for (const char* const part : {kUnet, "trainer_state.safetensors"}) {
        const weights::SafetensorsFile file(latest("bf16") / part);
        for (const auto& [name, info] : file.tensors())
            EXPECT_NE(info.dtype, weights::TensorType::BFloat16) << name;
    }
    const weights::SafetensorsFile unet(latest("bf16") / kUnet);
    for (const auto& [name, info] : unet.tensors())
        EXPECT_EQ(info.dtype, weights::TensorType::Float32) << name;
}

// Roundings of 0.2 % in single numbers are random and small next to what differs from batch to
// batch; a loss is a mean over thousands of them. Ten times the largest rounding is the band.
TEST_F(MemoryRun, bfloat16_follows_the_losses_of_float32) {
    small.config.maxIter = 60;
    small.config.lrScheduler.totalIter = 60;
    small.config.trainer.validationPeriod = small.config.trainer.visualizationPeriod = 0;
    ASSERT_EQ(small.start("float32"), RunEnd::Complete);
    small.config.memory.mixedPrecision = config::MixedPrecision::BFloat16;
    ASSERT_EQ(small.start("bf16"), RunEnd::Complete);
    const std::vector<double> exact = losses("float32"), rounded = losses("bf16");
    ASSERT_EQ(exact.size(), 60U);
    ASSERT_EQ(rounded.size(), 60U);
    EXPECT_NE(exact, rounded);
    for (std::size_t i = 0; i < exact.size(); ++i)
        EXPECT_NEAR(rounded[i], exact[i], 0.02 * exact[i]) << "step " << i + 1;
}

TEST_F(MemoryRun, the_latent_cache_gives_the_same_training) {
    ASSERT_EQ(small.start("plain"), RunEnd::Complete);
    small.config.memory.latentCache = folder / "latents";
    ASSERT_EQ(small.start("cold"), RunEnd::Complete);
    expectSameNumbers("cold", "plain");
    small.events.clear();
    ASSERT_EQ(small.start("warm"), RunEnd::Complete);
    expectSameNumbers("warm", "plain");
    EXPECT_THAT(logLines(), testing::Contains(HasSubstr(", 0 were encoded")));
}

TEST_F(MemoryRun, a_damaged_latent_is_told_and_encoded_again) {
    small.config.memory.latentCache = folder / "latents";
    ASSERT_EQ(small.start("first"), RunEnd::Complete);
    for (const fs::path& entry : cacheEntries())
        fs::resize_file(entry, fs::file_size(entry) - 1);
    small.events.clear();
    ASSERT_EQ(small.start("second"), RunEnd::Complete);
    expectSameNumbers("second", "first");
    EXPECT_THAT(logLines(), testing::Contains(HasSubstr("damaged and is made anew")));
}

TEST_F(MemoryRun, lora_trains_beside_a_unet_that_stays_and_resumes_exactly) {
    small.config.lora = config::LoraConfig{.rank = 2, .alpha = 4, .targets = {"to_q", "to_v"}};
    expectExactResume("lora");
    const nn::LoraWeights lora = weights::readLora(latest("lora") / weights::kLoraFile);
    EXPECT_EQ(lora.begin()->second.alpha, 4);
    double moved = 0;
    for (const auto& [layer, pair] : lora) {
        EXPECT_TRUE(layer.ends_with("to_q") || layer.ends_with("to_v")) << layer;
        EXPECT_EQ(pair.down.size(0), 2);
        moved += pair.up.abs().sum().item<double>();
    }
    EXPECT_GT(moved, 0);
    EXPECT_GT(losses("lora").size(), 10U);
    // The UNet is that of the first backup, to the byte; only one copy of it is on disk.
    const fs::path backup = small.folder("lora") / "checkpoint" / "iter_000006" / kUnet;
    EXPECT_TRUE(fs::equivalent(latest("lora") / kUnet, backup));
}

TEST_F(MemoryRun, a_checkpoint_with_lora_is_a_model_with_it) {
    small.config.lora = config::LoraConfig{};
    small.config.lr = 0.05;
    ASSERT_EQ(small.start("lora"), RunEnd::Complete);
    const auto folderWith = weights::openModelFolder(latest("lora"));
    EXPECT_EQ(folderWith.lora, latest("lora") / weights::kLoraFile);
    auto folderWithout = folderWith;
    folderWithout.lora.clear();
    const torch::Tensor with = predict(*infer::loadModel(folderWith, "cpu", Precision::Float32));
    const torch::Tensor without =
        predict(*infer::loadModel(folderWithout, "cpu", Precision::Float32));
    const LoraChoices own = {{latest("lora") / weights::kLoraFile, 1}};
    const torch::Tensor given =
        predict(*infer::loadModel(folderWithout, "cpu", Precision::Float32, own));
    const torch::Tensor twice =
        predict(*infer::loadModel(folderWith, "cpu", Precision::Float32, own));
    const torch::Tensor none =
        predict(*infer::loadModel(folderWith, "cpu", Precision::Float32, {{own[0].file, 0}}));
    EXPECT_FALSE(torch::equal(with, without));
    EXPECT_TRUE(torch::equal(with, given));
    EXPECT_TRUE(torch::equal(with, twice));   // the folder's own is not added a second time
    EXPECT_TRUE(torch::equal(without, none)); // but may count for another share
}

TEST_F(MemoryRun, a_lora_run_refuses_another_lora_on_resume) {
    small.config.lora = config::LoraConfig{.rank = 2};
    small.stopAt(4, 0);
    ASSERT_EQ(small.start("lora"), RunEnd::Stopped);
    small.config.lora->rank = 3;
    test::expectError(ErrorKind::InvalidInput, {"lora.rank was 2, is 3"},
                      [&] { small.resume("lora"); });
    small.config.lora.reset();
    test::expectError(ErrorKind::InvalidInput, {"lora"}, [&] { small.resume("lora"); });
}

TEST_F(MemoryRun, float16_on_a_processor_is_refused_by_the_settings_name) {
    small.config.memory.mixedPrecision = config::MixedPrecision::Float16;
    test::expectError(ErrorKind::Unsupported, {"memory.mixed_precision is fp16"},
                      [&] { small.start("half"); });
}

TEST_F(MemoryRun, all_at_once_resumes_exactly) {
    small.config.memory = {.gradientCheckpointing = true,
                           .mixedPrecision = config::MixedPrecision::BFloat16,
                           .attentionSlicing = "max",
                           .vaeTiling = true,
                           .offloadFrozen = true,
                           .latentCache = folder / "latents"};
    small.config.lora = config::LoraConfig{};
    expectExactResume("all");
    EXPECT_THAT(logLines(), testing::Contains(HasSubstr("offload_frozen has no effect")));
}

TEST(UselessMemorySettings, tell_of_bfloat16_where_the_processor_has_none) {
    const auto told = [](const torch::Device& device) {
        return train::uselessMemorySettings(device,
                                            {.mixedPrecision = config::MixedPrecision::BFloat16});
    };
    const bool has = infer::resolvePrecision(Precision::Auto, torch::kCPU) == Precision::BFloat16;
    EXPECT_THAT(told(torch::kCPU),
                testing::ElementsAreArray(std::vector<testing::Matcher<std::string>>(
                    has ? 0 : 1, HasSubstr("has no bfloat16 arithmetic"))));
    EXPECT_THAT(told(torch::kCUDA), testing::IsEmpty());
    EXPECT_THAT(train::uselessMemorySettings(torch::kCPU, {}), testing::IsEmpty());
}
