// The training's loss on pictures of a validation, in whole runs.
#include "core/train/checkpoint/read_checkpoint.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

using namespace unlit;
using nlohmann::json;

namespace {

/// Figures of each row that has a validation's, by step.
std::map<std::int64_t, json> validationsOf(const std::filesystem::path& run) {
    std::map<std::int64_t, json> rows;
    std::ifstream stream(run / "metrics.jsonl");
    for (std::string line; std::getline(stream, line);)
        if (const json row = json::parse(line); row.contains("val/small/loss")) {
            EXPECT_FALSE(rows.contains(row.at("step"))) << "twice at " << row.at("step");
            rows[row.at("step").get<std::int64_t>()] = row;
        }
    return rows;
}

double firstLossOf(const std::filesystem::path& run, const std::string& tag = "train/loss") {
    std::ifstream stream(run / "metrics.jsonl");
    for (std::string line; std::getline(stream, line);)
        if (const json row = json::parse(line); row.contains(tag))
            return row.at(tag).get<double>();
    ADD_FAILURE() << "no " << tag;
    return 0;
}

class HeldOutObjective : public testing::Test {
protected:
    HeldOutObjective() {
        small.config.validation.objective = true;
        small.config.validation.objectiveTimesteps = 3;
        small.config.validation.valNumBatches = 0;
        small.config.augmentation = {};
    }

    /// All five pairs in one step.
    void learnAllAtOnce() {
        small.config.dataloader.effectiveBatchSize = 5;
        small.config.dataloader.maxTrainBatchSize = 5;
        small.config.maxIter = 1;
        small.config.trainer.validationPeriod = 0;
        small.config.validation.atStart = true;
    }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
};

} // namespace

TEST_F(HeldOutObjective, is_the_trainings_own_loss_where_nothing_is_drawn) {
    learnAllAtOnce();
    small.config.trainer.timesteps = config::TrainedTimesteps::Last;
    small.config.trainer.trainingNoiseScheduler.rescaleBetasZeroSnr = true;
    small.config.trainer.trainingNoiseScheduler.timestepSpacing = "trailing";
    small.config.trainer.trainingNoiseScheduler.predictionType = "v_prediction";
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto rows = validationsOf(folder / "run");
    ASSERT_TRUE(rows.contains(0));
    const double trained = firstLossOf(folder / "run");
    EXPECT_NEAR(rows.at(0).at("val/small/loss"), trained, 1e-5 * trained);
    EXPECT_FALSE(rows.at(0).contains("val/small/loss_t999")) << "the one timestep is the loss";
}

TEST_F(HeldOutObjective, timesteps_are_spread_and_their_mean_is_the_loss) {
    small.config.maxIter = 4;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const json row = validationsOf(folder / "run").at(4);
    double sum = 0;
    for (const char* tag : {"val/small/loss_t166", "val/small/loss_t500", "val/small/loss_t833"}) {
        ASSERT_TRUE(row.contains(tag)) << row;
        sum += row.at(tag).get<double>();
    }
    EXPECT_NEAR(row.at("val/small/loss"), sum / 3, 1e-9 * sum);
}

TEST_F(HeldOutObjective, the_training_is_the_same_bits_with_it_and_without) {
    ASSERT_EQ(small.start("with"), train::RunEnd::Complete);
    small.config.validation.objective = false;
    ASSERT_EQ(small.start("without"), train::RunEnd::Complete);
    const auto weightsOf = [&](const char* run) {
        json files = test::traceOf(folder / run).at("latest").flatten();
        std::erase_if(files.get_ref<json::object_t&>(), [](const auto& entry) {
            return entry.first.find("trainer_state.json") != std::string::npos; // the config
        });
        return files;
    };
    EXPECT_FALSE(weightsOf("with").empty());
    EXPECT_EQ(weightsOf("with"), weightsOf("without"));
}

TEST_F(HeldOutObjective, own_and_mean_weights_are_the_same_before_the_first_step_and_then_differ) {
    small.config.ema = config::EmaConfig{.decay = 0.999};
    small.config.validation.atStart = true;
    small.stopAt(2, 1);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    const auto rows = validationsOf(folder / "run");
    ASSERT_EQ(rows.size(), 4U) << "0, 4, 8 and 12";
    EXPECT_EQ(rows.at(0).at("val/small/loss"), rows.at(0).at("val/small/loss_ema"));
    EXPECT_NE(rows.at(12).at("val/small/loss"), rows.at(12).at("val/small/loss_ema"));
}

TEST_F(HeldOutObjective, noise_is_the_same_every_time_also_without_a_seed) {
    small.config.lr = 0.0;
    small.config.validation.initSeed.reset();
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto rows = validationsOf(folder / "run");
    ASSERT_GE(rows.size(), 2U);
    EXPECT_EQ(rows.at(4).at("val/small/loss"), rows.at(8).at("val/small/loss"));
}

TEST_F(HeldOutObjective, a_stop_in_a_validation_before_the_first_step_is_made_good) {
    small.config.validation.atStart = true;
    small.stop.request_stop();
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    EXPECT_TRUE(validationsOf(folder / "run").contains(0));
}

TEST_F(HeldOutObjective, early_stopping_can_follow_it) {
    small.config.lr = 1e-12;
    small.config.trainer.validationPeriod = 2;
    small.config.earlyStopping = {.monitor = "val/small/loss", .patience = 2, .minDelta = 1};
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.step, 6);
}

TEST_F(HeldOutObjective, an_autoencoder_has_reconstruction_and_divergence) {
    learnAllAtOnce();
    small.config.trainer.name = config::kAutoencoderTrainer;
    small.config.autoencoder.gradientWeight = 0;
    small.config.autoencoder.klWeight = 0.5;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const json row = validationsOf(folder / "run").at(0);
    // The divergence draws nothing: it is the training's own.
    const double kl = firstLossOf(folder / "run", "train/kl");
    EXPECT_NEAR(row.at("val/small/kl"), kl, 1e-5 * std::abs(kl));
    const double recon = row.at("val/small/recon_loss");
    EXPECT_NEAR(row.at("val/small/loss"), recon + 0.5 * kl, 1e-5);
    // Other noise of the posterior, the same pictures.
    EXPECT_NEAR(recon, firstLossOf(folder / "run", "train/pixel"), 0.2 * recon);
}
