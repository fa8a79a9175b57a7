#include "core/session/train/sweep_plan.h"

#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>

using namespace unlit;
using testing::ElementsAre;

namespace {

std::vector<std::string> namesOf(const std::vector<SweepRun>& runs) {
    std::vector<std::string> names;
    for (const SweepRun& run : runs)
        names.push_back(run.name);
    return names;
}

} // namespace

TEST(SweepPlan, commas_within_brackets_belong_to_a_value) {
    EXPECT_THAT(sweepAxisOf("lr=1e-4,3e-5").values, ElementsAre("1e-4", "3e-5"));
    EXPECT_THAT(sweepAxisOf("lr= 1e-4, 3e-5 ").values, ElementsAre("1e-4", "3e-5"));
    EXPECT_THAT(sweepAxisOf("lr=[0, 1, 2, 3],0.5").values, ElementsAre("[0, 1, 2, 3]", "0.5"));
    EXPECT_THAT(sweepAxisOf("a={b: 1, c: 2},\"x,y\"").values,
                ElementsAre("{b: 1, c: 2}", "\"x,y\""));
    EXPECT_EQ(sweepAxisOf("a.b=c=d").key, "a.b");
    for (const char* text : {"lr", "=1", "lr=", "lr=1,,2", "lr=1,1", "lr=1, 1", "lr=1,", "lr=1, "})
        test::expectError(ErrorKind::InvalidInput, {}, [&] { (void)sweepAxisOf(text); });
}

TEST(SweepPlan, names_say_what_differs) {
    const SweepAxis rate{"lr", {"1e-4", "3e-5"}};
    EXPECT_THAT(namesOf(sweepRuns({"/r/cpu.yaml"}, {}, {})), ElementsAre("cpu"));
    EXPECT_THAT(namesOf(sweepRuns({"/r/cpu.yaml"}, {rate}, {"max_iter=5"})),
                ElementsAre("lr=1e-4", "lr=3e-5"));
    EXPECT_THAT(namesOf(sweepRuns({"/r/a.yaml", "/r/b.yaml"}, {rate}, {})),
                ElementsAre("a_lr=1e-4", "a_lr=3e-5", "b_lr=1e-4", "b_lr=3e-5"));
    const SweepAxis optimizer{"optimizer.name", {"Adam"}}, loss{"loss.name", {"mse", "l1"}};
    EXPECT_THAT(
        namesOf(sweepRuns({"a.yaml"}, {optimizer, loss}, {})),
        ElementsAre("optimizer.name=Adam_loss.name=mse", "optimizer.name=Adam_loss.name=l1"));
    const auto runs = sweepRuns({"a.yaml"}, {rate, loss}, {"max_iter=5"});
    ASSERT_EQ(runs.size(), 4U);
    EXPECT_THAT(runs[1].settings, ElementsAre("max_iter=5", "lr=1e-4", "loss.name=l1"));
}

TEST(SweepPlan, zipped_settings_go_together_and_are_one_axis_among_the_others) {
    const SweepAxis rate = sweepAxisOf("lr=1e-4,3e-5", SweepValues::Zipped);
    const SweepAxis steps = sweepAxisOf("max_iter=20,80", SweepValues::Zipped);
    const SweepAxis loss{"loss.name", {"mse", "l1"}};
    const auto runs = sweepRuns({"a.yaml"}, {rate, loss, steps}, {"x=1"});
    EXPECT_THAT(namesOf(runs),
                ElementsAre("lr=1e-4_name=mse_max_iter=20", "lr=1e-4_name=l1_max_iter=20",
                            "lr=3e-5_name=mse_max_iter=80", "lr=3e-5_name=l1_max_iter=80"));
    EXPECT_THAT(runs[3].settings, ElementsAre("x=1", "lr=3e-5", "loss.name=l1", "max_iter=80"));
    // One of them may have a value twice: the other tells the runs apart.
    const SweepAxis twice = sweepAxisOf("lr=1e-4,1e-4", SweepValues::Zipped);
    EXPECT_THAT(namesOf(sweepRuns({"a.yaml"}, {twice, steps}, {})),
                ElementsAre("lr=1e-4_max_iter=20", "lr=1e-4_max_iter=80"));
    test::expectError(ErrorKind::InvalidInput, {"lr=1e-4"},
                      [&] { (void)sweepRuns({"a.yaml"}, {twice}, {}); });
    const SweepAxis three = sweepAxisOf("seed=1,2,3", SweepValues::Zipped);
    test::expectError(ErrorKind::InvalidInput, {"lr has 2, seed 3"}, [&] {
        (void)sweepRuns({"a.yaml"}, {rate, three}, {});
    });
}

