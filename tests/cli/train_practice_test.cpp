// The running mean of the weights, its figures and pictures, and the worst samples, by their verbs.
#include "tests/cli/train_fixture.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using test::objectOf;
using test::runUnlit;
using TrainPractice = test::TrainCommandTest;
using nlohmann::json;

TEST_F(TrainPractice, the_mean_of_the_weights_can_be_used_wherever_a_model_can) {
    config("mean", "ema:\n  decay: 0.9\n");
    const auto run = runUnlit(trainArguments("mean", {"--quiet", "max_iter=5"}));
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const std::string mean = runFile("mean", "checkpoint/latest/unet_ema").string();
    const auto check = runUnlit({"model", "check", mean});
    EXPECT_EQ(check.exitCode, 0) << check.errors;
    const auto infer = runUnlit({"infer", makePicture("hall.exr"), "--model", mean, "--output",
                                 text("out"), "--steps", "1", "--processing-res", "64"});
    EXPECT_EQ(infer.exitCode, 0) << infer.errors;
    const auto figures = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"validate", text("runs/mean"), "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto result = runUnlit(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.errors;
        return objectOf(result).at("sets").at(0).at("metrics").at("psnr").get<double>();
    };
    // What the run itself wrote after its fifth step.
    json row;
    std::ifstream stream(runFile("mean", "metrics.jsonl"));
    for (std::string line; std::getline(stream, line);)
        if (const json parsed = json::parse(line); parsed.contains("val/val/psnr"))
            row = parsed;
    ASSERT_TRUE(row.contains("val/val/psnr_ema")) << row;
    EXPECT_EQ(figures({}), row.at("val/val/psnr").get<double>());
    EXPECT_EQ(figures({"--ema"}), row.at("val/val/psnr_ema").get<double>());
}

TEST_F(TrainPractice, a_run_without_a_mean_says_so) {
    config("plain");
    ASSERT_EQ(runUnlit(trainArguments("plain", {"--quiet", "max_iter=1"})).exitCode, 0);
    const auto result = runUnlit({"validate", text("runs/plain"), "--ema"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.errors.find("no running mean"), std::string::npos) << result.errors;
}

TEST_F(TrainPractice, the_worst_samples_are_listed) {
    config("worst");
    ASSERT_EQ(
        runUnlit(trainArguments("worst", {"--quiet", "max_iter=4", "writers.worst_samples=3"}))
            .exitCode,
        0);
    const auto result = runUnlit({"worst", text("runs/worst"), "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const json object = objectOf(result);
    EXPECT_EQ(object.at("step"), 4);
    ASSERT_EQ(object.at("samples").size(), 3U);
    const json& first = object.at("samples").at(0);
    EXPECT_GE(first.at("relative_loss"), object.at("samples").at(1).at("relative_loss"));
    EXPECT_GE(first.at("visits"), 1);
    ASSERT_EQ(runUnlit(trainArguments("worst", {"--quiet", "max_iter=1", "run.name=silent",
                                                "writers.sample_losses=false"}))
                  .exitCode,
              0);
    const auto none = runUnlit({"worst", text("runs/silent")});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_NE(none.errors.find("writers.sample_losses"), std::string::npos) << none.errors;
}
