// A run that is killed at random moments, again and again, and gone on with each time is the run
// that nobody touched.
#include "tests/cli/train_fixture.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

using namespace unlit;
using test::Process;
using test::runUnlit;

namespace {

using Seconds = std::chrono::duration<double>;

struct Kills {
    int count = 0;
    int steps = 0;   ///< of the run: enough that it does not end before the last kill
    int workers = 0; ///< that read the set
};

class TrainLong : public test::TrainCommandTest, public testing::WithParamInterface<Kills> {
protected:
    static std::string length(int steps) { return "max_iter=" + std::to_string(steps); }

    static std::string workers() {
        return "dataloader.num_workers=" + std::to_string(GetParam().workers);
    }

    /// A run that nobody touches; returns how long it took.
    Seconds trainWhole(const std::string& name, int steps) {
        config(name);
        const auto begin = std::chrono::steady_clock::now();
        const auto result = runUnlit(trainArguments(name, {"--quiet", length(steps), workers()}));
        EXPECT_EQ(result.exitCode, 0) << result.errors;
        return std::chrono::steady_clock::now() - begin;
    }

    /// Starts the run or goes on with it, and kills it then. False when it had ended before.
    bool trainAndKill(const std::string& name, int steps, Seconds after) {
        Process process(std::filesystem::exists(path("runs/" + name))
                            ? resumeArguments(name)
                            : trainArguments(name, {length(steps), workers()}));
        std::this_thread::sleep_for(after);
        process.sendSignal(SIGKILL);
        const int exitCode = process.wait().exitCode;
        EXPECT_TRUE(exitCode == 128 + SIGKILL || exitCode == 0 || exitCode == 1) << exitCode;
        return exitCode == 128 + SIGKILL;
    }
};

std::string nameOf(const testing::TestParamInfo<Kills>& info) {
    return std::to_string(info.param.count) + "_times";
}

} // namespace

TEST_P(TrainLong, survives_being_killed_at_random_moments) {
    const int count = GetParam().count;
    const int steps = GetParam().steps;
    const Seconds start = trainWhole("short", 1);
    const Seconds step = (trainWhole("whole", steps) - start) / steps;
    config("killed");
    std::mt19937 random(2024);
    // From the first instant to a few steps of training.
    constexpr double kMostSteps = 8;
    std::uniform_real_distribution<double> moment(0, (start + step * kMostSteps).count());
    int killed = 0;
    for (int attempt = 0; attempt < count; ++attempt)
        killed += trainAndKill("killed", steps, Seconds(moment(random))) ? 1 : 0;
    RecordProperty("killed", killed);
    std::cout << killed << " of " << count << " attempts were killed\n";
    EXPECT_GE(killed, count / 2) << "the run is too short for so many kills";
    const auto resumed = runUnlit(resumeArguments("killed"));
    // It may have come to its end between two kills.
    ASSERT_TRUE(resumed.exitCode == 0 || resumed.errors.find("is complete") != std::string::npos)
        << resumed.errors;
    EXPECT_EQ(traceOf("killed"), traceOf("whole"));
}

INSTANTIATE_TEST_SUITE_P(Kills, TrainLong, testing::Values(Kills{30, 600, 0}, Kills{200, 4000, 2}),
                         nameOf);
