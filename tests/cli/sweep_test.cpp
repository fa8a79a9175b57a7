// Sweeps: each run a process of its own, a table at the end, nothing lost on the way.
#include "core/runs/control/steer_run.h"
#include "tests/cli/train_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

using namespace unlit;
using nlohmann::json;
using test::objectOf;
using test::ProcessResult;
using testing::HasSubstr;

namespace {

class Sweep : public test::TrainCommandTest {
protected:
    /// The built program: it starts itself.
    ProcessResult sweep(const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"sweep", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::runUnlit(arguments, {.isExecuted = true});
    }

    std::vector<std::string> newSweep(const std::string& recipe,
                                      const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"--config", recipe, "--output", text("sweep")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }

    bool isThere(const std::string& run) const {
        return std::filesystem::exists(path("sweep/" + run + "/config.yaml"));
    }

    std::ptrdiff_t linesOf(const std::string& file) const {
        std::ifstream stream(path(file));
        return std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
    }

    static std::vector<std::string> statusesOf(const ProcessResult& result) {
        std::vector<std::string> statuses;
        const json object = objectOf(result);
        for (const json& run : object.at("runs"))
            statuses.push_back(run.at("name").get<std::string>() + " " +
                               run.at("status").get<std::string>());
        return statuses;
    }

