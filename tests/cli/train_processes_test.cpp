// Trainings of several processes, as they are started, stopped and killed.
#include "tests/cli/train_fixture.h"
#include "tests/cli/trainer_process.h"
#include "tests/support/small_disk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

using namespace unlit;
using nlohmann::json;
using test::contentOf;
using test::Process;
using test::processOf;
using test::ProcessResult;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kSeeds = {"trainer.init_seed=7", "dataloader.seed=11"};

/// Bytes of address space that the process has between its steps.
rlim_t leastMemoryOf(pid_t process) {
    rlim_t least = RLIM_INFINITY;
    for (int look = 0; look < 200; ++look) {
        std::istringstream statm(contentOf("/proc/" + std::to_string(process) + "/statm"));
        rlim_t pages = 0;
        if (statm >> pages)
            least = std::min(least, pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return least;
}

class TrainProcesses : public test::TrainCommandTest {
protected:
    static test::ProcessOptions started() {
        test::ProcessOptions options;
        options.isExecuted = true; // the program starts itself again
        return options;
    }

    std::vector<std::string> arguments(const std::string& name, const std::string& count,
                                       const std::vector<std::string>& more = {}) {
        std::vector<std::string> all = trainArguments(name, {"--processes", count});
        all.insert(all.end(), kSeeds.begin(), kSeeds.end());
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    std::vector<double> lossesOf(const std::string& name) const {
        std::vector<double> losses;
        std::ifstream stream(runFile(name, "metrics.jsonl"));
        for (std::string line; std::getline(stream, line);)
            if (const json row = json::parse(line); row.contains("train/loss"))
                losses.push_back(row.at("train/loss"));
        return losses;
    }

    bool waitFor(const fs::path& file) const {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
        while (!fs::exists(file) && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return fs::exists(file);
    }

    /// Waits until there is no such process; 0 is none.
    static bool isGone(pid_t process) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (process > 0 && kill(process, 0) == 0 && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return process == 0 || kill(process, 0) != 0;
    }

    /// Until nothing more can be written on its disk.
    static void fillUp(const fs::path& ballast) {
        std::ofstream file(ballast, std::ios::binary);
        for (const std::string piece(4096, 'x');
             file.write(piece.data(), static_cast<std::streamsize>(piece.size())).flush();) {
        }
    }

    /// A training of two processes, one of which may have no more memory once there is a
    /// checkpoint.
    ProcessResult starve(const std::string& name, int process) {
        config(name);
        Process training(arguments(name, "2", {"max_iter=2000"}), started());
        EXPECT_TRUE(waitFor(runFile(name, "checkpoint/latest")));
        const pid_t victim = processOf(text(name + ".yaml"), process);
        EXPECT_GT(victim, 0);
        const rlim_t enough = leastMemoryOf(victim) + (2 << 20); // for stacks, not for a step
        const rlimit limit = {.rlim_cur = enough, .rlim_max = enough};
        EXPECT_EQ(victim > 0 ? prlimit(victim, RLIMIT_AS, &limit, nullptr) : -1, 0);
        return training.wait();
    }
};

} // namespace

TEST_F(TrainProcesses, two_give_the_losses_of_one) {
    config("one");
    config("two");
    const ProcessResult one = test::runUnlit(arguments("one", "1", {"--quiet"}));
    ASSERT_EQ(one.exitCode, 0) << one.errors;
    const ProcessResult two = test::runUnlit(arguments("two", "2", {"--json"}), started());
    ASSERT_EQ(two.exitCode, 0) << two.errors;
    EXPECT_EQ(test::objectOf(two).at("outcome"), "complete");
    const std::vector<double> expected = lossesOf("one");
    const std::vector<double> found = lossesOf("two");
    ASSERT_EQ(found.size(), 12U);
    ASSERT_EQ(expected.size(), 12U);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-6 * std::abs(expected[i])) << i;
}

TEST_F(TrainProcesses, one_that_is_killed_is_named_and_the_run_goes_on) {
    config("killed");
    Process process(arguments("killed", "2", {"max_iter=60"}), started());
    ASSERT_TRUE(waitFor(runFile("killed", "checkpoint/latest")));
    const pid_t victim = processOf(text("killed.yaml"), 1);
    ASSERT_GT(victim, 0);
    kill(victim, SIGKILL);
    const ProcessResult result = process.wait();
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.errors.find("process 1 of 2 was ended by signal 9"), std::string::npos)
        << result.errors;
    EXPECT_EQ(result.errors.find("has lost the others"), std::string::npos)
        << "one says it: " << result.errors;
    EXPECT_EQ(processOf(text("killed.yaml"), 0), 0) << "the other one is gone too";
    const ProcessResult resumed =
        test::runUnlit(resumeArguments("killed", {"--processes", "2", "--quiet"}), started());
    EXPECT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_EQ(lossesOf("killed").size(), 60U);
}

TEST_F(TrainProcesses, one_that_runs_out_of_memory_is_named) {
    // Memory that is freed goes back, so that whatever is needed has to be asked for.
    const std::vector<std::pair<const char*, const char*>> malloc = {
        {"MALLOC_ARENA_MAX", "1"},
        {"MALLOC_MMAP_THRESHOLD_", "16384"},
        {"MALLOC_TRIM_THRESHOLD_", "0"},
        {"MALLOC_TOP_PAD_", "0"}};
    for (const auto& [name, value] : malloc)
        setenv(name, value, 1);
    // Which of its allocations is the one that fails is not in our hands: some libraries do not
    // look at what they got, and end by a signal, which is named as well. That is tried again.
    constexpr int kMostTries = 5;
    for (const int starved : {1, 0}) {
        const std::string who = "process " + std::to_string(starved) + " of 2";
        ProcessResult result;
        std::string name;
        for (int attempt = 0; attempt < kMostTries; ++attempt) {
            name = "short" + std::to_string(starved) + std::to_string(attempt);
            result = starve(name, starved);
            EXPECT_EQ(result.exitCode, 1);
            if (result.errors.find(who + " was ended by signal") == std::string::npos)
                break;
        }
        EXPECT_NE(result.errors.find(who + ": "), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find("memory"), std::string::npos) << result.errors;
        EXPECT_TRUE(fs::exists(runFile(name, "checkpoint/latest/checksums.json")));
    }
    for (const auto& [name, value] : malloc)
        unsetenv(name);
}

TEST_F(TrainProcesses, one_that_hangs_is_named_and_all_end) {
    for (const int hung : {1, 0}) {
        const std::string name = "hung" + std::to_string(hung);
        config(name);
        Process process(arguments(name, "2", {"max_iter=100000", "run.hang_timeout=2"}), started());
        ASSERT_TRUE(waitFor(runFile(name, "checkpoint/latest")));
        const pid_t victim = processOf(text(name + ".yaml"), hung);
        ASSERT_GT(victim, 0);
        kill(victim, SIGSTOP);
        const ProcessResult result = process.wait();
        EXPECT_EQ(result.exitCode, 1);
        // Silence and standing still are both given 2 s here: on a busy machine either is seen
        // first.
        const std::string who = "process " + std::to_string(hung) + " of 2 ";
        const bool isSilent =
            result.errors.find(who + "has given no sign of life for 2 s") != std::string::npos;
        const bool isStill =
            result.errors.find(who + "is alive but has not got on for 2 s") != std::string::npos;
        EXPECT_TRUE(isSilent || isStill) << result.errors;
        EXPECT_EQ(result.errors.find("has lost the others"), std::string::npos) << result.errors;
        EXPECT_EQ(processOf(text(name + ".yaml"), hung), 0) << "it is gone, too";
        EXPECT_EQ(test::runUnlit({"model", "check", runFile(name, "checkpoint/latest").string()})
                      .exitCode,
                  0);
    }
}

TEST_F(TrainProcesses, restarts_go_on_from_the_last_checkpoint) {
    for (const std::string sharded : {"false", "true"}) {
        const std::string divided = "memory.shard_optimizer=" + sharded;
        const std::string straightRun = "straight_" + sharded, againRun = "again_" + sharded;
        config(straightRun);
        const ProcessResult straight = test::runUnlit(
            arguments(straightRun, "2", {"max_iter=40", "--quiet", divided}), started());
        ASSERT_EQ(straight.exitCode, 0) << straight.errors;
        config(againRun);
        Process process(arguments(againRun, "2", {"max_iter=40", "--restarts", "2", divided}),
                        started());
        ASSERT_TRUE(waitFor(runFile(againRun, "checkpoint/latest")));
        const pid_t victim = processOf(text(againRun + ".yaml"), 1);
        ASSERT_GT(victim, 0);
        kill(victim, SIGKILL);
        const ProcessResult result = process.wait();
        EXPECT_EQ(result.exitCode, 0) << result.errors;
        EXPECT_NE(result.errors.find("process 1 of 2 was ended by signal 9 (Killed); all processes "
                                     "are started again, 1 of 2 times"),
                  std::string::npos)
            << result.errors;
        EXPECT_EQ(traceOf(againRun), traceOf(straightRun));
    }
}

TEST_F(TrainProcesses, what_cannot_begin_is_not_started_again) {
    config("never");
    const ProcessResult result = test::runUnlit(
        arguments("never", "2",
                  {"--quiet", "--restarts", "3", "model.pretrained_path=" + text("nowhere")}),
        started());
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_TRUE(test::isOneLine(result.errors)) << result.errors;
}

TEST_F(TrainProcesses, each_has_a_log_and_the_time_that_waiting_took_is_a_figure) {
    config("logged");
    const ProcessResult result = test::runUnlit(arguments("logged", "2", {"--quiet"}), started());
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_NE(contentOf(runFile("logged", "logging.log")).find("begins"), std::string::npos);
    EXPECT_NE(contentOf(runFile("logged", "logging.rank1.log")).find("begins"), std::string::npos);
    std::ifstream metrics(runFile("logged", "metrics.jsonl"));
    int rows = 0;
    for (std::string line; std::getline(metrics, line);)
        if (const json row = json::parse(line); row.contains("train/loss")) {
            ++rows;
            ASSERT_TRUE(row.contains("time/wait")) << line;
            EXPECT_GT(row.at("time/wait"), 0.0);
        }
    EXPECT_EQ(rows, 12);
}

TEST_F(TrainProcesses, a_signal_saves_once_and_ends_all) {
    config("stopped");
    Process process(arguments("stopped", "2", {"max_iter=100000"}), started());
    ASSERT_TRUE(waitFor(runFile("stopped", "checkpoint/latest")));
    process.sendSignal(SIGTERM);
    const ProcessResult result = process.wait();
    EXPECT_EQ(result.exitCode, 75) << result.errors;
    EXPECT_EQ(processOf(text("stopped.yaml"), 1), 0);
    EXPECT_EQ(test::runUnlit({"model", "check", runFile("stopped", "checkpoint/latest").string()})
                  .exitCode,
              0);
}

TEST_F(TrainProcesses, a_signal_to_another_than_the_first_is_called_one) {
    config("other");
    Process process(arguments("other", "2", {"max_iter=100000"}), started());
    ASSERT_TRUE(waitFor(runFile("other", "checkpoint/latest")));
    const pid_t other = processOf(text("other.yaml"), 1);
    ASSERT_GT(other, 0);
    ASSERT_EQ(kill(other, SIGTERM), 0);
    EXPECT_EQ(process.wait().exitCode, 75);
    std::ifstream events(runFile("other", "events.jsonl"));
    std::string last;
    for (std::string line; std::getline(events, line);)
        last = line;
    EXPECT_NE(last.find(R"("kind":"stopped","by":"signal")"), std::string::npos) << last;
}

TEST_F(TrainProcesses, more_than_a_step_can_be_shared_by_are_refused_in_one_sentence) {
    config("many");
    const ProcessResult result = test::runUnlit(arguments("many", "3", {"--quiet"}), started());
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.errors.find("a step has 2 micro-batches, too few for 3 processes"),
              std::string::npos)
        << result.errors;
    EXPECT_TRUE(test::isOneLine(result.errors)) << result.errors;
    EXPECT_FALSE(fs::exists(runFile("many", "config.yaml")));
}

