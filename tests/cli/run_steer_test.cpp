// A run that another process trains is asked from outside, by its folder alone.
#include "core/runs/control/control_socket.h"
#include "core/runs/control/run_request.h"
#include "tests/cli/train_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <sys/stat.h>

using namespace unlit;
using nlohmann::json;
using test::objectOf;
using test::Process;
using test::ProcessResult;
using test::runUnlit;
using testing::HasSubstr;

namespace {

class RunSteering : public test::TrainCommandTest {
protected:
    /// A run that goes on until it is stopped.
    std::vector<std::string> endless(const std::string& run) {
        config(run);
        return trainArguments(run, {"--quiet", "max_iter=100000", "trainer.save_period=0",
                                    "trainer.validation_period=0"});
    }

    void waitForSteps(const std::string& run, int steps) const {
        while (!hasSteps(run, steps))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    ProcessResult ask(const std::string& verb, const std::string& run,
                      std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"run", verb, text("runs/" + run)});
        return runUnlit(more);
    }

    void askAndWait(const std::string& verb, const std::string& run,
                    std::vector<std::string> more = {}) const {
        more.emplace_back("--wait");
        const ProcessResult result = ask(verb, run, more);
        EXPECT_EQ(result.exitCode, 0) << verb << result.errors;
    }

    json statusOf(const std::string& run) const { return objectOf(ask("status", run, {"--json"})); }

    std::vector<json> records(const std::string& run, const std::string& kind) const {
        std::ifstream file(runFile(run, "events.jsonl"));
        std::vector<json> found;
        for (std::string line; std::getline(file, line);)
            if (json record = json::parse(line); record.at("kind") == kind)
                found.push_back(std::move(record));
        return found;
    }

    bool hasSocket(const std::string& run) const {
        return std::filesystem::exists(runs::controlSocketOf(runFile(run, "")));
    }
};

} // namespace

