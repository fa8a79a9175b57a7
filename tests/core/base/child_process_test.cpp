#include "core/base/child_process.h"

#include "core/base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace unlit;
using testing::HasSubstr;

namespace {

CommandResult shell(const std::string& script,
                    std::chrono::milliseconds patience = std::chrono::seconds(30)) {
    return runCommand(
        {.words = {"sh", "-c", script}, .folder = {}, .input = {}, .patience = patience});
}

} // namespace

TEST(ChildProcess, input_goes_in_whole_and_output_comes_out_whole) {
    std::string text;
    for (int i = 0; i < 40'000; ++i)
        text += "line " + std::to_string(i) + "\n"; // more than any pipe holds
    const CommandResult result = runCommand({.words = {"cat"}, .folder = {}, .input = text});
    EXPECT_TRUE(result.isGood());
    EXPECT_TRUE(result.output == text);
}

TEST(ChildProcess, a_program_that_does_not_read_is_no_trouble) {
    EXPECT_TRUE(
        runCommand({.words = {"true"}, .folder = {}, .input = std::string(1 << 20, 'x')}).isGood());
}

TEST(ChildProcess, failures_have_a_code_and_the_last_words) {
    const CommandResult result = shell("echo first >&2; echo 'no mail today' >&2; exit 7");
    EXPECT_EQ(result.exitCode, 7);
    EXPECT_EQ(result.lastWords, "no mail today");
    EXPECT_FALSE(result.isGood());
    EXPECT_EQ(result.problem(), "ended with exit code 7: no mail today");
    EXPECT_EQ(shell("true").problem(), "");
    EXPECT_THAT(shell("kill -SEGV $$").whyItEnded, HasSubstr("signal 11"));
}

TEST(ChildProcess, one_that_hangs_is_ended_with_all_that_it_has_started) {
    const std::filesystem::path file = testing::TempDir() + "/child_process_pid";
    const CommandResult result = shell("sleep 1000 & echo $! > '" + file.string() + "'; wait",
                                       std::chrono::milliseconds(300));
    EXPECT_THAT(result.whyItEnded, HasSubstr("ended after"));
    std::ifstream stream(file);
    pid_t grandchild = 0;
    ASSERT_TRUE(stream >> grandchild);
    for (int i = 0; i < 200 && kill(grandchild, 0) == 0; ++i) {
        std::ifstream status("/proc/" + std::to_string(grandchild) + "/stat");
        std::string number, name, state;
        status >> number >> name >> state;
        if (state == "Z")
            return; // nobody has asked for its end yet
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_NE(kill(grandchild, 0), 0);
}

TEST(ChildProcess, one_that_leaves_a_child_behind_holds_nobody_up) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(shell("sleep 25 & echo done").isGood());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)); // not those 25
}

TEST(ChildProcess, one_that_floods_is_ended) {
    const CommandResult result = shell("yes");
    EXPECT_THAT(result.whyItEnded, HasSubstr("more than 1.0 MiB"));
    EXPECT_TRUE(shell("yes >&2 & p=$!; sleep 0.2; kill $p").isGood()) << "errors are thrown away";
}

TEST(ChildProcess, what_is_not_there_is_said) {
    try {
        (void)runCommand({.words = {"no-such-program-anywhere"}, .folder = {}, .input = {}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::NotFound);
        EXPECT_THAT(error.what(), HasSubstr("no-such-program-anywhere"));
    }
    EXPECT_THROW((void)runCommand({.words = {}, .folder = {}, .input = {}}), Error);
}

TEST(ChildProcess, it_runs_where_it_is_told_and_gets_no_files_of_ours) {
    const std::ofstream open(testing::TempDir() + "/held_open");
    const CommandResult result = runCommand(
        {.words = {"sh", "-c", "pwd; ls /proc/self/fd | wc -l"}, .folder = "/usr", .input = {}});
    EXPECT_EQ(result.output, "/usr\n4\n") << "three, and the folder that ls reads";
}
