// Hooks of a recipe by their verb: what is allowed, what is refused, what a run says.
#include "tests/cli/train_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace unlit;
using test::runUnlit;
using testing::HasSubstr;

namespace {

class HooksCommand : public test::TrainCommandTest {
protected:
    HooksCommand() { ::setenv("XDG_CONFIG_HOME", text("config").c_str(), 1); }

    ~HooksCommand() override { ::unsetenv("XDG_CONFIG_HOME"); }

    /// A recipe with a command that leaves a file behind.
    void recipe(const std::string& name) {
        config(name, "hooks:\n- name: mark\n  command: [touch, " + text("mark") +
                         "]\n  at: [after_train]\n");
    }

    bool isMarked() const { return std::filesystem::exists(path("mark")); }
};

} // namespace

TEST_F(HooksCommand, programs_are_refused_until_they_are_allowed_once) {
    recipe("one");
    const auto refused = runUnlit(trainArguments("one", {"--quiet", "max_iter=1"}));
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.errors, HasSubstr("programs that were not allowed here"));
    EXPECT_THAT(refused.errors, HasSubstr("[\"touch\",\"" + text("mark") + "\"]"));
    EXPECT_FALSE(std::filesystem::exists(path("runs/one")));
    EXPECT_FALSE(isMarked());

    const auto allowed =
        runUnlit(trainArguments("one", {"--quiet", "max_iter=1", "--allow-programs"}));
    EXPECT_EQ(allowed.exitCode, 0) << allowed.errors;
    EXPECT_TRUE(isMarked());
    std::filesystem::remove(path("mark"));
    const auto later = runUnlit(resumeArguments("one", {"--quiet", "--extend", "1"}));
    EXPECT_EQ(later.exitCode, 0) << later.errors;
    EXPECT_TRUE(isMarked());

    // Other words are another program, also in a run's own config.
    const std::string other =
        "hooks=[{name: mark, command: [touch, " + text("other") + "], at: [after_train]}]";
    const auto changed = runUnlit(resumeArguments("one", {"--quiet", "--extend", "1", other}));
    EXPECT_EQ(changed.exitCode, 1);
    EXPECT_THAT(changed.errors, HasSubstr("not allowed here"));
    EXPECT_FALSE(std::filesystem::exists(path("other")));
}

TEST_F(HooksCommand, on_tells_what_became_of_a_run) {
    config("told", "on:\n  best: [sh, -c, 'cat >> " + text("best") +
                       "']\n  finished: [sh, -c, 'cat > " + text("finished") +
                       "']\n  stopped: [sh, -c, 'cat > " + text("stopped") +
                       "']\n  failed: [sh, -c, 'cat > " + text("failed") + "']\n");
    const auto stopped =
        runUnlit(trainArguments("told", {"--quiet", "--allow-programs", "run.exit_after=0.00001"}));
    const auto done = runUnlit(resumeArguments("told", {"--quiet"}));
    EXPECT_EQ(done.exitCode, 0) << stopped.errors << done.errors;
    const auto said = [&](const char* file) {
        std::ifstream stream(path(file));
        std::string line;
        std::getline(stream, line);
        return nlohmann::json::parse(line, nullptr, false);
    };
    const auto finished = said("finished");
    ASSERT_TRUE(finished.is_object());
    EXPECT_EQ(finished.at("event"), "finished");
    EXPECT_EQ(finished.at("step"), 12);
    EXPECT_EQ(finished.at("run"), text("runs/told"));
    EXPECT_TRUE(finished.at("figures").contains("train/loss"));
    const auto best = said("best");
    ASSERT_TRUE(best.is_object());
    EXPECT_EQ(best.at("step"), 5);
    EXPECT_TRUE(best.at("figures").contains("val/val/psnr"));
    EXPECT_FALSE(std::filesystem::exists(path("failed")));
}

TEST_F(HooksCommand, the_training_does_not_wait_for_who_is_told_of_the_best) {
    // The command ends when the last step is in the run's file: a training that waited for it
    // would never write that, and the command would be ended for its hanging.
    config("slow", "on:\n  timeout: 60\n  best: [sh, -c, 'until grep -q \"step.:12,\" " +
                       text("runs/slow/metrics.jsonl") + "; do sleep 0.05; done; touch " +
                       text("told") + "']\n");
    const auto done = runUnlit(trainArguments("slow", {"--quiet", "--allow-programs"}));
    EXPECT_EQ(done.exitCode, 0) << done.errors;
    EXPECT_THAT(done.errors, testing::Not(HasSubstr("on.best")));
    EXPECT_TRUE(std::filesystem::exists(path("told")));
}

TEST_F(HooksCommand, a_failure_is_told_and_a_command_that_fails_is_a_warning) {
    config("bad", "on:\n  failed: [sh, -c, 'cat > " + text("failed") +
                      "']\n  finished: [no-such-program-here]\nhooks:\n- name: strict\n  command: "
                      "['false']\n  at: [after_step]\n  every: 2\n  on_failure: stop\n");
    EXPECT_EQ(runUnlit(trainArguments("bad", {"--quiet", "--allow-programs"})).exitCode, 1);
    std::ifstream stream(path("failed"));
    const auto failed = nlohmann::json::parse(stream, nullptr, false);
    ASSERT_TRUE(failed.is_object());
    EXPECT_EQ(failed.at("step"), 2);
    EXPECT_THAT(failed.at("why").get<std::string>(), HasSubstr("the hook strict failed"));
    const auto done = runUnlit(resumeArguments("bad", {"hooks=[]"}));
    EXPECT_EQ(done.exitCode, 0) << done.errors;
    EXPECT_THAT(done.errors,
                HasSubstr("the command of on.finished (no-such-program-here) there is no program"));
}

TEST_F(HooksCommand, a_damaged_list_allows_nothing) {
    recipe("two");
    std::filesystem::create_directories(path("config/unlit"));
    makeFile("config/unlit/allowed_programs.json", "{\"all\": true");
    EXPECT_EQ(runUnlit(trainArguments("two", {"--quiet", "max_iter=1"})).exitCode, 1);
    EXPECT_FALSE(isMarked());
}

TEST_F(HooksCommand, a_rehearsal_calls_none_and_asks_for_none) {
    recipe("three");
    const auto result = runUnlit(trainArguments("three", {"--quiet", "--rehearse"}));
    EXPECT_EQ(result.exitCode, 0) << result.errors;
    EXPECT_FALSE(isMarked());
}

TEST_F(HooksCommand, an_unknown_hook_is_a_wrong_recipe) {
    config("four", "hooks: [{name: norm}]\n");
    const auto result = runUnlit(trainArguments("four"));
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_THAT(result.errors, HasSubstr("did you mean norms?"));
}
