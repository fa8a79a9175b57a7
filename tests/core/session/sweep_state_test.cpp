#include "core/session/train/sweep_state.h"

#include "core/session/train/sweep_check.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <fstream>

using namespace unlit;

namespace {

class SweepState : public testing::Test {
protected:
    void makePlan() const { writeSweepPlan(m_sweep, {"/", "", false, {{"a", "r.yaml", {}}}}); }

    test::TempFolder m_folder;
    std::filesystem::path m_sweep = m_folder.path() / "sweep";
};

} // namespace

TEST_F(SweepState, one_process_has_it_and_those_who_look_take_it_from_nobody) {
    EXPECT_FALSE(SweepLock::isTaken(m_sweep));
    makePlan();
    EXPECT_FALSE(SweepLock::isTaken(m_sweep));
    {
        const SweepLock lock(m_sweep);
        EXPECT_TRUE(SweepLock::isTaken(m_sweep));
        EXPECT_TRUE(SweepLock::isTaken(m_sweep));
        test::expectError(ErrorKind::InvalidInput, {"another process"},
                          [&] { const SweepLock second(m_sweep); });
    }
    EXPECT_FALSE(SweepLock::isTaken(m_sweep));
    const SweepLock again(m_sweep);
}

TEST_F(SweepState, who_nobody_goes_through_cannot_be_asked_to_stop) {
    test::expectError(ErrorKind::NotFound, {"no sweep"}, [&] { askSweepToStop(m_sweep); });
    makePlan();
    test::expectError(ErrorKind::InvalidInput, {"no process"}, [&] { askSweepToStop(m_sweep); });
    EXPECT_FALSE(isSweepAskedToStop(m_sweep));
    const SweepLock lock(m_sweep);
    askSweepToStop(m_sweep);
    EXPECT_TRUE(isSweepAskedToStop(m_sweep));
    forgetSweepStop(m_sweep);
    EXPECT_FALSE(isSweepAskedToStop(m_sweep));
}

TEST_F(SweepState, what_became_of_runs_is_kept_and_a_broken_file_says_nothing) {
    makePlan();
    EXPECT_TRUE(readSweepRunsBehind(m_sweep).empty());
    EXPECT_TRUE(readSweepProblems(m_sweep).empty());
    writeSweepRunsBehind(m_sweep, {{"a", 40}});
    writeSweepProblems(m_sweep, {{"b", "no model \xff there"}});
    EXPECT_EQ(readSweepRunsBehind(m_sweep), (SweepRunsBehind{{"a", 40}}));
    EXPECT_THAT(readSweepProblems(m_sweep).at("b"), testing::StartsWith("no model "));
    std::ofstream(m_sweep / "stopped_behind.json") << "{\"a\": \"soon\", \"b\"";
    std::ofstream(m_sweep / "did_not_begin.json") << "[1]";
    EXPECT_TRUE(readSweepRunsBehind(m_sweep).empty());
    EXPECT_TRUE(readSweepProblems(m_sweep).empty());
}

TEST_F(SweepState, the_first_run_that_cannot_be_trained_is_named) {
    const auto runs = sweepRuns({"r.yaml"}, {{"lr", {"1e-4", "fast", "-1"}}}, {"max_iter=5"});
    std::vector<std::string> asked;
    const auto load = [&](const SweepRun& run, const std::vector<std::string>& settings) {
        asked.push_back(run.name);
        return config::loadConfigText("model: {pretrained_path: m}\n"
                                      "dataset: {train: {dir: t, filenames: f.txt}}\n",
                                      "r.yaml", settings);
    };
    const auto fault = faultInSweep(runs, "", load);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->run, "lr=fast");
    EXPECT_TRUE(fault->programs.empty());
    EXPECT_THAT(asked, testing::ElementsAre("lr=1e-4", "lr=fast"));
    EXPECT_FALSE(faultInSweep({runs[0]}, "", load));
}