TEST_F(TrainProcesses, what_none_of_them_can_do_is_said_once) {
    config("none");
    const ProcessResult noModel = test::runUnlit(
        arguments("none", "2", {"--quiet", "model.pretrained_path=" + text("nowhere")}), started());
    EXPECT_EQ(noModel.exitCode, 1);
    EXPECT_TRUE(test::isOneLine(noModel.errors)) << noModel.errors;
    EXPECT_NE(noModel.errors.find("nowhere"), std::string::npos) << noModel.errors;
    const ProcessResult noRun =
        test::runUnlit(resumeArguments("none", {"--processes", "2", "--quiet"}), started());
    EXPECT_NE(noRun.exitCode, 0);
    EXPECT_TRUE(test::isOneLine(noRun.errors)) << noRun.errors;
}

TEST_F(TrainProcesses, a_full_disk_pauses_all_and_a_signal_to_any_ends_all) {
    constexpr std::uint64_t kBytes = 96 << 20;
    const test::SmallDisk disk(path("disk"), kBytes);
    if (!disk.problem().empty())
        GTEST_SKIP() << "a small disk cannot be mounted here: " << disk.problem();
    config("full");
    std::vector<std::string> all =
        arguments("full", "2", {"max_iter=100000", "trainer.backup_period=0"});
    *(std::ranges::find(all, "--output-dir") + 1) = text("disk");
    Process process(all, started());
    const fs::path run = path("disk/full");
    ASSERT_TRUE(waitFor(run / "checkpoint/latest"));
    fillUp(path("disk/ballast"));
    ASSERT_TRUE(process.waitForErrors("the run waits, with the checkpoint of step"));
    const pid_t other = processOf(text("full.yaml"), 1);
    ASSERT_GT(other, 0);
    kill(other, SIGTERM);
    const ProcessResult result = process.wait();
    EXPECT_EQ(result.exitCode, 1) << "the last checkpoint is missing";
    EXPECT_NE(result.errors.find("unlit: process 0 of 2: "), std::string::npos) << result.errors;
    EXPECT_EQ(result.errors.find("has lost the others"), std::string::npos) << result.errors;
    EXPECT_EQ(processOf(text("full.yaml"), 1), 0);
    EXPECT_EQ(test::runUnlit({"model", "check", (run / "checkpoint/latest").string()}).exitCode, 0);
    fs::remove(path("disk/ballast"));
    Process again({"train", "--resume", run.string(), "--processes", "2"}, started());
    ASSERT_TRUE(again.waitForErrors("to step 100000"));
    again.sendSignal(SIGTERM);
    EXPECT_EQ(again.wait().exitCode, 75);
}

