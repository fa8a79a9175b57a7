// How trainings end, are changed, extended, branched: exit codes, records, what a resume may
// change.
#include "core/base/log.h"
#include "tests/cli/train_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

using namespace unlit;
using nlohmann::json;
using test::objectOf;
using test::Process;
using test::runUnlit;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

class TrainCourse : public test::TrainCommandTest {
protected:
    std::vector<json> records(const std::string& run) const {
        std::ifstream file(runFile(run, "events.jsonl"));
        std::vector<json> found;
        for (std::string line; std::getline(file, line);)
            found.push_back(json::parse(line));
        return found;
    }

    std::vector<json> records(const std::string& run, const std::string& kind) const {
        std::vector<json> found = records(run);
        std::erase_if(found, [&](const json& record) { return record.at("kind") != kind; });
        return found;
    }

    std::vector<double> ratesOf(const std::string& run) const {
        std::ifstream file(runFile(run, "metrics.jsonl"));
        std::vector<double> rates;
        for (std::string line; std::getline(file, line);)
            if (const json row = json::parse(line); row.contains("lr"))
                rates.push_back(row.at("lr"));
        return rates;
    }

    void waitForSteps(const std::string& run, int steps) const {
        while (!hasSteps(run, steps))
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    std::string settingOf(const std::string& run, const std::string& key) const {
        const auto shown = runUnlit({"config", "show", runFile(run, "").string(), "--json"});
        return objectOf(shown).at("config").at(json::json_pointer(key)).dump();
    }

    /// The fixture's curve ends after twelve steps; this one with the run.
    static constexpr const char* kCurveOfRun = "lr_scheduler.kwargs.total_iter=null";

    void finished(const std::string& run, const std::vector<std::string>& more = {}) {
        config(run);
        std::vector<std::string> arguments = {"--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto result = runUnlit(trainArguments(run, arguments));
        ASSERT_EQ(result.exitCode, 0) << result.errors;
    }
};

} // namespace

TEST_F(TrainCourse, a_complete_run_ends_with_0_and_says_what_it_came_to) {
    config("small");
    const auto result = runUnlit(trainArguments("small", {"--json"}));
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    const json object = objectOf(result);
    EXPECT_EQ(object.at("outcome"), "complete");
    EXPECT_GT(object.at("figures").at("train/loss").get<double>(), 0);
    EXPECT_GT(object.at("validation").at("val").at("psnr").get<double>(), 0);
    EXPECT_TRUE(object.at("best").at("step") == 5 || object.at("best").at("step") == 10) << object;
    EXPECT_EQ(records("small").front().at("kind"), "process");
    EXPECT_EQ(records("small").back().at("kind"), "complete");
    EXPECT_EQ(records("small", "started").size(), 1U);
    EXPECT_EQ(records("small", "validated").size(), 2U);
}

TEST_F(TrainCourse, every_signal_that_asks_saves_and_ends_with_75) {
    for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
        const std::string run = "cut" + std::to_string(signal);
        config(run);
        Process process(trainArguments(run, {"--json", "max_iter=100000"}));
        waitForSteps(run, 2);
        process.sendSignal(signal);
        const auto result = process.wait();
        EXPECT_EQ(result.exitCode, 75) << signal << result.errors;
        EXPECT_EQ(objectOf(result).at("outcome"), "stopped");
        EXPECT_EQ(records(run).back().at("kind"), "stopped");
        EXPECT_EQ(records(run).back().at("by"), "signal");
        EXPECT_TRUE(std::filesystem::exists(runFile(run, "checkpoint/latest/trainer_state.json")));
    }
}

TEST_F(TrainCourse, a_batch_systems_second_signal_does_not_cost_the_checkpoint) {
    config("cut");
    Process process(trainArguments("cut", {"max_iter=100000"}));
    waitForSteps("cut", 2);
    process.sendSignal(SIGUSR1);
    process.sendSignal(SIGTERM);
    EXPECT_EQ(process.wait().exitCode, 75);
    EXPECT_EQ(records("cut").back().at("kind"), "stopped");
}

