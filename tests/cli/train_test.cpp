// `unlit train`, `validate` and `visualize` as a person or a script runs them.
#include "tests/cli/train_fixture.h"
#include "tests/support/file_text.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

using namespace unlit;
using test::objectOf;
using test::Process;
using test::runUnlit;
using Train = test::TrainCommandTest;
using nlohmann::json;
using testing::HasSubstr;

namespace {

void pause(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
}

} // namespace

TEST_F(Train, leaves_a_run_folder_with_everything_in_it) {
    config("small");
    const auto result =
        runUnlit(trainArguments("small", {"--json", "trainer.visualization_period=12"}));
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const json object = objectOf(result);
    EXPECT_EQ(object.at("outcome"), "complete");
    EXPECT_EQ(object.at("step"), 12);
    EXPECT_EQ(object.at("run"), text("runs/small"));
    for (const char* file :
         {"config.yaml", "build_info.json", "metrics.jsonl", "events.jsonl", "logging.log",
          "checkpoint/latest/trainer_state.json", "checkpoint/latest/model_index.json",
          "checkpoint/latest/unlit.json", "checkpoint/iter_000006/unet/config.json",
          "checkpoint/iter_000012/unet/diffusion_pytorch_model.safetensors",
          "evaluation/eval-val-iter000005.txt"})
        EXPECT_TRUE(std::filesystem::exists(runFile("small", file))) << file;
    EXPECT_FALSE(
        std::filesystem::exists(runFile("small", "checkpoint/iter_000012/trainer_state.json")));
    EXPECT_FALSE(std::filesystem::is_empty(runFile("small", "tensorboard")));
}

TEST_F(Train, a_rehearsal_tries_everything_and_leaves_nothing) {
    config("small");
    const std::vector<std::string> before = filesIn("");
    const auto result = runUnlit(trainArguments("small", {"--rehearse", "--json"}));
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const json object = objectOf(result);
    EXPECT_EQ(object.at("passed"), true);
    ASSERT_EQ(object.at("checks").size(), 5U);
    for (const json& check : object.at("checks"))
        EXPECT_EQ(check.at("state"), "passed") << check;
    EXPECT_GT(object.at("checkpoint_bytes"), 0);
    EXPECT_NE(result.errors.find("two steps are trained"), std::string::npos) << result.errors;
    EXPECT_EQ(filesIn(""), before);
}

TEST_F(Train, a_rehearsal_says_what_does_not_work) {
    config("small");
    const auto result = runUnlit(trainArguments(
        "small", {"--rehearse", "--json", "model.pretrained_path=" + text("no model")}));
    EXPECT_EQ(result.exitCode, 1);
    const json object = objectOf(result);
    EXPECT_EQ(object.at("passed"), false);
    EXPECT_EQ(object.at("checks").at(0).at("state"), "failed");
    EXPECT_EQ(object.at("checks").at(1).at("state"), "not tried");
    EXPECT_NE(object.at("error").get<std::string>().find("no model"), std::string::npos) << object;
    EXPECT_FALSE(std::filesystem::exists(path("runs")));
    EXPECT_EQ(runUnlit({"train", "--rehearse"}).exitCode, 2);
}

TEST_F(Train, saves_models_that_the_program_itself_can_use) {
    config("small");
    ASSERT_EQ(runUnlit(trainArguments("small", {"--quiet", "max_iter=2"})).exitCode, 0);
    const auto check =
        runUnlit({"model", "check", runFile("small", "checkpoint/iter_000002").string()});
    EXPECT_EQ(check.exitCode, 0) << check.errors;
    const auto infer = runUnlit({"infer", makePicture("hall.exr"), "--model",
                                 runFile("small", "checkpoint/latest").string(), "--output",
                                 text("out"), "--steps", "1", "--processing-res", "64"});
    EXPECT_EQ(infer.exitCode, 0) << infer.errors;
}

TEST_F(Train, a_first_signal_saves_and_the_run_can_be_gone_on_with) {
    config("whole");
    config("cut");
    ASSERT_EQ(runUnlit(trainArguments("whole", {"--quiet"})).exitCode, 0);
    {
        Process process(trainArguments("cut", {"--json"}));
        while (!hasSteps("cut", 4))
            pause(std::chrono::milliseconds(5));
        process.sendSignal(SIGINT);
        const auto result = process.wait();
        ASSERT_EQ(result.exitCode, 75) << result.errors;
        EXPECT_EQ(objectOf(result).at("outcome"), "stopped");
    }
    const auto resumed = runUnlit(resumeArguments("cut"));
    ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_EQ(traceOf("cut"), traceOf("whole"));
}