TEST_F(TrainProcesses, a_full_folder_for_temporary_files_stops_nobody) {
    const test::SmallDisk disk(path("tmp"), 1 << 20);
    if (!disk.problem().empty())
        GTEST_SKIP() << "a small disk cannot be mounted here: " << disk.problem();
    config("tmp");
    setenv("TMPDIR", text("tmp").c_str(), 1);
    // Silence is not borne longer than this either.
    Process process(arguments("tmp", "2", {"max_iter=100000", "run.hang_timeout=6"}), started());
    unsetenv("TMPDIR");
    ASSERT_TRUE(waitFor(runFile("tmp", "checkpoint/latest")));
    fillUp(path("tmp/ballast"));
    std::this_thread::sleep_for(std::chrono::seconds(9));
    process.sendSignal(SIGTERM);
    const ProcessResult result = process.wait();
    EXPECT_EQ(result.exitCode, 75) << result.errors;
}

TEST_F(TrainProcesses, detached_they_are_steered_by_their_run) {
    config("away");
    const auto launched = test::objectOf(test::runUnlit(
        arguments("away", "2", {"--detach", "--json", "max_iter=100000"}), started()));
    const pid_t launcher = launched.at("process");
    const std::string run = launched.at("run");
    const pid_t first = processOf(text("away.yaml"), 0);
    EXPECT_GT(first, 0);
    EXPECT_EQ(getsid(first), launcher) << "a session without a terminal";
    const json status = test::objectOf(test::runUnlit({"run", "status", run, "--json"}));
    EXPECT_EQ(status.at("process"), first);
    EXPECT_EQ(test::runUnlit({"run", "pause", run, "--wait"}).exitCode, 0);
    EXPECT_EQ(test::runUnlit({"run", "continue", run}).exitCode, 0);
    EXPECT_EQ(test::runUnlit({"run", "save", run}).exitCode, 0);
    EXPECT_EQ(test::runUnlit({"run", "stop", run, "--wait"}).exitCode, 0);
    EXPECT_TRUE(isGone(launcher));
    EXPECT_EQ(processOf(text("away.yaml"), 1), 0);
}

