#include "core/runs/run_checkpoints.h"

#include "core/base/error.h"
#include "core/train/run_folder.h"
#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace unlit::runs {

namespace {

namespace fs = std::filesystem;

class RunCheckpointsTest : public testing::Test {
protected:
    RunCheckpointsTest()
        : m_run(train::RunFolder::create(m_folder.path() / "run",
                                         "max_iter: 40\nvalidation:\n  main_val_metric: mse\n"
                                         "  main_val_metric_goal: minimize\n")) {}

    void addFigure(int step, double mse) const {
        test::appendText(m_run.metrics(), "{\"step\":" + std::to_string(step) +
                                              ",\"time\":" + std::to_string(1000 + step) +
                                              ",\"epoch\":1,\"val/s/mse\":" + std::to_string(mse) +
                                              ",\"val/s/psnr\":" + std::to_string(mse) + "}\n");
    }

    fs::path addCheckpoint(const std::string& name, int step, bool hasState) const {
        const fs::path folder = m_run.checkpoint(name);
        test::writeText(folder / "unet/weights", std::string(100, 'w'));
        if (hasState)
            test::writeText(folder / "trainer_state.json",
                            "{\"position\":{\"effective_iter\":" + std::to_string(step) + "}}");
        return folder;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const RunCheckpoint& checkpoint : checkpointsOfRun(m_run.path()).list)
            names.push_back(checkpoint.name);
        return names;
    }

    test::TempFolder m_folder;
    train::RunFolder m_run;
};

TEST_F(RunCheckpointsTest, AreListedWithStepFigureAndSize) {
    addCheckpoint("previous", 30, true);
    addCheckpoint("iter_000010", 10, false);
    addCheckpoint("latest", 40, true);
    addCheckpoint("iter_000030", 30, false);
    addCheckpoint("iter_000030.old", 30, false);
    addCheckpoint(".latest.part", 40, true);
    fs::create_hard_link(m_run.checkpoint("latest") / "unet/weights",
                         m_run.checkpoint("iter_000030") / "unet/same");
    addFigure(10, 0.1);
    addFigure(30, 0.2);
    const RunCheckpoints found = checkpointsOfRun(m_run.path());
    EXPECT_EQ(names(),
              (std::vector<std::string>{"latest", "previous", "iter_000030", "iter_000010"}));
    EXPECT_EQ(found.figureTag, "val/s/mse");
    EXPECT_EQ(found.list[0].step, 40);
    EXPECT_TRUE(found.list[0].hasState);
    EXPECT_FALSE(found.list[0].figure.has_value());
    EXPECT_FALSE(found.list[2].hasState);
    EXPECT_EQ(found.list[2].bytes, 200U);
    EXPECT_EQ(found.list[2].ownBytes, 100U);
    EXPECT_GT(found.list[2].time, 0);
    ASSERT_TRUE(found.list[3].figure.has_value());
    EXPECT_FLOAT_EQ(static_cast<float>(*found.list[3].figure), 0.1F);
    ASSERT_NE(found.best(), nullptr);
    EXPECT_EQ(found.best()->name, "iter_000010") << "a smaller error is the better one";
}

TEST_F(RunCheckpointsTest, OfEqualOnesTheBestIsTheOneThatTheNextSaveDoesNotMove) {
    addCheckpoint("latest", 40, true);
    addCheckpoint("previous", 30, true);
    addCheckpoint("iter_000030_val_mse_0.1", 30, false);
    addFigure(30, 0.1);
    addFigure(40, 0.2);
    EXPECT_EQ(checkpointsOfRun(m_run.path()).best()->name, "iter_000030_val_mse_0.1");
}

TEST_F(RunCheckpointsTest, WithoutFiguresTheFirstIsTaken) {
    EXPECT_EQ(checkpointsOfRun(m_run.path()).best(), nullptr);
    addCheckpoint("iter_000010", 10, false);
    addCheckpoint("latest", 12, true);
    EXPECT_EQ(checkpointsOfRun(m_run.path()).best()->name, "latest");
    EXPECT_TRUE(checkpointsOfRun(m_folder.path() / "nowhere").list.empty());
}

TEST_F(RunCheckpointsTest, ADamagedStateHasNoStep) {
    test::writeText(m_run.checkpoint("latest") / "trainer_state.json", "{\"position\":{\"st");
    const RunCheckpoints found = checkpointsOfRun(m_run.path());
    ASSERT_EQ(found.list.size(), 1U);
    EXPECT_FALSE(found.list[0].step.has_value());
}

TEST_F(RunCheckpointsTest, OneIsRemovedAndTheOthersStay) {
    addCheckpoint("latest", 40, true);
    const fs::path gone = addCheckpoint("iter_000010", 10, false);
    removeCheckpoint(m_run.path(), "iter_000010");
    EXPECT_FALSE(fs::exists(gone));
    EXPECT_EQ(names(), std::vector<std::string>{"latest"});
    EXPECT_EQ(std::distance(fs::directory_iterator(m_run.checkpoints()), {}), 1)
        << "nothing of it is left";
    EXPECT_THROW(removeCheckpoint(m_run.path(), "iter_000010"), Error);
    EXPECT_THROW(removeCheckpoint(m_run.path(), "../tensorboard"), Error);
    EXPECT_TRUE(fs::exists(m_run.tensorboard()));
}

TEST_F(RunCheckpointsTest, WhatALiveRunGoesOnFromStays) {
    const fs::path latest = addCheckpoint("latest", 40, true);
    const fs::path previous = addCheckpoint("previous", 30, true);
    const fs::path backup = addCheckpoint("iter_000010", 10, false);
    {
        const train::RunLock lock(m_run);
        EXPECT_THROW(removeCheckpoint(m_run.path(), "latest"), Error);
        EXPECT_THROW(removeCheckpoint(m_run.path(), "previous"), Error);
        removeCheckpoint(m_run.path(), "iter_000010");
    }
    EXPECT_TRUE(fs::exists(latest / "unet/weights"));
    EXPECT_TRUE(fs::exists(previous / "unet/weights"));
    EXPECT_FALSE(fs::exists(backup));
    removeCheckpoint(m_run.path(), "latest");
    EXPECT_FALSE(fs::exists(latest));
}

} // namespace

} // namespace unlit::runs
