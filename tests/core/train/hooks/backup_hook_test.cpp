#include "core/train/hooks/backup_hook.h"

#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;

namespace {

std::vector<std::string> backupsOf(const std::filesystem::path& run) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoint"))
        if (entry.path().filename().string().starts_with("iter_"))
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

} // namespace

TEST(BackupHook, keeps_the_weights_every_period_and_at_the_end) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 5;
    small.config.trainer.backupPeriod = 2;
    small.config.checkpoint.keepBest = false;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    EXPECT_EQ(backupsOf(folder / "run"),
              (std::vector<std::string>{"iter_000002", "iter_000004", "iter_000005"}));
}

TEST(BackupHook, keeps_the_last_ones_and_the_best) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 8;
    small.config.trainer.backupPeriod = 1;
    small.config.trainer.validationPeriod = 2;
    small.config.lr = 1e-12; // the first validation stays the best
    small.config.checkpoint.keepLast = 2;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto best = train::readCheckpoint(folder / "run/checkpoint/latest").position.bestStep;
    ASSERT_TRUE(best.has_value());
    std::set<std::string> expected = {"iter_000007", "iter_000008",
                                      train::RunFolder::iterationName(*best)};
    EXPECT_EQ(backupsOf(folder / "run"),
              std::vector<std::string>(expected.begin(), expected.end()));
}

TEST(BackupHook, of_a_stopped_run_saves_nothing_at_its_end) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.trainer.backupPeriod = 0;
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    EXPECT_TRUE(backupsOf(folder / "run").empty());
}