TEST_F(Train, survives_being_killed) {
    config("whole");
    config("killed");
    ASSERT_EQ(runUnlit(trainArguments("whole", {"--quiet"})).exitCode, 0);
    for (const int steps : {1, 6, 11}) {
        Process process(std::filesystem::exists(path("runs/killed")) ? resumeArguments("killed")
                                                                     : trainArguments("killed"));
        while (!hasSteps("killed", steps))
            pause(std::chrono::milliseconds(5));
        process.sendSignal(SIGKILL);
        EXPECT_EQ(process.wait().exitCode, 128 + SIGKILL);
    }
    const auto resumed = runUnlit(resumeArguments("killed"));
    ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_EQ(traceOf("killed"), traceOf("whole"));
}

TEST_F(Train, extends_and_verifies_a_run) {
    config("small");
    ASSERT_EQ(runUnlit(trainArguments("small", {"--quiet", "max_iter=6"})).exitCode, 0);
    const auto complete = runUnlit(resumeArguments("small"));
    EXPECT_EQ(complete.exitCode, 1);
    EXPECT_NE(complete.errors.find("--extend"), std::string::npos) << complete.errors;
    const auto extended = runUnlit(resumeArguments("small", {"--extend", "3", "--json"}));
    ASSERT_EQ(extended.exitCode, 0) << extended.errors;
    EXPECT_EQ(objectOf(extended).at("step"), 9);
    const auto verified = runUnlit({"train", "--verify", text("runs/small"), "--json"});
    ASSERT_EQ(verified.exitCode, 0) << verified.errors;
    const json object = objectOf(verified);
    EXPECT_GT(object.at("figures").get<int>(), 0);
    EXPECT_GT(object.at("tensors").get<int>(), 0);
    EXPECT_TRUE(object.at("differences").empty());
}

TEST_F(Train, verifying_finds_a_figure_that_was_not_computed) {
    config("small");
    ASSERT_EQ(runUnlit(trainArguments("small", {"--quiet", "max_iter=6"})).exitCode, 0);
    std::stringstream changed;
    {
        std::ifstream rows(runFile("small", "metrics.jsonl"));
        for (std::string line; std::getline(rows, line);) {
            json row = json::parse(line);
            if (row.at("step") == 6 && row.contains("train/loss"))
                row["train/loss"] = row.at("train/loss").get<double>() * 1.0001;
            changed << row.dump() << "\n";
        }
    }
    std::ofstream(runFile("small", "metrics.jsonl")) << changed.str();
    const auto verified = runUnlit({"train", "--verify", text("runs/small")});
    EXPECT_EQ(verified.exitCode, 1);
    EXPECT_NE(verified.errors.find("step 6: train/loss"), std::string::npos) << verified.errors;
}