    std::string listed(const std::vector<std::string>& more) const {
        std::vector<std::string> arguments = {"run", "list", text("sweep"), "--csv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::runUnlit(arguments).output;
    }
};

} // namespace

TEST_F(Sweep, trains_every_combination_and_lists_what_differs) {
    const std::string recipe = config("small");
    const auto result =
        sweep(newSweep(recipe, {"--grid", "lr=1e-4,3e-4", "--grid", "optimizer.name=Adam,SGD",
                                "max_iter=2", "trainer.validation_period=2"}));
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(statusesOf(result),
                testing::ElementsAre("lr=1e-4_name=Adam finished", "lr=1e-4_name=SGD finished",
                                     "lr=3e-4_name=Adam finished", "lr=3e-4_name=SGD finished"));
    const std::string table = listed({"--differing", "--sort", "lr", "--reverse"});
    EXPECT_THAT(table, testing::StartsWith("name,status,step,best,lr,"));
    EXPECT_THAT(table, HasSubstr("optimizer.name\n"));
    EXPECT_LT(table.find("lr=3e-4_name=SGD,finished,2,"), table.find("lr=1e-4_name=Adam"));
    const std::string fast = listed({"--where", "lr>2e-4", "--column", "lr"});
    EXPECT_THAT(fast, HasSubstr("lr=3e-4_name=SGD,finished,2,"));
    EXPECT_THAT(fast, testing::Not(HasSubstr("lr=1e-4_name=SGD")));
    // Labels stand in the runs; the archive is out of the way until it is asked for.
    const std::string first = text("sweep/lr=1e-4_name=Adam");
    const std::string second = text("sweep/lr=1e-4_name=SGD");
    const auto tagged = test::runUnlit(
        {"run", "tag", first, second, "--add", "slow", "--group", "rates", "--json"});
    EXPECT_EQ(tagged.exitCode, 0) << tagged.errors;
    EXPECT_EQ(objectOf(tagged).at("runs").at(1).at("group"), "rates");
    EXPECT_EQ(test::runUnlit({"run", "tag", second, "--remove", "slow"}).exitCode, 0);
    const std::string slow = listed({"--where", "tag=slow group=rates", "--column", "tags"});
    EXPECT_THAT(slow, HasSubstr("name=Adam,finished"));
    EXPECT_THAT(slow, testing::Not(HasSubstr("name=SGD")));
    EXPECT_EQ(test::runUnlit({"run", "archive", first}).exitCode, 0);
    EXPECT_THAT(listed({}), testing::Not(HasSubstr("lr=1e-4_name=Adam")));
    EXPECT_THAT(listed({"--archived"}), HasSubstr("lr=1e-4_name=Adam"));
    EXPECT_THAT(listed({"--where", "archived=yes"}), HasSubstr("lr=1e-4_name=Adam"));
    EXPECT_EQ(test::runUnlit({"run", "archive", first, "--restore"}).exitCode, 0);
    EXPECT_THAT(listed({}), HasSubstr("lr=1e-4_name=Adam"));
    EXPECT_EQ(test::runUnlit({"run", "tag", first, "--add", "two words"}).exitCode, 2);
    EXPECT_EQ(test::runUnlit({"run", "tag", first, "--group", "a", "--no-group"}).exitCode, 2);
    EXPECT_EQ(test::runUnlit({"run", "archive", text("nowhere")}).exitCode, 1);
    // Again: there is nothing left to do, and no second sweep in its place.
    const auto again = sweep({"--resume", text("sweep")});
    EXPECT_EQ(again.exitCode, 0) << again.errors;
    EXPECT_EQ(sweep(newSweep(recipe, {"--grid", "lr=1"})).exitCode, 2);
}

TEST_F(Sweep, a_slip_is_found_before_the_first_run_begins) {
    const std::string recipe = config("small");
    for (const char* grid :
         {"lrr=1,2", "lr=1e-4,fast", "lr=", "lr", "lr=1,1", "trainer.save_period=5,-3"}) {
        const auto result = sweep(newSweep(recipe, {"--grid", grid}));
        EXPECT_EQ(result.exitCode, 2) << grid << result.errors;
        EXPECT_FALSE(std::filesystem::exists(path("sweep"))) << grid;
    }
    EXPECT_EQ(sweep(newSweep(text("nowhere.yaml"), {"--grid", "lr=1"})).exitCode, 2);
    const auto dry = sweep(newSweep(recipe, {"--grid", "lr=0.1,0.2", "--dry-run"}));
    EXPECT_EQ(dry.exitCode, 0) << dry.errors;
    EXPECT_EQ(objectOf(dry).at("runs").size(), 2U);
    EXPECT_FALSE(std::filesystem::exists(path("sweep")));
}

TEST_F(Sweep, what_would_do_nothing_or_the_wrong_thing_is_refused) {
    const std::string recipe = config("small");
    const auto isRefused = [&](const std::vector<std::string>& more, const std::string& words) {
        const auto result = sweep(more);
        EXPECT_EQ(result.exitCode, 2) << result.errors;
        EXPECT_THAT(result.errors, HasSubstr(words));
    };
    isRefused(newSweep(recipe, {"--grid", "lr=1e-4", "--figure", "val/small/psnr"}),
              "tell val/val/psnr");
    isRefused(newSweep(recipe, {"--grid", "lr=1e-4,2e-4", "--figure", "val/val/lmse"}),
              "tell val/val/psnr");
    isRefused(newSweep(recipe, {"--grid", "eval.eval_metrics=[psnr, lmse],[psnr]", "--figure",
                                "val/val/lmse"}),
              "val/val/lmse is measured by no run");
    isRefused(newSweep(recipe, {"--grid", "lr=1e-4", "--figure", "train/speed"}), "better");
    isRefused(newSweep(recipe, {"--zip", "lr=1e-4,3e-4", "--zip", "max_iter=2"}),
              "lr has 2, max_iter 1");
    isRefused(newSweep(recipe, {"--grid", "run.name=a,b"}), "run.name");
    isRefused(newSweep(recipe, {"--grid", "lr=1e-4", "run.output_dir=elsewhere"}),
              "run.output_dir");
    EXPECT_FALSE(std::filesystem::exists(path("sweep")));
    isRefused({"--resume", text("sweep"), "--median-stopping"}, "stands alone");
    // A run that no sweep made is not taken for one of its own.
    std::filesystem::create_directories(path("sweep/lr=1e-4"));
    std::ofstream(path("sweep/lr=1e-4/config.yaml")) << "max_iter: 1\n";
    isRefused(newSweep(recipe, {"--grid", "lr=1e-4,3e-4"}), "of no sweep");
    EXPECT_FALSE(std::filesystem::exists(path("sweep/lr=3e-4")));
}

TEST_F(Sweep, settings_go_together_and_runs_are_compared_by_a_figure_of_choice) {
    const std::string recipe = config("small");
    const auto result = sweep(newSweep(
        recipe, {"--zip", "lr=1e-4,3e-4", "--zip", "max_iter=2,3", "--figure", "val/val/mse",
                 "trainer.validation_period=1", "eval.eval_metrics=[psnr, mse]"}));
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(statusesOf(result),
                testing::ElementsAre("lr=1e-4_max_iter=2 finished", "lr=3e-4_max_iter=3 finished"));
    const json runs = objectOf(result).at("runs");
    EXPECT_EQ(runs.at(1).at("step"), 3);
    EXPECT_LT(runs.at(1).at("best").get<double>(), 1) << "an error of values from 0 to 1";
    EXPECT_THAT(listed({"--column", "val/val/psnr"}), HasSubstr("lr=3e-4_max_iter=3,finished,3,"));
}

TEST_F(Sweep, names_its_runs_whatever_the_recipe_says) {
    const std::string recipe = config("small");
    std::ofstream(recipe, std::ios::app) << "\n";
    const std::string dated = text("dated.yaml");
    std::ofstream(dated) << "base_config: [" << recipe << "]\nrun: {add_datetime_prefix: true}\n";
    const auto result = sweep(newSweep(dated, {"--grid", "lr=1e-4", "max_iter=1"}));
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(statusesOf(result), testing::ElementsAre("lr=1e-4 finished"));
}

TEST_F(Sweep, a_run_that_fails_costs_the_others_nothing) {
    const std::string recipe = config("small");
    std::filesystem::create_directories(path("sweep/lr=1e-4")); // something is in its way
    const auto result = sweep(newSweep(recipe, {"--grid", "lr=1e-4,3e-4", "max_iter=1"}));
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(statusesOf(result), testing::ElementsAre("lr=1e-4 failed", "lr=3e-4 finished"));
    const json object = objectOf(result);
    EXPECT_THAT(object.at("runs").at(0).at("note").get<std::string>(),
                HasSubstr("there is a run already"));
    std::filesystem::remove(path("sweep/lr=1e-4"));
    const auto again = sweep({"--resume", text("sweep")});
    EXPECT_EQ(again.exitCode, 0) << again.errors;
    EXPECT_THAT(statusesOf(again), testing::ElementsAre("lr=1e-4 finished", "lr=3e-4 finished"));
}

TEST_F(Sweep, one_that_is_stopped_or_killed_goes_on_where_it_was) {
    const std::string recipe = config("small");
    std::vector<std::string> arguments = {"sweep", "--json"};
    for (const std::string& word :
         newSweep(recipe, {"--grid", "lr=1e-4,3e-4", "max_iter=90", "--quiet",
                           "trainer.validation_period=0", "trainer.save_period=20"}))
        arguments.push_back(word);
    const auto begun = [&](const std::string& run) {
        while (linesOf("sweep/" + run + "/metrics.jsonl") < 3)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
    };
    {
        test::Process process(arguments, {.isExecuted = true});
        begun("lr=1e-4");
        process.sendSignal(SIGINT);
        const auto stopped = process.wait();
        EXPECT_EQ(stopped.exitCode, 75) << stopped.errors;
        EXPECT_FALSE(isThere("lr=3e-4"));
    }
    {
        // Asked by way of its folder, which does the same.
        test::Process process({"sweep", "--resume", text("sweep")}, {.isExecuted = true});
        while (test::runUnlit({"run", "status", text("sweep/lr=1e-4")}).exitCode != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        const auto asked = sweep({"--stop", text("sweep")});
        EXPECT_EQ(asked.exitCode, 0) << asked.errors;
        EXPECT_TRUE(objectOf(asked).at("stop_asked").get<bool>());
        const auto stopped = process.wait();
        EXPECT_EQ(stopped.exitCode, 75) << stopped.errors;
        EXPECT_FALSE(isThere("lr=3e-4"));
        const auto nobody = sweep({"--stop", text("sweep")});
        EXPECT_EQ(nobody.exitCode, 1);
        EXPECT_THAT(nobody.errors, HasSubstr("no process"));
        EXPECT_EQ(sweep({"--stop", text("sweep"), "--dry-run"}).exitCode, 2);
    }
    {
        test::Process process({"sweep", "--resume", text("sweep")}, {.isExecuted = true});
        while (test::runUnlit({"run", "status", text("sweep/lr=1e-4")}).exitCode != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        // A second one has to leave it to the first.
        const auto second = sweep({"--resume", text("sweep")});
        EXPECT_EQ(second.exitCode, 1);
        EXPECT_THAT(second.errors, HasSubstr("another process"));
        process.sendSignal(SIGKILL);
        process.wait();
    }
    // The run outlives it, or has ended: either way all come to their end, none twice.
    const auto result = sweep({"--resume", text("sweep")});
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(statusesOf(result), testing::ElementsAre("lr=1e-4 finished", "lr=3e-4 finished"));
    std::ifstream events(path("sweep/lr=1e-4/events.jsonl"));
    int processes = 0;
    for (std::string line; std::getline(events, line);)
        processes += json::parse(line).at("kind") == "process" ? 1 : 0;
    EXPECT_EQ(processes, 3); // the first, and those that were resumed
}
