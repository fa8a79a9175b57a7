// The way of a run to trackers of experiments, with stand-ins in the place of their Python
// packages.
#include "tests/cli/train_fixture.h"
#include "tests/support/file_text.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

using namespace unlit;
using nlohmann::json;
using test::runUnlit;
using testing::HasSubstr;

namespace {

class Trackers : public test::TrainCommandTest {
protected:
    void SetUp() override {
        TrainCommandTest::SetUp();
        config("mine");
        const auto begun = runUnlit(trainArguments("mine", {"max_iter=7"}));
        ASSERT_EQ(begun.exitCode, 0) << begun.errors;
    }

    /// Runs the script, and tells what the stand-in was called with.
    std::vector<json> send(const std::string& more, int exitCode = 0) {
        const std::filesystem::path source = UNLIT_SOURCE_DIR;
        const auto log = path("calls.jsonl"), said = path("said");
        std::filesystem::remove(log);
        const std::string command =
            "UNLIT_TRACKER_LOG='" + log.string() + "' PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" +
            m_packages + "' python3 '" + (source / "docs/examples/trackers/send_run.py").string() +
            "' '" + runFile("mine", "").string() + "' --unlit '" + UNLIT_PROGRAM + "' " + more +
            " 2> '" + said.string() + "'";
        EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), exitCode) << test::textOf(said);
        m_said = test::textOf(said);
        std::vector<json> calls;
        std::ifstream lines(log);
        for (std::string line; std::getline(lines, line);)
            calls.push_back(json::parse(line));
        return calls;
    }

    static std::vector<int> stepsOf(const std::vector<json>& calls) {
        std::vector<int> steps;
        for (const json& call : calls)
            if (call.contains("step"))
                steps.push_back(call.at("step"));
        return steps;
    }

    std::string m_packages =
        (std::filesystem::path(UNLIT_SOURCE_DIR) / "tests/cli/trackers").string();
    std::string m_said;
};

TEST_F(Trackers, weights_and_biases_gets_settings_and_each_step_once) {
    const std::vector<json> calls = send("--to wandb --project albedo");
    ASSERT_EQ(calls.size(), 9U) << "begin, seven steps, end";
    EXPECT_EQ(calls.front().at("project"), "albedo");
    EXPECT_EQ(calls.front().at("name"), "mine");
    EXPECT_EQ(calls.front().at("resume"), "allow");
    EXPECT_EQ(calls.front().at("config").at("max_iter"), 7);
    EXPECT_EQ(calls.front().at("config").at("dataloader.effective_batch_size"), 4);
    EXPECT_EQ(stepsOf(calls), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
    EXPECT_TRUE(calls[5].at("data").contains("train/loss"));
    EXPECT_TRUE(calls[5].at("data").contains("val/val/psnr")) << "of the same step";
    EXPECT_EQ(calls.back().at("exit_code"), 0);
}

TEST_F(Trackers, a_run_that_went_on_keeps_its_id_and_sends_the_rest) {
    const std::vector<json> first = send("--to wandb");
    const auto resumed =
        runUnlit({"train", "--resume", runFile("mine", "").string(), "max_iter=9"});
    ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    const std::vector<json> second = send("--to wandb");
    EXPECT_EQ(second.front().at("id"), first.front().at("id"));
    EXPECT_EQ(stepsOf(second), (std::vector<int>{8, 9}));
}

TEST_F(Trackers, mlflow_gets_parameters_once_and_how_it_ended) {
    const std::vector<json> first = send("--to mlflow --project albedo");
    EXPECT_EQ(first.front().at("name"), "albedo");
    json parameters;
    for (const json& call : first)
        if (call.at("call") == "log_params")
            parameters.update(call.at("params"));
    EXPECT_EQ(parameters.at("max_iter"), "7");
    EXPECT_EQ(stepsOf(first), (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(first.back().at("status"), "FINISHED");

    std::ofstream(runFile("mine", "events.jsonl"), std::ios::app)
        << R"({"version":1,"time":"2026-01-01T00:00:00Z","step":7,"kind":"failed"})"
        << "\n";
    const std::vector<json> second = send("--to mlflow");
    EXPECT_EQ(second[1].at("run_id"), "0123abcd");
    EXPECT_EQ(stepsOf(second), std::vector<int>{});
    EXPECT_EQ(second.back().at("status"), "FAILED");
    for (const json& call : second)
        EXPECT_NE(call.at("call"), "log_params");
}

TEST_F(Trackers, a_step_under_way_waits_for_its_validation) {
    const std::string events = test::textOf(runFile("mine", "events.jsonl"));
    std::ofstream(runFile("mine", "events.jsonl"))
        << events.substr(0, events.rfind("\n", events.find("\"kind\":\"complete\"")) + 1);
    EXPECT_EQ(stepsOf(send("--to mlflow")), (std::vector<int>{1, 2, 3, 4, 5, 6}));
}

TEST_F(Trackers, what_is_missing_is_said) {
    m_packages = path("nowhere").string();
    send("--to wandb", 1);
    EXPECT_THAT(m_said, HasSubstr("pip install wandb"));
    std::filesystem::remove(runFile("mine", "events.jsonl"));
    send("--to wandb", 1);
    EXPECT_THAT(m_said, HasSubstr("is no run"));
}

} // namespace