TEST_F(TrainCourse, a_second_interrupt_ends_at_once_with_130) {
    config("cut");
    Process process(trainArguments("cut", {"max_iter=100000"}));
    waitForSteps("cut", 2);
    process.sendSignal(SIGTERM);
    // Of two signals that wait the system hands over the one with the lower number first: SIGINT
    // may be the first to arrive, and then another one, once it is no part of the same key press,
    // is the second.
    process.sendSignal(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    process.sendSignal(SIGINT);
    EXPECT_EQ(process.wait().exitCode, 130);
}

TEST_F(TrainCourse, two_interrupts_of_one_key_press_save_and_end_with_75) {
    config("cut");
    Process process(trainArguments("cut", {"max_iter=100000"}));
    waitForSteps("cut", 2);
    for (int i = 0; i < 3; ++i) { // as `timeout -s INT` does: to the process, then to its group
        process.sendSignal(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    EXPECT_EQ(process.wait().exitCode, 75);
    EXPECT_EQ(records("cut").back().at("kind"), "stopped");
    EXPECT_TRUE(std::filesystem::exists(runFile("cut", "checkpoint/latest/trainer_state.json")));
}

TEST_F(TrainCourse, the_time_limit_ends_with_75) {
    config("timed");
    const auto result =
        runUnlit(trainArguments("timed", {"--json", "max_iter=100000", "run.exit_after=0.005"}));
    EXPECT_EQ(result.exitCode, 75) << result.errors;
    EXPECT_EQ(objectOf(result).at("outcome"), "time is up");
    EXPECT_EQ(records("timed").back().at("by"), "time limit");
}

TEST_F(TrainCourse, a_failure_ends_with_1_and_bad_usage_with_2) {
    config("small");
    EXPECT_EQ(runUnlit(trainArguments("small", {"model.pretrained_path=/nowhere"})).exitCode, 1);
    EXPECT_EQ(runUnlit(trainArguments("small", {"max_iter=many"})).exitCode, 2);
    EXPECT_EQ(
        runUnlit({"train", "--config", text("small.yaml"), "--extend-schedule", "keep"}).exitCode,
        2);
}

TEST_F(TrainCourse, a_device_that_there_is_not_leaves_no_run_behind) {
    config("small");
    const auto result = runUnlit(trainArguments("small", {"--device", "gpu"}));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_THAT(result.errors, HasSubstr("use auto, cpu, cuda or cuda:N"));
    EXPECT_FALSE(std::filesystem::exists(path("runs/small")));
}

TEST_F(TrainCourse, a_run_that_has_lost_its_checkpoints_is_not_trained_over) {
    finished("small", {"max_iter=6"});
    std::filesystem::remove_all(path("runs/small/checkpoint/latest"));
    std::filesystem::remove_all(path("runs/small/checkpoint/previous"));
    const std::vector<double> before = ratesOf("small");
    const auto lost = runUnlit(resumeArguments("small", {"--extend", "1"}));
    EXPECT_EQ(lost.exitCode, 1);
    EXPECT_THAT(lost.errors, HasSubstr("saved at step 6"));
    EXPECT_THAT(lost.errors, HasSubstr("unlit run fork"));
    EXPECT_EQ(ratesOf("small"), before);
    std::filesystem::remove_all(path("runs/small/checkpoint"));
    EXPECT_EQ(runUnlit(resumeArguments("small", {"--extend", "1"})).exitCode, 1);
    EXPECT_EQ(ratesOf("small"), before);
}

TEST_F(TrainCourse, a_table_of_runs_knows_no_misspelt_columns) {
    finished("small", {"max_iter=2"});
    for (const char* filter : {"bset>3", "optimzer.name=Adam", "status=runing"})
        EXPECT_EQ(runUnlit({"run", "list", text("runs"), "--where", filter}).exitCode, 2) << filter;
    EXPECT_EQ(runUnlit({"run", "list", text("runs"), "--column", "nosuch"}).exitCode, 2);
    // No run has been validated yet.
    EXPECT_EQ(runUnlit({"run", "list", text("runs"), "--column", "val/rooms/psnr"}).exitCode, 0);
    EXPECT_EQ(runUnlit({"run", "list", text("runs"), "--sort", "nosuch"}).exitCode, 2);
    // A setting of a section that no run has is a column all the same.
    EXPECT_EQ(runUnlit({"run", "list", text("runs"), "--column", "early_stopping.patience",
                        "--sort", "lr", "--where", "save_period>1"})
                  .exitCode,
              0);
}

TEST_F(TrainCourse, further_steps_keep_the_last_rate) {
    finished("small", {"max_iter=6", kCurveOfRun});
    const double last = ratesOf("small").back();
    const auto extended = runUnlit(resumeArguments("small", {"--extend", "4"}));
    ASSERT_EQ(extended.exitCode, 0) << extended.errors;
    const std::vector<double> rates = ratesOf("small");
    ASSERT_EQ(rates.size(), 10U);
    for (std::size_t i = 6; i < rates.size(); ++i)
        EXPECT_DOUBLE_EQ(rates[i], last) << i;
    std::vector<std::string> changed;
    for (const json& record : records("small", "changed"))
        changed.push_back(record.at("setting").get<std::string>() + " " +
                          record.at("from").get<std::string>() + " " +
                          record.at("to").get<std::string>());
    EXPECT_THAT(changed, testing::UnorderedElementsAre("max_iter 6 10",
                                                       "lr_scheduler.kwargs.total_iter null 6"));
    EXPECT_EQ(settingOf("small", "/max_iter"), "10");
    EXPECT_EQ(runUnlit({"train", "--verify", text("runs/small")}).exitCode, 0);
}

TEST_F(TrainCourse, the_schedule_of_further_steps_can_be_another_one) {
    finished("stretched", {"max_iter=6", kCurveOfRun});
    finished("restarted", {"max_iter=6", kCurveOfRun});
    const double last = ratesOf("stretched").back();
    ASSERT_EQ(
        runUnlit(resumeArguments("stretched", {"--extend", "6", "--extend-schedule", "stretch"}))
            .exitCode,
        0);
    EXPECT_GT(ratesOf("stretched").at(6), last) << "the rate goes up again";
    ASSERT_EQ(runUnlit(resumeArguments("restarted",
                                       {"--extend", "6", "lr=0.001", "lr_scheduler.name=Constant",
                                        "lr_scheduler.kwargs.warmup_steps=0"}))
                  .exitCode,
              0);
    EXPECT_EQ(ratesOf("restarted").back(), 0.001);
    EXPECT_EQ(runUnlit({"train", "--verify", text("runs/restarted")}).exitCode, 0);
}

TEST_F(TrainCourse, a_max_iter_that_is_raised_by_hand_keeps_the_last_rate) {
    finished("small", {"max_iter=6", kCurveOfRun});
    const double last = ratesOf("small").back();
    std::stringstream yaml;
    yaml << std::ifstream(runFile("small", "config.yaml")).rdbuf();
    std::string changed = yaml.str();
    changed.replace(changed.find("max_iter: 6"), 11, "max_iter: 9");
    std::ofstream(runFile("small", "config.yaml")) << changed;
    ASSERT_EQ(runUnlit(resumeArguments("small")).exitCode, 0);
    EXPECT_DOUBLE_EQ(ratesOf("small").back(), last);
    EXPECT_EQ(records("small", "changed").size(), 2U);
}

TEST_F(TrainCourse, a_resume_changes_what_may_change_and_says_so) {
    finished("small", {"max_iter=6"});
    const auto changed = runUnlit(resumeArguments(
        "small", {"--extend", "2", "lr=0.002", "trainer.save_period=1", "logging.file_level=30"}));
    ASSERT_EQ(changed.exitCode, 0) << changed.errors;
    EXPECT_THAT(changed.errors, HasSubstr("trainer.save_period: 2 → 1"));
    EXPECT_EQ(settingOf("small", "/trainer/save_period"), "1");
    std::vector<std::string> keys;
    for (const json& record : records("small", "changed")) {
        keys.push_back(record.at("setting"));
        EXPECT_EQ(record.at("step"), 6);
        EXPECT_EQ(record.at("by"), "terminal");
    }
    EXPECT_THAT(keys, testing::IsSupersetOf({"lr", "trainer.save_period", "logging.file_level"}));
}

TEST_F(TrainCourse, a_resume_takes_the_flags_of_places_and_tells_which_it_passes_over) {
    finished("small", {"max_iter=6"});
    const auto resumed = runUnlit(
        resumeArguments("small", {"--extend", "1", "--base-data-dir", text(""), "--output-dir",
                                  text("elsewhere"), "--do-not-copy-data"}));
    ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_THAT(resumed.errors,
                HasSubstr("--output-dir and --add-datetime-prefix are passed over"));
    EXPECT_FALSE(std::filesystem::exists(path("elsewhere")));
    EXPECT_THAT(settingOf("small", "/run/base_data_dir"), HasSubstr(text("")));
    EXPECT_EQ(settingOf("small", "/dataloader/copy_to_scratch"), "false");
}

TEST_F(TrainCourse, a_resume_refuses_what_may_not_change_and_touches_nothing) {
    finished("small", {"max_iter=6"});
    const auto before = records("small").size();
    const auto refused =
        runUnlit(resumeArguments("small", {"--extend", "2", "dataloader.effective_batch_size=2"}));
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.errors, HasSubstr("dataloader.effective_batch_size was 4, is 2"));
    EXPECT_THAT(refused.errors, HasSubstr("unlit run fork"));
    EXPECT_EQ(records("small").size(), before);
    EXPECT_EQ(settingOf("small", "/max_iter"), "6");
}

TEST_F(TrainCourse, a_fork_of_a_checkpoint_with_state_goes_on_like_the_run_itself) {
    finished("part", {"max_iter=6"});
    const auto forked = runUnlit({"run", "fork", text("runs/part"), "--checkpoint", "latest",
                                  "--output", text("runs/fork"), "--json"});
    ASSERT_EQ(forked.exitCode, 0) << forked.errors;
    EXPECT_EQ(objectOf(forked).at("step"), 6);
    EXPECT_EQ(objectOf(forked).at("state"), true);
    EXPECT_EQ(records("fork").at(1).at("kind"), "forked");
    for (const char* run : {"fork", "part"}) {
        const auto resumed = runUnlit(resumeArguments(run, {"--extend", "6"}));
        ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    }
    EXPECT_EQ(ratesOf("fork").size(), 6U);
    const json part = traceOf("part");
    const json fork = traceOf("fork");
    json last = json::array();
    for (const json& row : part.at("rows"))
        if (row.at("step") > 6)
            last.push_back(row);
    EXPECT_EQ(fork.at("rows"), last);
    EXPECT_EQ(fork.at("state"), part.at("state"));
    EXPECT_EQ(fork.at("unet"), part.at("unet"));
}

TEST_F(TrainCourse, a_fork_of_weights_or_with_another_optimizer_begins_anew) {
    finished("small", {"max_iter=6"});
    const auto weights = runUnlit({"run", "fork", text("runs/small"), "--checkpoint", "iter_000006",
                                   "--output", text("runs/weights"), "max_iter=3", "--json"});
    ASSERT_EQ(weights.exitCode, 0) << weights.errors;
    EXPECT_EQ(objectOf(weights).at("state"), false);
    const auto other =
        runUnlit({"run", "fork", text("runs/small"), "--checkpoint", "latest", "--output",
                  text("runs/other"), "optimizer.name=SGD", "max_iter=3"});
    ASSERT_EQ(other.exitCode, 0) << other.errors;
    EXPECT_THAT(other.errors, HasSubstr("optimizer.name"));
    std::filesystem::remove_all(runFile("small", "")); // a fork needs nothing of it
    for (const char* run : {"weights", "other"}) {
        const auto trained = runUnlit(resumeArguments(run));
        EXPECT_EQ(trained.exitCode, 0) << run << trained.errors;
        EXPECT_EQ(ratesOf(run).size(), 3U);
    }
}

TEST_F(TrainCourse, a_fork_says_what_there_is_to_begin_at) {
    finished("small", {"max_iter=6"});
    const auto unknown = runUnlit({"run", "fork", text("runs/small"), "--checkpoint", "iter_7",
                                   "--output", text("runs/fork")});
    EXPECT_EQ(unknown.exitCode, 1);
    EXPECT_THAT(unknown.errors, HasSubstr("latest, previous, iter_000006"));
    EXPECT_FALSE(std::filesystem::exists(path("runs/fork")));
    const auto occupied = runUnlit({"run", "fork", text("runs/small"), "--checkpoint", "latest",
                                    "--output", text("runs/small")});
    EXPECT_EQ(occupied.exitCode, 1);
    EXPECT_THAT(occupied.errors, HasSubstr("is a run already"));
    EXPECT_EQ(runUnlit({"run", "fork", text("runs/small"), "--output", "x"}).exitCode, 2);
}

TEST_F(TrainCourse, a_rollback_trains_the_same_steps_again) {
    finished("small", {"checkpoint.backup_state=true"});
    const json before = traceOf("small");
    const auto back =
        runUnlit({"run", "rollback", text("runs/small"), "--checkpoint", "iter_000006", "--json"});
    ASSERT_EQ(back.exitCode, 0) << back.errors;
    EXPECT_EQ(objectOf(back).at("step"), 6);
    EXPECT_EQ(records("small").back().at("kind"), "rolled_back");
    const auto resumed = runUnlit(resumeArguments("small"));
    ASSERT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_EQ(records("small", "resumed").back().at("step"), 6);
    EXPECT_EQ(traceOf("small"), before);
}

TEST_F(TrainCourse, a_rollback_can_be_taken_back_and_refuses_weights_alone) {
    finished("small", {"max_iter=6"});
    ASSERT_EQ(
        runUnlit({"run", "rollback", text("runs/small"), "--checkpoint", "previous"}).exitCode, 0);
    const auto back =
        runUnlit({"run", "rollback", text("runs/small"), "--checkpoint", "previous", "--json"});
    EXPECT_EQ(objectOf(back).at("step"), 6);
    const auto weights =
        runUnlit({"run", "rollback", text("runs/small"), "--checkpoint", "iter_000006"});
    EXPECT_EQ(weights.exitCode, 1);
    EXPECT_THAT(weights.errors, HasSubstr("unlit run fork"));
}

TEST_F(TrainCourse, lists_its_records) {
    finished("small", {"max_iter=2"});
    const auto listed = runUnlit({"run", "events", text("runs/small"), "--json"});
    ASSERT_EQ(listed.exitCode, 0) << listed.errors;
    EXPECT_EQ(objectOf(listed).at("events").size(), records("small").size());
    EXPECT_THAT(runUnlit({"run", "events", text("runs/small")}).output, HasSubstr("complete"));
}

TEST_F(TrainCourse, the_log_obeys_the_recipe) {
    config("small", "logging: {filename: own.log, format: '%(levelname)s %(message)s'}\n");
    const auto result = runUnlit(trainArguments("small", {"max_iter=6", "trainer.log_period=3"}));
    ASSERT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_THAT(result.errors, HasSubstr("step 3 · epoch"));
    EXPECT_THAT(result.errors, testing::Not(HasSubstr("step 4 · epoch")));
    EXPECT_FALSE(std::filesystem::exists(runFile("small", "logging.log")));
    std::stringstream log;
    log << std::ifstream(runFile("small", "own.log")).rdbuf();
    EXPECT_THAT(log.str(), HasSubstr("INFO begins\n"));
    EXPECT_THAT(log.str(), HasSubstr("INFO step 6 epoch"));
    EXPECT_THAT(log.str(), testing::Not(HasSubstr("step 4 epoch")));
    config("silent", "logging: {console_level: 40}\n");
    const auto silent = runUnlit(trainArguments("silent", {"max_iter=1"}));
    EXPECT_EQ(silent.exitCode, 0);
    for (const char* told : {"training ", "step 1", "complete after"})
        EXPECT_THAT(silent.errors, testing::Not(HasSubstr(told)));
}

TEST_F(TrainCourse, a_run_without_a_log_is_trained_all_the_same) {
    finished("small", {"max_iter=2"});
    std::filesystem::remove(runFile("small", "logging.log"));
    std::filesystem::create_directory(runFile("small", "logging.log"));
    const auto resumed = runUnlit(resumeArguments("small", {"--extend", "1"}));
    EXPECT_EQ(resumed.exitCode, 0) << resumed.errors;
    EXPECT_THAT(resumed.errors, HasSubstr("goes without its log"));
}

TEST_F(TrainCourse, a_change_on_the_way_is_the_run_that_had_it_from_the_start) {
    // With five steps done the rate falls; docs/training.md, "Numbers that change on the way".
    finished("whole", {"max_iter=10", "lr=[4, 1e-3, 2e-4, 5]"});
    finished("first",
             {"max_iter=10", "lr=1e-3", "trainer.backup_period=5", "checkpoint.backup_state=true"});
    const auto fork = runUnlit({"run", "fork", text("runs/first"), "--checkpoint", "iter_000005",
                                "--output", text("runs/forked"), "lr=2e-4"});
    ASSERT_EQ(fork.exitCode, 0) << fork.errors;
    ASSERT_EQ(runUnlit(resumeArguments("forked", {"--quiet"})).exitCode, 0);
    const auto back =
        runUnlit({"run", "rollback", text("runs/first"), "--checkpoint", "iter_000005"});
    ASSERT_EQ(back.exitCode, 0) << back.errors;
    ASSERT_EQ(runUnlit(resumeArguments("first", {"--quiet", "lr=2e-4"})).exitCode, 0);
    for (const char* what : {"unet", "state"}) { // bit for bit
        EXPECT_EQ(traceOf("forked").at(what), traceOf("whole").at(what)) << what;
        EXPECT_EQ(traceOf("first").at(what), traceOf("whole").at(what)) << what;
    }
    std::vector<double> changed = ratesOf("first"), whole = ratesOf("whole");
    ASSERT_EQ(changed.size(), 10U);
    changed.erase(changed.begin() + 4); // told with step 5, before the change: the rate to come
    whole.erase(whole.begin() + 4);
    EXPECT_EQ(changed, whole);
}
