#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/hooks/latest_hook.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace unlit;

namespace {

train::RunPosition latestOf(const std::filesystem::path& run) {
    return train::readCheckpoint(run / "checkpoint/latest").position;
}

} // namespace

TEST(EarlyStoppingRun, ends_complete_is_the_same_resumed_and_ends_at_once_when_asked_again) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.lr = 1e-12; // the first validation stays the best, or others are by a hair
    small.config.trainer.validationPeriod = 2;
    small.config.earlyStopping = {.monitor = {}, .patience = 2, .minDelta = 1};
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    const train::RunPosition whole = latestOf(folder / "whole");
    EXPECT_EQ(whole.step, 6) << "validations at 2, 4 and 6";
    ASSERT_TRUE(whole.earlyStopping.has_value());
    EXPECT_EQ(whole.earlyStopping->waited, 2);

    small.stopAt(5, 1);
    ASSERT_EQ(small.start("parts"), train::RunEnd::Stopped);
    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    EXPECT_EQ(latestOf(folder / "parts"), whole);

    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    EXPECT_EQ(latestOf(folder / "parts").step, 6);
    small.config.earlyStopping->patience = 3;
    ASSERT_EQ(small.resume("parts"), train::RunEnd::Complete);
    EXPECT_EQ(latestOf(folder / "parts").step, 8);
}

TEST(EarlyStoppingRun, a_wrong_figure_fails_at_the_first_validation_and_nothing_is_lost) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.earlyStopping = {.monitor = "val/none/psnr"};
    EXPECT_ANY_THROW(small.start("run"));
    EXPECT_EQ(latestOf(folder / "run").step, 4);
}

TEST(EarlyStoppingRun, backups_of_epochs_are_the_same_in_parts) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.trainer.backupPeriod = 0;
    small.config.trainer.backupEpochs = 2;
    small.config.checkpoint.keepBest = false;
    const auto backups = [&](const std::string& name) {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder / name / "checkpoint"))
            if (entry.path().filename().string().starts_with("iter_"))
                names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    };
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    const auto whole = backups("whole");
    EXPECT_GE(whole.size(), 3U)
        << "epochs end within 12 steps of two micro-batches of five pictures";
    for (std::int64_t step = 1; step <= 6; ++step) {
        const std::string name = "parts_" + std::to_string(step);
        small.stopAt(step, 1);
        ASSERT_EQ(small.start(name), train::RunEnd::Stopped);
        ASSERT_EQ(small.resume(name), train::RunEnd::Complete);
        EXPECT_EQ(backups(name), whole) << step;
    }
}

TEST(EarlyStoppingRun, latest_is_saved_when_it_is_old) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.trainer.savePeriod = 0;
    small.config.trainer.validationPeriod = 0;
    small.config.trainer.saveMinutes = 1e-9; // every step is late
    bool isThere = false;
    small.addHooks = [&](std::vector<std::unique_ptr<train::Hook>>& hooks) {
        class Look : public train::Hook {
        public:
            Look(std::filesystem::path latest, bool& isThere)
                : m_latest(std::move(latest)), m_isThere(isThere) {}
            void onMicroBegin(train::StepContext& context) override {
                m_isThere = m_isThere || (context.position.step > 0 && exists(m_latest));
            }

        private:
            std::filesystem::path m_latest;
            bool& m_isThere;
        };
        hooks.push_back(std::make_unique<Look>(folder / "run/checkpoint/latest", isThere));
    };
    small.config.checkpoint.background = false;
    ASSERT_NE(small.start("run"), train::RunEnd::Failed);
    EXPECT_TRUE(isThere);
}
