// Which checkpoints of a whole run stay.
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

using namespace unlit;
using test::SmallRun;
using train::RunEnd;

namespace {

namespace fs = std::filesystem;

class KeepCheckpoints : public testing::Test {
protected:
    KeepCheckpoints() {
        small.config.trainer.backupPeriod = 0;
        small.config.trainer.validationPeriod = 1;
        small.config.maxIter = 10;
        small.config.lr = 0.02; // far enough for the metric to rise and fall
    }

    std::set<std::int64_t> backups(const std::string& run) const {
        std::set<std::int64_t> steps;
        for (const auto& entry : fs::directory_iterator(folder / run / "checkpoint"))
            if (const std::string name = entry.path().filename(); name.starts_with("iter_"))
                steps.insert(std::stoll(name.substr(5)));
        return steps;
    }

    /// Of all validations so far, by the main metric; of equals the earlier one.
    std::set<std::int64_t> bestSteps(std::size_t count) {
        auto done = small.all<ValidationDone>();
        std::ranges::stable_sort(done, [](const auto& a, const auto& b) {
            return a.metrics.front().second > b.metrics.front().second;
        });
        std::set<std::int64_t> steps;
        for (std::size_t i = 0; i < count; ++i)
            steps.insert(done[i].step);
        return steps;
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(KeepCheckpoints, keeps_exactly_the_best_ones_and_the_last) {
    small.config.checkpoint.keepTopK = 3;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    std::set<std::int64_t> expected = bestSteps(3);
    expected.insert(10);
    EXPECT_EQ(backups("run"), expected);
    const auto position = train::readCheckpoint(folder / "run/checkpoint/latest").position;
    ASSERT_EQ(position.bestCheckpoints.size(), 3U);
    EXPECT_EQ(position.bestCheckpoints[0].step, position.bestStep);
    EXPECT_EQ(position.bestCheckpoints[0].metric, position.bestMetric);
}

TEST_F(KeepCheckpoints, remembers_the_best_ones_over_a_resume) {
    small.config.checkpoint.keepTopK = 2;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const auto whole = backups("whole");
    for (const std::int64_t step : {3, 7}) {
        const std::string name = "cut_" + std::to_string(step);
        small.stopAt(step, 1);
        ASSERT_EQ(small.start(name), RunEnd::Stopped);
        ASSERT_EQ(small.resume(name), RunEnd::Complete);
        EXPECT_EQ(backups(name), whole);
        EXPECT_EQ(test::traceOf(folder / name), test::traceOf(folder / "whole"));
    }
}

TEST_F(KeepCheckpoints, keeps_every_so_many_and_the_last_others) {
    small.config.trainer.validationPeriod = 0;
    small.config.trainer.backupPeriod = 1;
    small.config.checkpoint.keepEvery = 4;
    small.config.checkpoint.keepLast = 2;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(backups("run"), (std::set<std::int64_t>{4, 8, 9, 10}));
}

TEST_F(KeepCheckpoints, keeps_a_backup_that_is_no_longer_among_the_best) {
    small.config.trainer.backupPeriod = 1;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(backups("run").size(), 10U) << "keep_last 0 keeps all backups";
}

TEST_F(KeepCheckpoints, puts_the_figure_into_the_names_of_the_best_ones) {
    small.config.checkpoint.figureInName = true;
    small.config.trainer.backupPeriod = 1; // of each step there is one by another name already
    small.config.checkpoint.keepLast = 1;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const std::int64_t best = *bestSteps(1).begin();
    std::set<std::int64_t> expected = {best, 10};
    EXPECT_EQ(backups("run"), expected);
    const fs::path named = train::RunFolder::open(folder / "run").backup(best);
    EXPECT_THAT(named.filename().string(),
                testing::StartsWith(train::RunFolder::iterationName(best) + "_val_psnr_"));
    EXPECT_EQ(
        train::RunFolder::open(folder / "run/checkpoint" / train::RunFolder::iterationName(best))
            .askedCheckpoint(),
        named.filename());
}

TEST_F(KeepCheckpoints, any_figure_of_a_validation_decides) {
    small.config.eval.evalMetrics = {"psnr", "mae"};
    small.config.validation.mainValMetric = "val/small/mae";
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    double least = 1e9;
    for (const ValidationDone& done : small.all<ValidationDone>())
        least = std::min(least, done.metrics.at(1).second);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.bestMetric, least);
    small.config.validation.mainValMetric = "val/small/lmse";
    try {
        small.start("refused");
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.hint(), testing::HasSubstr("val/small/psnr, val/small/mae"));
    }
}

TEST_F(KeepCheckpoints, saves_none_of_the_best_when_it_is_told_so) {
    small.config.checkpoint.keepBest = false;
    small.config.checkpoint.keepTopK = 3;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    EXPECT_EQ(backups("run"), (std::set<std::int64_t>{10}));
}

TEST_F(KeepCheckpoints, never_removes_what_a_resume_needs) {
    small.config.trainer.backupPeriod = 1;
    small.config.trainer.savePeriod = 2;
    small.config.checkpoint.keepLast = 1;
    small.config.checkpoint.keepTopK = 1;
    small.stopAt(7, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    EXPECT_LE(backups("run").size(), 2U);
    for (const char* name : {"latest", "previous"})
        EXPECT_NO_THROW(train::readCheckpoint(folder / "run/checkpoint" / name)) << name;
    ASSERT_EQ(small.resume("run"), RunEnd::Complete);
}

TEST_F(KeepCheckpoints, reads_the_one_best_of_a_checkpoint_without_a_list) {
    const nlohmann::json old = {{"effective_iter", 8},
                                {"epoch", 2},
                                {"n_batch_in_epoch", 1},
                                {"micro_step", 0},
                                {"micro_losses", nlohmann::json::array()},
                                {"micro_samples", nlohmann::json::array()},
                                {"empty_batches", 0},
                                {"in_evaluation", false},
                                {"best_metric", 21.5},
                                {"best_iter", 4},
                                {"learning_rate", nullptr}};
    const train::RunPosition position = train::runPositionFromJson(old, "file");
    ASSERT_EQ(position.bestCheckpoints.size(), 1U);
    EXPECT_EQ(position.bestCheckpoints[0], (train::BestCheckpoint{4, 21.5, false}));
}