TEST_F(Train, validates_a_checkpoint_with_the_figures_of_the_training) {
    config("small");
    ASSERT_EQ(runUnlit(trainArguments("small", {"--quiet", "max_iter=5"})).exitCode, 0);
    const auto result = runUnlit({"validate", text("runs/small"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    double trained = 0;
    const json trace = traceOf("small");
    for (const json& row : trace.at("rows"))
        if (row.contains("val/val/psnr"))
            trained = row.at("val/val/psnr");
    EXPECT_EQ(objectOf(result).at("sets").at(0).at("metrics").at("psnr"), trained);
}

TEST_F(Train, makes_pictures_of_a_checkpoint) {
    config("small");
    ASSERT_EQ(runUnlit(trainArguments("small", {"--quiet", "max_iter=2"})).exitCode, 0);
    const auto result =
        runUnlit({"visualize", text("runs/small"), "--output", text("shown"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const auto files = filesIn("shown/val");
    EXPECT_EQ(files.size(), 6U)
        << "beauty, prediction, truth and error of one picture, the grid of all, their figures";
    EXPECT_THAT(files, testing::Contains("figures.json"));
}

TEST_F(Train, refuses_a_config_that_cannot_be_used_with_its_place) {
    config("small", "trainr:\n  save_period: 5\n");
    const auto result = runUnlit(trainArguments("small"));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_NE(result.errors.find("small.yaml:"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("trainer"), std::string::npos) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(path("runs")));
}

TEST_F(Train, says_what_is_missing_before_anything_is_created) {
    config("small");
    const auto result =
        runUnlit(trainArguments("small", {"--quiet", "model.pretrained_path=/nowhere"}));
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.errors.find("/nowhere"), std::string::npos) << result.errors;
    EXPECT_TRUE(test::isOneLine(result.errors)) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(path("runs")));
}

TEST_F(Train, waits_on_a_full_disk_and_says_so_and_what_is_lost_when_it_is_stopped_there) {
    config("small");
    // The tiny model's weights are larger than that, the figures of a run are not.
    Process process(trainArguments("small"), {.largestFile = 200'000});
    const auto waits = [&] {
        std::ifstream file(runFile("small", "events.jsonl"));
        const std::string records((std::istreambuf_iterator<char>(file)), {});
        return records.find("full disk") != std::string::npos;
    };
    for (int i = 0; i < 6000 && !waits(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(waits());
    process.sendSignal(SIGTERM);
    const auto result = process.wait();
    EXPECT_EQ(result.exitCode, 1) << "the last checkpoint is missing";
    EXPECT_NE(result.errors.find("the run waits"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("was not written"), std::string::npos) << result.errors;
    EXPECT_FALSE(std::filesystem::exists(runFile("small", "checkpoint/latest")));
}

TEST_F(Train, refuses_flags_that_contradict_each_other) {
    EXPECT_EQ(runUnlit({"train"}).exitCode, 2);
    EXPECT_EQ(runUnlit({"train", "--extend", "5", "--config", "x.yaml"}).exitCode, 2);
    EXPECT_EQ(runUnlit({"train", "--verify", "a", "--resume", "b"}).exitCode, 2);
}

TEST_F(Train, takes_the_spellings_of_the_reference) {
    config("small");
    const auto result = runUnlit({"train", "--config", text("small.yaml"), "--output_dir",
                                  text("runs"), "--no_cuda", "--exit_after", "-1", "--no_wandb",
                                  "--do_not_copy_data", "--add_datetime_prefix", "max_iter=1"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const auto runs = std::filesystem::directory_iterator(path("runs"));
    const std::string name = runs->path().filename().string();
    EXPECT_TRUE(name.ends_with("-small") && name.size() > 20) << name;
    const auto resumed = runUnlit({"train", "--config", text("small.yaml"), "--resume_run",
                                   (runs->path() / "checkpoint/latest").string(), "--extend", "1"});
    EXPECT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_NE(resumed.errors.find("small.yaml is passed over"), std::string::npos)
        << resumed.errors;
}

TEST_F(Train, takes_several_configs_and_keeps_them_as_they_were_given) {
    config("small");
    makeFile("later.yaml", "max_iter: 2 # fewer\n");
    ::setenv("UNLIT_CONFIG__TRAINER__SAVE_PERIOD", "2", 1);
    auto words = trainArguments("small");
    words.insert(words.end(), {"--config", text("later.yaml"), "trainer.validation_period=0"});
    const auto result = runUnlit(words);
    ::unsetenv("UNLIT_CONFIG__TRAINER__SAVE_PERIOD");
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_EQ(test::textOf(runFile("small", "recipe/01_small.yaml")),
              test::textOf(path("small.yaml")));
    EXPECT_EQ(test::textOf(runFile("small", "recipe/02_later.yaml")), "max_iter: 2 # fewer\n");
    const std::string settings = test::textOf(runFile("small", "recipe/settings.txt"));
    EXPECT_THAT(settings,
                HasSubstr("$UNLIT_CONFIG__TRAINER__SAVE_PERIOD: trainer.save_period=2\n"));
    EXPECT_THAT(settings, HasSubstr("trainer.validation_period=0\n"));
    const std::string kept = test::textOf(runFile("small", "config.yaml"));
    EXPECT_THAT(kept, HasSubstr("max_iter: 2\n"));
    EXPECT_THAT(kept, HasSubstr("save_period: 2\n"));
}

TEST_F(Train, under_slurm_sets_are_copied_unless_told_otherwise) {
    config("small");
    std::filesystem::create_directory(path("scratch"));
    ::setenv("SLURM_JOB_ID", "17", 1);
    ::setenv("SLURM_TMPDIR", text("scratch").c_str(), 1);
    auto words = trainArguments("small");
    words.insert(words.end(), {"max_iter=1", "--do-not-copy-data"});
    const auto still = runUnlit(words);
    EXPECT_TRUE(std::filesystem::is_empty(path("scratch")));
    words.back() = "run.name=copied";
    const auto copied = runUnlit(words);
    ::unsetenv("SLURM_JOB_ID");
    ::unsetenv("SLURM_TMPDIR");
    EXPECT_EQ(still.exitCode, 0) << still.errors;
    EXPECT_EQ(copied.exitCode, 0) << copied.errors;
    EXPECT_FALSE(std::filesystem::is_empty(path("scratch")));
    EXPECT_THAT(test::textOf(runFile("copied", "config.yaml")), HasSubstr("copy_to_scratch: null"));
}
