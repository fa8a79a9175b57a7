// A run that is killed at thirty random moments and gone on with each time is the run that nobody
// touched.
#include "tests/cli/train_fixture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

using namespace unlit;
using test::Process;
using test::runUnlit;
using TrainLong = test::TrainCommandTest;

TEST_F(TrainLong, survives_being_killed_at_thirty_random_moments) {
    const std::string steps = "max_iter=120";
    config("whole");
    config("killed");
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(runUnlit(trainArguments("whole", {"--quiet", steps})).exitCode, 0);
    const auto whole = std::chrono::steady_clock::now() - begin;

    std::mt19937 random(2024);
    // About as long as a process needs until it trains, and a little of training.
    std::uniform_real_distribution<double> share(0.01, 0.2);
    int killed = 0;
    for (int attempt = 0; attempt < 30; ++attempt) {
        Process process(std::filesystem::exists(path("runs/killed"))
                            ? resumeArguments("killed")
                            : trainArguments("killed", {steps}));
        std::this_thread::sleep_for(
            std::chrono::duration_cast<std::chrono::milliseconds>(whole * share(random)));
        process.sendSignal(SIGKILL);
        const int exitCode = process.wait().exitCode;
        killed += exitCode == 128 + SIGKILL ? 1 : 0;
        ASSERT_TRUE(exitCode == 128 + SIGKILL || exitCode == 0 || exitCode == 1) << exitCode;
    }
    RecordProperty("killed", killed);
    const auto resumed = runUnlit(resumeArguments("killed"));
    // It may have come to its end between two kills.
    ASSERT_TRUE(resumed.exitCode == 0 || resumed.errors.find("is complete") != std::string::npos)
        << resumed.errors;
    EXPECT_EQ(traceOf("killed"), traceOf("whole"));
}
