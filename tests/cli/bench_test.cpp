// `unlit bench`: what it measures, and what it refuses.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

using namespace unlit::test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

class BenchVerb : public CommandTest {};

} // namespace

TEST_F(BenchVerb, train_compares_ways_of_training_in_one_run) {
    const ProcessResult run = runUnlit({"bench", "train", "--side", "64", "--batch-size", "2",
                                        "--steps", "1", "--modes", "float32,bf16+lora", "--json"});
    ASSERT_EQ(run.exitCode, 0) << run.errors;
    const json object = json::parse(run.output);
    EXPECT_EQ(object["side"], 64);
    const json& modes = object["modes"];
    ASSERT_EQ(modes.size(), 2U);
    EXPECT_EQ(modes[0]["mode"], "float32");
    EXPECT_EQ(modes[0]["speed"], 1.0);
    for (const json& mode : modes) {
        const double seconds = mode["seconds_per_step"].get<double>();
        EXPECT_DOUBLE_EQ(mode["images_per_second"].get<double>() * seconds, 2.0);
        double phases = 0;
        for (const char* const phase : {"encode", "forward", "backward", "optimizer"}) {
            EXPECT_GT(mode["phases"][phase].get<double>(), 0) << phase;
            phases += mode["phases"][phase].get<double>();
        }
        EXPECT_LE(phases, seconds * 1.001);
        EXPECT_GT(mode["peak_bytes"].get<double>(), 1e6);
    }
    EXPECT_DOUBLE_EQ(modes[1]["speed"].get<double>(),
                     modes[1]["images_per_second"].get<double>() /
                         modes[0]["images_per_second"].get<double>());
}

TEST_F(BenchVerb, train_refuses_modes_and_sizes_that_there_are_not) {
    const ProcessResult mode = runUnlit({"bench", "train", "--modes", "float32,fp8"});
    EXPECT_EQ(mode.exitCode, 2);
    EXPECT_THAT(mode.errors, HasSubstr("--modes: \"float32,fp8\" is not allowed"));
    const ProcessResult side = runUnlit({"bench", "train", "--side", "100"});
    EXPECT_EQ(side.exitCode, 2);
    EXPECT_THAT(side.errors, HasSubstr("100 is no multiple of 64"));
}