TEST_F(TrainProcesses, detached_a_killed_launcher_or_process_leaves_a_run_that_goes_on) {
    config("left");
    auto launched = test::objectOf(test::runUnlit(
        arguments("left", "2", {"--detach", "--json", "max_iter=100000"}), started()));
    const std::string run = launched.at("run");
    ASSERT_TRUE(waitFor(runFile("left", "checkpoint/latest")));
    kill(launched.at("process").get<pid_t>(), SIGKILL);
    EXPECT_TRUE(isGone(launched.at("process")));
    EXPECT_TRUE(isGone(processOf(text("left.yaml"), 0)) && isGone(processOf(text("left.yaml"), 1)))
        << "processes end with their launcher";
    // The run remembers how many it had.
    launched =
        test::objectOf(test::runUnlit({"train", "--resume", run, "--detach", "--json"}, started()));
    const pid_t second = processOf(run, 1);
    ASSERT_GT(second, 0);
    kill(second, SIGKILL);
    EXPECT_TRUE(isGone(launched.at("process")));
    EXPECT_NE(contentOf(runFile("left", "console.log"))
                  .find("process 1 of 2 was ended by signal 9 (Killed); the run stands where it "
                        "was saved last"),
              std::string::npos)
        << contentOf(runFile("left", "console.log"));
    EXPECT_NE(contentOf(runFile("left", "events.jsonl"))
                  .find(R"("message":"process 1 of 2 was ended by signal 9)"),
              std::string::npos)
        << "who looks at the run is told";
    EXPECT_EQ(contentOf(runFile("left", "events.jsonl")).find(R"("step":0,"kind":"failed")"),
              std::string::npos);
    EXPECT_EQ(
        test::runUnlit({"model", "check", runFile("left", "checkpoint/latest").string()}).exitCode,
        0);
}