TEST(SweepPlan, what_names_and_places_a_run_is_the_sweeps_own) {
    test::expectError(ErrorKind::InvalidInput, {"run.name"}, [] {
        (void)sweepRuns({"a.yaml"}, {{"run.name", {"a", "b"}}}, {});
    });
    test::expectError(ErrorKind::InvalidInput, {"run.output_dir"}, [] {
        (void)sweepRuns({"a.yaml"}, {{"lr", {"1"}}}, {"run.output_dir=elsewhere"});
    });
}

TEST(SweepPlan, no_setting_is_given_twice_and_no_value) {
    const SweepAxis rates = sweepAxisOf("lr=1e-4,2e-4", SweepValues::Grid);
    EXPECT_THROW(sweepRuns({"a.yaml"}, {rates, sweepAxisOf("lr=3e-4", SweepValues::Zipped)}, {}),
                 Error);
    EXPECT_THROW(sweepRuns({"a.yaml"}, {rates}, {"lr=5e-4"}), Error);
    EXPECT_NO_THROW(sweepRuns({"a.yaml"}, {rates}, {"max_iter=3"}));
    EXPECT_THROW(sweepAxisOf("lr=1e-4,0.0001", SweepValues::Grid), Error);
}

TEST(SweepPlan, no_name_leaves_the_sweeps_folder_and_none_stands_for_two) {
    const SweepAxis paths{"model.pretrained_path", {"../a/b", "/c"}};
    for (const std::string& name : namesOf(sweepRuns({"a.yaml"}, {paths}, {})))
        EXPECT_EQ(name.find('/'), std::string::npos) << name;
    const SweepAxis alike{"run.device", {"a/b", "a:b"}};
    test::expectError(ErrorKind::InvalidInput, {"run.device", "device=a-b"}, [&] {
        (void)sweepRuns({"a.yaml"}, {{"device", alike.values}, {"run.device", {"x"}}}, {});
    });
    SweepAxis many{"lr", {}};
    for (int i = 1; i <= 1001; ++i)
        many.values.push_back(std::to_string(i));
    test::expectError(ErrorKind::InvalidInput, {"1000"},
                      [&] { (void)sweepRuns({"a.yaml"}, {many}, {}); });
}

TEST(SweepPlan, is_read_as_it_was_written_and_damage_is_told) {
    const test::TempFolder folder;
    const SweepPlan plan{"/work", "val/a/psnr", true,
                         sweepRuns({"a.yaml"}, {{"lr", {"1", "2"}}}, {"x=1"})};
    writeSweepPlan(folder / "s", plan);
    EXPECT_TRUE(isSweep(folder / "s"));
    const SweepPlan read = readSweepPlan(folder / "s");
    EXPECT_EQ(read.figure, plan.figure);
    EXPECT_TRUE(read.stopsByMedian);
    ASSERT_EQ(read.runs.size(), 2U);
    EXPECT_EQ(read.runs[1].name, "lr=2");
    EXPECT_EQ(read.runs[1].settings, plan.runs[1].settings);
    test::expectError(ErrorKind::NotFound, {"no sweep"},
                      [&] { (void)readSweepPlan(folder / "t"); });
    for (
        const char* text :
        {"", "[]", "{\"version\":1}",
         R"({"version":1,"folder":"/","figure":"","median_stopping":false,"runs":[{"name":"../x","config":"a","settings":[]}]})",
         R"({"version":1,"folder":"/","figure":"","median_stopping":false,"runs":[{"name":"..","config":"a","settings":[]}]})"}) {
        std::ofstream(folder / "s/sweep.json") << text;
        test::expectError(ErrorKind::Corrupt, {"sweep.json"},
                          [&] { (void)readSweepPlan(folder / "s"); });
    }
}
