// What stands in the way of `unlit infer`: models, folders, disks, signals.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

using namespace unlit::test;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class InferFailure : public CommandTest {
protected:
    void expectModelRefused(const std::string& part) {
        const std::string picture = makePicture("a.exr");
        const ProcessResult run = infer({picture}, {"--quiet"});
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
        EXPECT_THAT(run.errors, HasSubstr(part));
        EXPECT_THAT(filesIn("out"), ElementsAre());
    }

    /// A run that takes long, unless it is stopped; on a terminal, so that each step shows.
    Process startLongRun() {
        ProcessOptions options;
        options.isTerminal = true;
        return Process(inferArguments({makePicture("a.exr", 256, 256), makePicture("b.exr")},
                                      {"--steps", "1000", "--processing-res", "256", "--json"}),
                       options);
    }
};

} // namespace

TEST_F(InferFailure, a_model_folder_that_is_not_there_fails_every_input_once) {
    const ProcessResult run =
        runUnlit({"infer", makePicture("a.exr"), makePicture("b.exr"), "--model", text("nowhere"),
                  "--output", text("out"), "--json", "--quiet"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("nowhere"));
    EXPECT_EQ(objectOf(run)["results"], json::array());
    EXPECT_EQ(objectOf(run)["failed"].size(), 2u);
}

TEST_F(InferFailure, a_model_without_its_vae_is_refused) {
    std::filesystem::remove_all(std::filesystem::path(model()) / "vae");
    expectModelRefused("vae");
}

TEST_F(InferFailure, a_model_with_pickled_weights_only_is_refused_with_a_remedy) {
    const std::filesystem::path unet = std::filesystem::path(model()) / "unet";
    std::filesystem::rename(unet / "diffusion_pytorch_model.safetensors",
                            unet / "diffusion_pytorch_model.bin");
    expectModelRefused("pickle");
    expectModelRefused("safe_serialization=True");
}

TEST_F(InferFailure, an_output_folder_below_a_file_fails_with_a_sentence) {
    const std::string file = makeFile("plain.txt", "x");
    const ProcessResult run = runUnlit({"infer", makePicture("a.exr"), "--model", model(),
                                        "--output", file + "/out", "--steps", "1", "--json"});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(objectOf(run)["failed"][0]["error"].get<std::string>(), HasSubstr("plain.txt"));
}

TEST_F(InferFailure, a_full_disk_leaves_nothing_half_written) {
    ProcessOptions options;
    options.largestFile = 1024;
    const std::vector<std::string> arguments = inferArguments({makePicture("a.exr", 64, 64)});
    const ProcessResult run = runUnlit(arguments, options);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.errors, HasSubstr("a_albedo.exr"));
    EXPECT_THAT(filesIn("out"), ElementsAre());
}

TEST_F(InferFailure, ctrl_c_ends_the_run_with_130_and_nothing_half_written) {
    for (const int signal : {SIGINT, SIGTERM}) {
        Process run = startLongRun();
        ASSERT_TRUE(run.waitForErrors(" of 1000")); // which steps show depends on the pace
        run.sendSignal(signal);
        const ProcessResult result = run.wait();
        EXPECT_EQ(result.exitCode, 130);
        EXPECT_THAT(result.errors, HasSubstr("0 images done, cancelled"));
        EXPECT_THAT(result.errors, testing::Not(HasSubstr("image 2 of 2")));
        EXPECT_EQ(objectOf(result)["cancelled"], true);
        EXPECT_EQ(objectOf(result)["failed"], json::array());
        EXPECT_THAT(filesIn("out"), ElementsAre());
    }
}

TEST_F(InferFailure, three_ctrl_c_end_it_whatever_it_does) {
    Process run = startLongRun();
    ASSERT_TRUE(run.waitForErrors("image 1 of 2"));
    for (int i = 0; i < 3; ++i) { // key presses: what comes faster is one of them
        run.sendSignal(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
    }
    EXPECT_EQ(run.wait().exitCode, 130);
    EXPECT_THAT(filesIn("out"), ElementsAre());
}

TEST_F(InferFailure, the_live_line_is_erased_at_the_end) {
    ProcessOptions options;
    options.isTerminal = true;
    const ProcessResult run = runUnlit(inferArguments({makePicture("a.exr", 64, 64)}), options);
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.errors, HasSubstr("image 1 of 1"));
    const std::size_t lastErase = run.errors.rfind("\r\x1b[K");
    ASSERT_NE(lastErase, std::string::npos);
    EXPECT_EQ(run.errors.find("image 1 of 1", lastErase), std::string::npos);
}

TEST_F(InferFailure, levels_have_colours_on_a_terminal_alone) {
    ProcessOptions options;
    const std::vector<std::string> wrong = {"infer",         makePicture("a.exr"), "--model",
                                            text("nowhere"), "--output",           text("out")};
    EXPECT_THAT(runUnlit(wrong, options).errors, testing::Not(HasSubstr("\x1b[")));
    options.isTerminal = true;
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
    EXPECT_THAT(runUnlit(wrong, options).errors, HasSubstr("\x1b[1;31munlit:\x1b[0m "));
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_THAT(runUnlit(wrong, options).errors, testing::Not(HasSubstr("\x1b[1;31m")));
    ::unsetenv("NO_COLOR");
}