TEST_F(RunSteering, histograms_go_where_tensorboard_looks) {
    Process process(endless("far"));
    waitForSteps("far", 2);
    EXPECT_EQ(ask("histograms", "far").exitCode, 0);
    const auto areThere = [this] {
        for (const auto& entry :
             std::filesystem::directory_iterator(runFile("far", "tensorboard"))) {
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string bytes((std::istreambuf_iterator<char>(file)), {});
            if (bytes.find("gradients/conv_in.weight") != std::string::npos)
                return true;
        }
        return false;
    };
    for (int i = 0; i < 2000 && !areThere(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(areThere());
    EXPECT_EQ(ask("stop", "far", {"--wait"}).exitCode, 0);
}

TEST_F(RunSteering, every_verb_is_done_and_stands_in_the_record) {
    Process process(endless("far"));
    waitForSteps("far", 2);
    askAndWait("pause", "far");
    const json paused = statusOf("far");
    EXPECT_EQ(paused.at("paused"), true);
    EXPECT_EQ(paused.at("max_step"), 100000);
    EXPECT_GE(paused.at("step").get<int>(), 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(statusOf("far").at("step"), paused.at("step"));
    // All of it also while the run holds still.
    askAndWait("save", "far");
    askAndWait("save", "far"); // there is nothing to write, and still an answer
    askAndWait("validate", "far");
    askAndWait("rate", "far", {"2e-4", "--force"});
    EXPECT_TRUE(std::filesystem::exists(runFile("far", "checkpoint/latest/trainer_state.json")));
    askAndWait("continue", "far");
    EXPECT_EQ(statusOf("far").at("paused"), false);
    askAndWait("stop", "far");
    EXPECT_EQ(process.wait().exitCode, 75);
    for (const char* kind :
         {"paused", "continued", "validation_asked", "learning_rate", "stopped"}) {
        ASSERT_EQ(records("far", kind).size(), 1U) << kind;
        EXPECT_EQ(records("far", kind).front().at("by"), "terminal") << kind;
    }
    EXPECT_EQ(records("far", "learning_rate").front().at("to"), 2e-4);
    EXPECT_FALSE(hasSocket("far"));
}

TEST_F(RunSteering, a_validation_without_a_set_is_not_waited_for) {
    auto arguments = endless("blind");
    arguments.emplace_back("dataset.val=[]");
    Process process(arguments);
    waitForSteps("blind", 2);
    const ProcessResult result = ask("validate", "blind", {"--wait"});
    EXPECT_NE(result.exitCode, 0);
    EXPECT_THAT(result.errors, HasSubstr("has no validation set"));
    EXPECT_EQ(ask("validate", "blind").exitCode, 0);
    askAndWait("stop", "blind");
    EXPECT_EQ(process.wait().exitCode, 75);
}

TEST_F(RunSteering, does_not_change_what_is_learnt) {
    config("alone");
    ASSERT_EQ(runUnlit(trainArguments("alone", {"--quiet"})).exitCode, 0);
    config("asked");
    Process process(trainArguments("asked", {"--quiet"}));
    waitForSteps("asked", 1);
    for (const char* verb : {"pause", "save", "continue"})
        (void)ask(verb, "asked", {"--wait"}); // it may be over: then there is less to show
    EXPECT_EQ(process.wait().exitCode, 0);
    EXPECT_EQ(traceOf("asked"), traceOf("alone"));
}

TEST_F(RunSteering, a_rate_far_off_is_asked_about) {
    Process process(endless("rate"));
    waitForSteps("rate", 2);
    const double now = statusOf("rate").at("base_rate");
    for (const double factor : {11.0, 1 / 11.0}) {
        const auto refused = ask("rate", "rate", {std::to_string(now * factor * 1000) + "e-3"});
        EXPECT_EQ(refused.exitCode, 2);
        EXPECT_THAT(refused.errors, HasSubstr("--force"));
    }
    for (const char* rate : {"0", "-1e-4", "nan", "1e-4x", "inf", "1.5"})
        EXPECT_EQ(ask("rate", "rate", {"--", rate}).exitCode, 2) << rate;
    EXPECT_TRUE(records("rate", "learning_rate").empty());
    askAndWait("rate", "rate", {std::to_string(now * 2000) + "e-3"});
    EXPECT_EQ(records("rate", "learning_rate").size(), 1U);
    EXPECT_DOUBLE_EQ(statusOf("rate").at("base_rate"), now * 2);
    process.sendSignal(SIGTERM);
    EXPECT_EQ(process.wait().exitCode, 75);
}

TEST_F(RunSteering, a_socket_that_was_left_behind_is_no_run) {
    {
        Process process(endless("left"));
        waitForSteps("left", 2);
        askAndWait("save", "left");
        process.sendSignal(SIGKILL);
        process.wait();
    }
    ASSERT_TRUE(hasSocket("left"));
    const auto nobody = ask("pause", "left");
    EXPECT_EQ(nobody.exitCode, 1);
    EXPECT_THAT(nobody.errors, HasSubstr("no process trains"));
    EXPECT_THAT(nobody.errors, HasSubstr("unlit train --resume"));
    Process again(resumeArguments("left", {"--quiet"}));
    while (records("left", "resumed").empty()) // until then the socket is nobody's still
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    waitForSteps("left", static_cast<int>(records("left", "resumed").back().at("step")) + 2);
    askAndWait("stop", "left");
    EXPECT_EQ(again.wait().exitCode, 75);
    EXPECT_FALSE(hasSocket("left"));
}

TEST_F(RunSteering, a_run_of_another_machine_names_it) {
    config("distant");
    ASSERT_EQ(runUnlit(trainArguments("distant", {"--quiet", "max_iter=2"})).exitCode, 0);
    std::ofstream(runFile("distant", "events.jsonl"))
        << R"({"version":1,"time":"2026-01-01T00:00:00.000Z","step":0,"kind":"process",)"
        << R"("program":"unlit","command":[],"host":"node-of-dreams","pid":4711})" << '\n';
    const auto result = ask("pause", "distant");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.errors, HasSubstr("node-of-dreams"));
    EXPECT_THAT(result.errors, HasSubstr("4711"));
    EXPECT_EQ(ask("pause", "nowhere").exitCode, 1);
}

TEST_F(RunSteering, nonsense_costs_the_run_nothing) {
    Process process(endless("nonsense"));
    waitForSteps("nonsense", 1);
    const auto run = runFile("nonsense", "");
    constexpr auto kPatience = std::chrono::seconds(5);
    for (const std::string& line :
         {std::string("\n"), std::string("{}\n"), std::string("[1,2]\n"),
          std::string("{\"verb\":7}\n"), std::string("{\"verb\":\"explode\"}\n"),
          std::string("{\"verb\":\"rate\"}\n"),
          std::string("{\"verb\":\"rate\",\"learning_rate\":-1}\n")}) {
        const auto socket = runs::connectTo(run);
        ASSERT_TRUE(runs::writeLine(socket, line, kPatience));
        const auto answer = runs::readLine(socket, kPatience);
        ASSERT_TRUE(answer.has_value()) << line;
        EXPECT_NE(runs::answerOf(*answer).problem, "") << line;
    }
    { // more than a request may be, and one who never ends his line
        const auto flood = runs::connectTo(run);
        (void)runs::writeLine(flood, std::string(1 << 20, 'x'), kPatience);
        EXPECT_FALSE(runs::readLine(flood, kPatience).has_value());
        const auto silent = runs::connectTo(run);
        ASSERT_TRUE(runs::writeLine(silent, "{", kPatience));
        EXPECT_EQ(statusOf("nonsense").at("paused"), false); // answered behind him
    }

    struct stat facts {};

    ASSERT_EQ(stat(runs::controlSocketOf(run).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777U, 0600U);
    EXPECT_TRUE(records("nonsense", "learning_rate").empty());
    askAndWait("stop", "nonsense");
    EXPECT_EQ(process.wait().exitCode, 75);
}

TEST_F(RunSteering, a_folder_deeper_than_addresses_are_long) {
    config("deep");
    std::string output = "runs";
    for (int level = 0; level < 6; ++level)
        output += "/" + std::string(40, static_cast<char>('a' + level));
    std::vector<std::string> arguments =
        trainArguments("deep", {"--quiet", "max_iter=100000", "--output-dir", text(output)});
    Process process(arguments);
    const std::string run = text(output + "/deep");
    while (runUnlit({"run", "status", run}).exitCode != 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(runUnlit({"run", "stop", run, "--wait"}).exitCode, 0);
    EXPECT_EQ(process.wait().exitCode, 75);
}

TEST_F(RunSteering, a_run_without_a_socket_is_trained_all_the_same) {
    config("mute");
    ASSERT_EQ(runUnlit(trainArguments("mute", {"--quiet", "max_iter=3"})).exitCode, 0);
    std::filesystem::create_directories(runs::controlSocketOf(runFile("mute", "")) / "in the way");
    const auto result = runUnlit(resumeArguments("mute", {"--extend", "2"}));
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(result.errors, HasSubstr("cannot be asked by other programs"));
}
