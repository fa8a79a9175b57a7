#include "core/session/train/rehearsal_report.h"
#include "core/session/train/train_session.h"
#include "tests/core/session/recording_sink.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <mutex>

using namespace unlit;
using State = RehearsalCheck::State;

namespace {

class RehearsalTest : public testing::Test {
protected:
    RehearsalTest() {
        run.config = small.config;
        run.configFile = "recipe.yaml";
        run.config.run.name = "recipe";
        run.config.run.outputDir = folder / "output";
    }

    /// To its end.
    RehearsalReport rehearse() {
        TrainSession session(sink);
        const JobId job = session.rehearse(run, [this](const RehearsalReport& report) {
            const std::scoped_lock lock(mutex);
            last = report;
        });
        outcome = sink.finished(job).outcome;
        const std::scoped_lock lock(mutex);
        return last;
    }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
    RecordingSink sink;
    NewRun run;
    Outcome outcome = Outcome::Failed;
    std::mutex mutex;
    RehearsalReport last;
};

} // namespace

TEST_F(RehearsalTest, a_good_recipe_passes_everything_and_nothing_is_left) {
    const RehearsalReport report = rehearse();
    EXPECT_EQ(outcome, Outcome::Done);
    EXPECT_TRUE(report.hasPassed()) << (report.failure ? report.failure->text() : "");
    ASSERT_EQ(report.checks.size(), 5U);
    for (const RehearsalCheck& check : report.checks)
        EXPECT_EQ(check.state, State::Passed)
            << toEnglish(check.kind) << ": " << foundInEnglish(check);
    EXPECT_NE(report.checks[2].found.text.find("psnr"), std::string::npos)
        << report.checks[2].found.text;
    EXPECT_GT(report.checkpointBytes, 0U);
    EXPECT_GT(report.freeDiskBytes, report.checkpointBytes);
    EXPECT_GT(report.secondsPerStep, 0);
    EXPECT_EQ(report.maxIter, 12);
    EXPECT_FALSE(std::filesystem::exists(folder / "output"));
}

TEST_F(RehearsalTest, a_checkpoint_that_is_on_disk_before_the_validation_is_over_ends_it_too) {
    run.config.checkpoint.background = false;
    run.config.maxIter = 1000;
    const RehearsalReport report = rehearse();
    EXPECT_TRUE(report.hasPassed()) << (report.failure ? report.failure->text() : "");
    EXPECT_EQ(report.checks[2].state, State::Passed);
    EXPECT_EQ(report.checks[3].state, State::Passed);
    EXPECT_LE(report.checks[4].found.step, 5) << "of a thousand steps";
}

TEST_F(RehearsalTest, without_a_validation_set_that_part_is_left_out) {
    run.config.dataset.val.clear();
    const RehearsalReport report = rehearse();
    EXPECT_TRUE(report.hasPassed()) << (report.failure ? report.failure->text() : "");
    EXPECT_EQ(report.checks[2].state, State::LeftOut);
    EXPECT_EQ(report.checks[4].state, State::Passed);
}

TEST_F(RehearsalTest, what_is_kept_back_of_the_training_set_is_validated_on) {
    run.config.dataset.val.clear();
    run.config.dataset.validFrac = 0.4;
    const RehearsalReport report = rehearse();
    EXPECT_TRUE(report.hasPassed()) << (report.failure ? report.failure->text() : "");
    EXPECT_EQ(report.checks[2].state, State::Passed);
    EXPECT_NE(report.checks[2].found.text.find("psnr"), std::string::npos)
        << report.checks[2].found.text;
}

TEST_F(RehearsalTest, a_missing_model_is_the_first_checks_failure) {
    run.config.model.pretrainedPath = folder / "nowhere";
    const RehearsalReport report = rehearse();
    EXPECT_EQ(outcome, Outcome::Done);
    EXPECT_FALSE(report.hasPassed());
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(report.failure->kind, ErrorKind::NotFound);
    EXPECT_EQ(report.checks[0].state, State::Failed);
    EXPECT_EQ(report.checks[1].state, State::Running);
}

TEST_F(RehearsalTest, a_loss_that_is_no_number_fails_the_steps) {
    run.config.lr = 3e38; // sums of such weights are no numbers
    const RehearsalReport report = rehearse();
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(report.checks[0].state, State::Passed);
    EXPECT_EQ(report.checks[1].state, State::Failed);
}

TEST_F(RehearsalTest, a_place_that_cannot_be_written_is_found_out_before_anything_is_trained) {
    std::filesystem::create_directories(folder / "file");
    std::ofstream(folder / "file/output") << "no folder";
    run.config.run.outputDir = folder / "file/output";
    const RehearsalReport report = rehearse();
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(report.checks[0].state, State::Failed);
    EXPECT_TRUE(std::filesystem::is_regular_file(folder / "file/output"));
}