TEST_F(TrainProcesses, detached_what_cannot_begin_is_said_by_the_starter) {
    config("no");
    const ProcessResult result = test::runUnlit(
        arguments("no", "2", {"--detach", "model.pretrained_path=" + text("nowhere")}), started());
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.errors.find("nowhere"), std::string::npos) << result.errors;
    EXPECT_TRUE(test::isOneLine(result.errors)) << result.errors;
}

TEST_F(TrainProcesses, a_recipe_says_how_many_and_the_flag_stands_over_it) {
    config("said");
    std::vector<std::string> words = trainArguments("said", {"--quiet", "run.processes=2"});
    ASSERT_EQ(test::runUnlit(words, started()).exitCode, 0);
    EXPECT_TRUE(fs::exists(runFile("said", "logging.rank1.log")));
    config("alone");
    words = trainArguments("alone", {"--quiet", "run.processes=2", "--processes", "1"});
    ASSERT_EQ(test::runUnlit(words, started()).exitCode, 0);
    EXPECT_FALSE(fs::exists(runFile("alone", "logging.rank1.log")));
    words = trainArguments("alone", {"--quiet", "run.processes=none"});
    const ProcessResult wrong = test::runUnlit(words, started());
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_NE(wrong.errors.find("use a whole number from 1 to 1024, or auto"), std::string::npos)
        << wrong.errors;
}

TEST_F(TrainProcesses, what_does_not_fit_together_is_a_usage_error) {
    config("usage");
    const auto errorOf = [&](const std::vector<std::string>& more) {
        const ProcessResult result = test::runUnlit(trainArguments("usage", more));
        EXPECT_EQ(result.exitCode, 2) << result.errors;
        return result.errors;
    };
    EXPECT_NE(errorOf({"--processes", "0"}).find("from 1 to 1024, or auto"), std::string::npos);
    EXPECT_NE(errorOf({"--nodes", "2"}).find("--rendezvous HOST:PORT"), std::string::npos);
    EXPECT_NE(
        errorOf({"--nodes", "2", "--node-rank", "2", "--rendezvous", "a:1"}).find("counted from 0"),
        std::string::npos);
    EXPECT_NE(errorOf({"--nodes", "2", "--rendezvous", "a"}).find("use HOST:PORT"),
              std::string::npos);
    EXPECT_NE(errorOf({"--restarts", "2"}).find("--restarts belongs to --processes"),
              std::string::npos);
    EXPECT_NE(errorOf({"--processes", "2", "--rehearse"}).find("one process"), std::string::npos);
}
