// Whole runs of the autoencoder's trainer: exact resume, frozen encoder, what a run leaves behind.
#include "core/base/error.h"
#include "core/train/autoencoder/training_autoencoder.h"
#include "core/weights/files/safetensors_writer.h"
#include "core/weights/json_file.h"
#include "core/weights/module_loader.h"
#include "tests/core/train/autoencoder/public_vgg.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <fstream>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using train::RunEnd;
namespace fs = std::filesystem;

namespace {

class AutoencoderRun : public testing::Test {
protected:
    AutoencoderRun() {
        small.config.trainer.name = config::kAutoencoderTrainer;
        small.config.autoencoder.measureScalingFactor = true;
        small.config.ema = config::EmaConfig{};
    }

    static config::LrSchedulerConfig linear() {
        config::LrSchedulerConfig schedule;
        schedule.name = config::LrSchedule::Linear;
        schedule.finalRatio = 0;
        return schedule;
    }

    void addDiscriminator() {
        small.config.autoencoder.discriminator =
            config::DiscriminatorConfig{.startStep = 5,
                                        .scales = 2,
                                        .channels = 4,
                                        .layers = 2,
                                        .warmupSteps = 4,
                                        .lrScheduler = linear(),
                                        .gradientPenaltyEvery = 2};
    }

    weights::StateDict weightsOf(const fs::path& model) const {
        return weights::readWeights(model / "vae");
    }

    nlohmann::json vaeConfigOf(const std::string& run) const {
        return weights::readJsonObject(small.folder(run) / "checkpoint/latest/vae/config.json");
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(AutoencoderRun, is_exact_when_stopped_and_resumed) {
    addDiscriminator();
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const auto& [step, micro] : {std::pair{0, 1}, {4, 1}, {5, 0}, {7, 1}, {10, 0}}) {
        const std::string name = "stopped_" + std::to_string(step) + std::to_string(micro);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped) << name;
        ASSERT_EQ(small.resume(name), RunEnd::Complete) << name;
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole"))) << name;
    }
}

// Seven steps from the fifth on, the first four of them warm-up: shares of it times what is left of
// the line.
TEST_F(AutoencoderRun, tells_the_discriminators_rate) {
    addDiscriminator();
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto trace = traceOf(small.folder("run"));
    std::vector<double> rates;
    for (const auto& row : trace.at("rows"))
        if (row.contains("train/discriminator_lr"))
            rates.push_back(row.at("train/discriminator_lr").get<double>() / 1e-4);
    const std::vector<double> expected = {0.25 * 1, 0.5 * 6 / 7.0, 0.75 * 5 / 7.0, 4 / 7.0,
                                          3 / 7.0,  2 / 7.0,       1 / 7.0};
    ASSERT_EQ(rates.size(), expected.size());
    for (std::size_t i = 0; i < rates.size(); ++i)
        EXPECT_NEAR(rates[i], expected[i], 1e-9) << i;
}

TEST_F(AutoencoderRun, learns_to_reconstruct) {
    small.config.maxIter = 80;
    small.config.lr = 5e-3;
    small.config.lrScheduler.name = config::LrSchedule::Constant;
    small.config.trainer.validationPeriod = 0;
    small.config.trainer.savePeriod = 80;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto rows = traceOf(small.folder("run")).at("rows");
    const auto meanOf = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t i = from; i < to; ++i)
            sum += rows[i].at("train/loss").get<double>();
        return sum / static_cast<double>(to - from);
    };
    EXPECT_LT(meanOf(70, 80), 0.7 * meanOf(0, 10));
}

TEST_F(AutoencoderRun, changes_the_vae_alone) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const fs::path model = small.folder("run") / "checkpoint/latest";
    const auto before = weightsOf(small.config.model.pretrainedPath);
    const auto after = weightsOf(model);
    ASSERT_EQ(before.size(), after.size());
    int changed = 0;
    for (const auto& [name, tensor] : before)
        changed += torch::equal(tensor, after.at(name)) ? 0 : 1;
    EXPECT_EQ(changed, static_cast<int>(before.size()));
    EXPECT_EQ(weights::openModelFolder(model).targets.size(), 1U); // it opens as a whole model
    EXPECT_TRUE(fs::is_directory(model / "vae_ema"));
}

TEST_F(AutoencoderRun, leaves_a_frozen_encoder_as_it_is) {
    small.config.autoencoder.freezeEncoder = true;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto before = weightsOf(small.config.model.pretrainedPath);
    const auto after = weightsOf(small.folder("run") / "checkpoint/latest");
    for (const auto& [name, tensor] : before) {
        const bool isEncoders = name.starts_with("encoder.") || name.starts_with("quant_conv.");
        EXPECT_EQ(torch::equal(tensor, after.at(name)), isEncoders) << name;
    }
}

