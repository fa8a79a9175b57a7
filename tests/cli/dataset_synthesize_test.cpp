// `unlit dataset synthesize`.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class DatasetSynthesize : public CommandTest {
protected:
    std::vector<std::string> arguments(const std::vector<std::string>& more) const {
        std::vector<std::string> all = {"dataset", "synthesize", text("set"), "--size", "16"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    std::string bytesOf(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

} // namespace

TEST_F(DatasetSynthesize, writes_a_set_and_tells_about_it) {
    const ProcessResult made =
        runUnlit(arguments({"--count", "2", "--seed", "5", "--json", "--quiet"}));
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_EQ(made.errors, "");
    const auto object = objectOf(made);
    EXPECT_EQ(object["count"], 2);
    EXPECT_EQ(object["seed"], 5);
    EXPECT_EQ(object["list"], text("set/filename_list.txt"));
    EXPECT_FALSE(object["families"].empty());
    EXPECT_THAT(filesIn("set/mask"), ElementsAre("000000.exr", "000001.exr"));
}

TEST_F(DatasetSynthesize, prints_the_list_for_scripts) {
    const ProcessResult made = runUnlit(arguments({"--count", "1"}));
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    EXPECT_EQ(made.output, text("set/filename_list.txt") + "\n");
    EXPECT_THAT(made.errors, HasSubstr("per minute"));
}

TEST_F(DatasetSynthesize, needs_overwrite_to_replace_a_set) {
    EXPECT_EQ(runUnlit(arguments({"--count", "2"})).exitCode, 0);
    const ProcessResult refused = runUnlit(arguments({"--count", "1"}));
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_TRUE(isOneLine(refused.errors)) << refused.errors;
    EXPECT_THAT(refused.errors, HasSubstr("is not empty"));
    EXPECT_EQ(runUnlit(arguments({"--count", "1", "--overwrite"})).exitCode, 0);
    EXPECT_THAT(filesIn("set/mask"), ElementsAre("000000.exr"));
}

TEST_F(DatasetSynthesize, bad_usage_is_exit_code_2) {
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--count", "0"},
                                                 {"--count", "many"},
                                                 {"--workers", "-1"},
                                                 {"--size", "99999"},
                                                 {"--repaint", "1.5"},
                                                 {"--swap-relief", "-1"},
                                                 {"--hold-out", ""}}) {
        const ProcessResult run = runUnlit(arguments(more));
        EXPECT_EQ(run.exitCode, 2) << more[0];
        EXPECT_THAT(run.errors, HasSubstr(more[0]));
        EXPECT_TRUE(filesIn("set").empty());
    }
}

TEST_F(DatasetSynthesize, an_unknown_family_is_told_with_the_nearest) {
    const ProcessResult run = runUnlit(arguments({"--hold-out", "wood,brik"}));
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.errors, HasSubstr("did you mean \"brick\"?"));
}

TEST_F(DatasetSynthesize, a_file_describes_a_set_and_flags_win) {
    makeFile("set.yaml", "kind: synthetic\nseed: 6\ncount: 3\nsize: 32\nsamples: 1\n"
                         "materials: [wood]\n");
    const ProcessResult made =
        runUnlit(arguments({"--from", text("set.yaml"), "--count", "2", "--json", "--quiet"}));
    EXPECT_EQ(made.exitCode, 0) << made.errors;
    const auto object = objectOf(made);
    EXPECT_EQ(object["count"], 2);
    EXPECT_EQ(object["seed"], 6);
    EXPECT_EQ(object["size"], 16);
    EXPECT_EQ(object["families"].size(), 1u);
    EXPECT_EQ(object["families"]["wood"], 2);
    const ProcessResult both =
        runUnlit(arguments({"--from", text("set.yaml"), "--hold-out", "wood"}));
    EXPECT_EQ(both.exitCode, 2);
    EXPECT_THAT(both.errors, HasSubstr("--hold-out"));
}

TEST_F(DatasetSynthesize, ctrl_c_leaves_nothing_behind) {
    ProcessOptions options;
    options.isTerminal = true;
    Process process(arguments({"--count", "100000"}), options);
    ASSERT_TRUE(process.waitForErrors("rendering pair"));
    process.sendSignal(SIGINT);
    const ProcessResult result = process.wait();
    EXPECT_EQ(result.exitCode, 130) << result.errors;
    EXPECT_TRUE(filesIn("").empty());
}

TEST_F(DatasetSynthesize, several_processes_make_the_set_of_one) {
    const auto made = [&](const std::string& folder, const std::string& processes) {
        return runUnlit({"dataset", "synthesize", text(folder), "--size", "16", "--count", "5",
                         "--processes", processes, "--json", "--quiet"},
                        {.isExecuted = true});
    };
    auto one = objectOf(made("one", "1"));
    for (const char* processes : {"2", "5"}) {
        const std::string folder = std::string("by") + processes;
        auto several = objectOf(made(folder, processes));
        EXPECT_EQ(several["families"], one["families"]);
        for (const char* kind : {"", "/beauty", "/albedo", "/mask"}) {
            const std::vector<std::string> files = filesIn(folder + kind);
            EXPECT_EQ(files, filesIn(std::string("one") + kind));
            for (const std::string& file : files) {
                const std::string name = kind + ("/" + file);
                if (std::filesystem::is_regular_file(path(folder + name))) {
                    EXPECT_EQ(bytesOf(folder + name), bytesOf("one" + name)) << name;
                }
            }
        }
    }
}

TEST_F(DatasetSynthesize, a_process_that_is_killed_or_stopped_leaves_nothing_behind) {
    for (const bool isKilled : {true, false}) {
        Process running({"dataset", "synthesize", text("set/made"), "--size", "64", "--count",
                         "5000", "--processes", "2"},
                        {.isExecuted = true});
        pid_t victim = 0;
        for (int look = 0; look < 1000 && victim == 0; ++look) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            victim = processWith("UNLIT_SHARE=1/2", text("set/made"));
        }
        ASSERT_GT(victim, 0);
        if (isKilled)
            kill(victim, SIGKILL);
        else
            running.sendSignal(SIGTERM);
        const ProcessResult result = running.wait();
        EXPECT_EQ(result.exitCode, isKilled ? 1 : 130);
        EXPECT_TRUE(isOneLine(result.errors)) << result.errors;
        if (isKilled) {
            EXPECT_THAT(result.errors, HasSubstr("process 1 of 2 was ended by signal 9"));
        }
        EXPECT_EQ(processWith("UNLIT_SHARE=0/2", text("set/made")), 0);
        EXPECT_TRUE(filesIn("set").empty()) << filesIn("set").front();
    }
    const ProcessResult many = runUnlit(arguments({"--count", "2", "--processes", "3"}));
    EXPECT_EQ(many.exitCode, 2);
    EXPECT_THAT(many.errors, HasSubstr("3 processes cannot share 2 pairs"));
}
