#include "core/train/hooks/latest_hook.h"

#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <ATen/Parallel.h>

#include <thread>

using namespace unlit;

namespace {

std::vector<std::int64_t> savedSteps(const test::SmallRun& small) {
    std::vector<std::int64_t> steps;
    for (const CheckpointSaved& saved : small.all<CheckpointSaved>())
        if (saved.folder.filename() == "latest")
            steps.push_back(saved.step);
    return steps;
}

} // namespace

TEST(LatestHook, saves_every_period_and_at_the_end_but_not_twice) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 7;
    small.config.trainer.validationPeriod = 0;
    small.config.trainer.savePeriod = 3;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    EXPECT_EQ(savedSteps(small), (std::vector<std::int64_t>{3, 6, 7}));
}

TEST(LatestHook, keeps_the_one_before) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 7;
    small.config.trainer.validationPeriod = 7; // saved twice at step 7: before and after
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/previous").position.step, 6);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.step, 7);
}

TEST(LatestHook, writes_the_same_bytes_with_and_without_a_thread_of_its_own) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 4;
    ASSERT_EQ(small.start("behind"), train::RunEnd::Complete);
    small.config.checkpoint.background = false;
    ASSERT_EQ(small.start("inside"), train::RunEnd::Complete);
    auto behind = test::traceOf(folder / "behind").at("latest").at("files");
    auto inside = test::traceOf(folder / "inside").at("latest").at("files");
    behind.erase("trainer_state.json"); // holds the config, which differs
    inside.erase("trainer_state.json");
    EXPECT_EQ(behind, inside);
}

TEST(LatestHook, gives_frozen_weights_a_further_name_instead_of_a_copy) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 6;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto vae = std::filesystem::path("vae") / "diffusion_pytorch_model.safetensors";
    EXPECT_TRUE(std::filesystem::equivalent(folder / "run/checkpoint/latest" / vae,
                                            folder / "run/checkpoint/iter_000006" / vae));
    EXPECT_FALSE(std::filesystem::equivalent(folder / "run/checkpoint/latest" / vae,
                                             folder / "model" / vae));
}

TEST(LatestHook, removes_what_a_killed_process_has_left_behind) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.stopAt(1, 0);
    ASSERT_EQ(small.start("run"), train::RunEnd::Stopped);
    const auto leftover = folder / "run/checkpoint/.latest.4242.1.part";
    std::filesystem::create_directories(leftover / "unet");
    ASSERT_EQ(small.resume("run"), train::RunEnd::Complete);
    EXPECT_FALSE(std::filesystem::exists(leftover));
}

// A second team of OpenMP's would make the network's threads sleep at every barrier from the first
// checkpoint on.
TEST(LatestHook, its_writer_leaves_the_other_threads_to_the_network) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.config.trainer.validationPeriod = 0;
    small.config.trainer.savePeriod = 1;
    const int before = at::get_num_threads();
    at::set_num_threads(2);
    std::vector<int> threads;
    small.onEvent = [&](const auto& event) {
        if (std::holds_alternative<CheckpointSaved>(event))
            threads.push_back(at::get_num_threads());
    };
    EXPECT_EQ(small.start("run"), train::RunEnd::Complete);
    at::set_num_threads(2);
    int ofAnyThread = 0;
    std::thread([&ofAnyThread] { ofAnyThread = at::get_num_threads(); }).join();
    at::set_num_threads(before);
    EXPECT_EQ(ofAnyThread, 2);
    EXPECT_FALSE(threads.empty());
    for (const int count : threads)
        EXPECT_EQ(count, 1);
}