TEST_F(AutoencoderRun, is_exact_when_resumed_with_a_frozen_encoder) {
    small.config.autoencoder.freezeEncoder = true;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.stopAt(5, 1);
    ASSERT_EQ(small.start("stopped"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("stopped"), RunEnd::Complete);
    EXPECT_EQ(traceOf(small.folder("stopped")), traceOf(small.folder("whole")));
}

TEST_F(AutoencoderRun, writes_the_scale_of_its_latents) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    // The latents of the set's pictures, encoded once more: noise and the last steps make a
    // difference, the order of magnitude does not change.
    const auto model = weights::openModelFolder(small.folder("run") / "checkpoint/latest");
    auto loaded = train::loadTrainingAutoencoder(model, "cpu");
    const auto data = train::openRunData(small.config, {ColorSpace::Srgb, 0, model.targets});
    std::vector<torch::Tensor> latents;
    const torch::NoGradGuard noGrad;
    for (std::int64_t i = 0; i < data.train->size(); ++i) {
        const auto posterior = loaded.vae->encode(data.train->get(i, 0).beauty_CHW.unsqueeze(0));
        latents.push_back(posterior.mean +
                          (0.5 * posterior.logvar).exp() * torch::randn_like(posterior.mean));
    }
    const double spread = torch::cat(latents).std().item<double>();
    EXPECT_NEAR(vaeConfigOf("run").at("scaling_factor").get<double>() * spread, 1, 0.3);
}

TEST_F(AutoencoderRun, keeps_the_scale_when_told_so) {
    small.config.autoencoder.measureScalingFactor = false;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(vaeConfigOf("run").at("scaling_factor"), 0.18215); // what an absent key means
}

TEST_F(AutoencoderRun, validates_beauty_and_target_with_and_without_the_running_mean) {
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto rows = traceOf(small.folder("run")).at("rows");
    const auto last = std::ranges::find_if(
        rows, [](const auto& row) { return row.contains("val/small/albedo_psnr"); });
    ASSERT_NE(last, rows.end());
    for (const char* tag : {"val/small/beauty_psnr", "val/small/albedo_psnr_ema"})
        EXPECT_TRUE(last->contains(tag)) << tag;
}

TEST_F(AutoencoderRun, keeps_a_share_of_the_set_back) {
    small.config.dataset.validFrac = 0.4;
    small.config.dataset.val.clear();
    small.config.dataset.vis.clear();
    small.config.trainer.visualizationPeriod = 4;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto data = train::openRunData(
        small.config, {ColorSpace::Srgb, 0, train::targetsOf(small.config.pipeline)});
    EXPECT_EQ(data.train->size(), 3);
    ASSERT_EQ(data.validation.size(), 1U);
    EXPECT_EQ(data.validation.front().pairs->size(), 2);
    for (std::int64_t i = 0; i < 3; ++i)
        for (std::int64_t j = 0; j < 2; ++j)
            EXPECT_NE(data.train->identity(i), data.validation.front().pairs->identity(j));
    ASSERT_EQ(data.visualization.size(), 1U) << "what was kept back is looked at, too";
    ASSERT_EQ(data.visualization.front().pairs->size(), 2);
    for (std::int64_t i = 0; i < 2; ++i)
        EXPECT_EQ(data.visualization.front().pairs->identity(i),
                  data.validation.front().pairs->identity(i));
    EXPECT_TRUE(fs::exists(small.folder("run") / "visualization/iter_000012" /
                           data.validation.front().name / "grid.png"));
}

TEST_F(AutoencoderRun, says_when_a_share_cannot_be_kept_back) {
    small.config.dataset.validFrac = 0.4;
    std::ofstream(folder.path() / "set/filename_list.txt") << "b0.png a0.png\n";
    try {
        train::planRun(small.config);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("valid_frac"), std::string::npos) << error.what();
    }
}

// The one channel that the made-up weights let through is red: its distance is a number that
// training and validation tell, and the weights of VGG16 are no part of what is saved.
TEST_F(AutoencoderRun, has_a_perceptual_part_where_it_is_asked_for) {
    fs::create_directories(folder.path() / "vgg");
    weights::writeSafetensors(folder.path() / "vgg/all.safetensors", test::publicVggWeights(true));
    small.config.run.baseCkptDir = folder.path();
    small.config.autoencoder.perceptual = config::PerceptualConfig{"vgg", 0.5};
    small.config.autoencoder.gradientWeight = 0;
    small.config.validation.objective = true;
    small.config.trainer.visualizationPeriod = 0;
    small.config.maxIter = 4;
    small.config.lrScheduler.totalIter = 4;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    nlohmann::json last = nlohmann::json::object();
    const auto trace = traceOf(small.folder("run"));
    for (const auto& row : trace.at("rows"))
        last.update(row);
    EXPECT_GT(last.at("train/perceptual").get<double>(), 0);
    EXPECT_NEAR(last.at("train/loss").get<double>(),
                last.at("train/pixel").get<double>() +
                    0.5 * last.at("train/perceptual").get<double>() +
                    small.config.autoencoder.klWeight * last.at("train/kl").get<double>(),
                1e-5);
    EXPECT_TRUE(last.contains("val/small/recon_loss_ema"));
    EXPECT_EQ(weightsOf(small.folder("run") / "checkpoint/latest").size(),
              weightsOf(small.config.model.pretrainedPath).size());
}

TEST_F(AutoencoderRun, refuses_a_perceptual_part_without_its_weights_before_it_begins) {
    small.config.autoencoder.perceptual = config::PerceptualConfig{"nowhere", 1};
    EXPECT_THROW((void)train::planRun(small.config), Error);
}

TEST_F(AutoencoderRun, draws_a_grid_and_an_animation) {
    small.config.trainer.visualizationPeriod = 4;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_TRUE(fs::exists(small.folder("run") / "visualization/iter_000012/small/grid.png"));
    EXPECT_TRUE(fs::exists(small.folder("run") / "visualization/small.gif"));
}
