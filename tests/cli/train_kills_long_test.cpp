// Processes of trainings are killed at random, again and again; runs end as if nothing had been.
#include "tests/cli/train_fixture.h"
#include "tests/cli/trainer_process.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <iostream>
#include <random>
#include <thread>

using namespace unlit;
using test::Process;
using test::ProcessResult;

namespace {

constexpr int kProcesses = 2;
constexpr auto kLongestLife = std::chrono::milliseconds(4000); ///< between two kills

/// UNLIT_KILLS, or as many as a suite that is run by itself has time for.
int killsWanted() {
    const char* wanted = std::getenv("UNLIT_KILLS");
    return wanted == nullptr ? 100 : std::atoi(wanted);
}

class TrainKillsLong : public test::TrainCommandTest {
protected:
    std::vector<std::string> arguments(const std::string& name) {
        return trainArguments(name, {"--processes", std::to_string(kProcesses), "--restarts",
                                     "1000", "trainer.init_seed=7", "dataloader.seed=11",
                                     "max_iter=160", "--quiet"});
    }

    static test::ProcessOptions started() {
        test::ProcessOptions options;
        options.isExecuted = true;
        return options;
    }

    /// Kills processes of the run until it is complete, or as many as are left of `kills`.
    ProcessResult train(const std::string& name, int& kills) {
        config(name);
        Process process(arguments(name), started());
        std::atomic<bool> isOver = false;
        auto killer = std::async(std::launch::async, [&] {
            while (!isOver && !std::filesystem::exists(runFile(name, "checkpoint/latest")))
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            while (!isOver && kills > 0) {
                const std::uniform_int_distribution<int>::param_type lives(
                    0, static_cast<int>(kLongestLife.count()));
                std::this_thread::sleep_for(
                    std::chrono::milliseconds(std::uniform_int_distribution<int>(lives)(m_random)));
                const int rank = std::uniform_int_distribution<int>(0, kProcesses - 1)(m_random);
                const pid_t victim = isOver ? 0 : test::processOf(text(name + ".yaml"), rank);
                if (victim > 0 && kill(victim, SIGKILL) == 0) {
                    --kills;
                    ++m_killed[rank];
                }
            }
        });
        ProcessResult result = process.wait();
        isOver = true;
        killer.wait();
        return result;
    }

    std::mt19937 m_random{20};
    int m_killed[kProcesses] = {};
};

} // namespace

TEST_F(TrainKillsLong, runs_end_as_if_nothing_had_been) {
    int none = 0;
    ASSERT_EQ(train("straight", none).exitCode, 0);
    const nlohmann::json expected = traceOf("straight");
    int kills = killsWanted();
    int runs = 0;
    while (kills > 0) {
        const std::string name = "killed" + std::to_string(runs++);
        const ProcessResult result = train(name, kills);
        ASSERT_EQ(result.exitCode, 0) << result.errors;
        EXPECT_EQ(result.errors.find("DAMAGED"), std::string::npos) << result.errors;
        EXPECT_EQ(traceOf(name), expected) << name;
        std::cout << kills << " kills are left after " << runs << " runs\n";
    }
    std::cout << m_killed[0] << " kills of the first process, " << m_killed[1]
              << " of the other, in " << runs << " runs\n";
    EXPECT_GT(m_killed[0], 0);
    EXPECT_GT(m_killed[1], 0);
}
