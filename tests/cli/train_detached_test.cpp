// A training in a process of its own: it outlives who started it, and says why where it cannot
// begin.
#include "tests/cli/train_fixture.h"

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include <unistd.h>

using namespace unlit;
using test::objectOf;
using test::ProcessResult;
using testing::HasSubstr;

namespace {

class DetachedTraining : public test::TrainCommandTest {
protected:
    /// The built program: it starts itself.
    static ProcessResult program(const std::vector<std::string>& arguments) {
        return test::runUnlit(arguments, {.isExecuted = true});
    }

    ~DetachedTraining() override {
        if (m_process > 0)
            kill(m_process, SIGKILL);
    }

    /// Until it is gone; false after a minute.
    bool waitForEnd() const {
        for (int look = 0; look < 3000; ++look) {
            if (kill(m_process, 0) != 0)
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }

    pid_t m_process = 0;
};

} // namespace

TEST_F(DetachedTraining, goes_on_without_its_starter_and_is_steered_by_its_folder) {
    config("own");
    const auto started =
        program(trainArguments("own", {"--detach=true", "--json", "max_iter=100000"}));
    ASSERT_EQ(started.exitCode, 0) << started.errors;
    const auto object = objectOf(started);
    m_process = object.at("process").get<pid_t>();
    const std::string run = object.at("run");
    EXPECT_TRUE(std::filesystem::equivalent(run, runFile("own", "")));
    EXPECT_EQ(getsid(m_process), m_process); // no terminal's hangup reaches it
    const auto status = test::runUnlit({"run", "status", run, "--json"});
    ASSERT_EQ(status.exitCode, 0) << status.errors;
    EXPECT_EQ(objectOf(status).at("process"), m_process);
    EXPECT_EQ(test::runUnlit({"run", "stop", run, "--wait"}).exitCode, 0);
    EXPECT_TRUE(waitForEnd());
    EXPECT_TRUE(std::filesystem::exists(runFile("own", "console.log")));
    // The same way on.
    const auto again = program({"train", "--resume", run, "--detach", "--json"});
    ASSERT_EQ(again.exitCode, 0) << again.errors;
    m_process = objectOf(again).at("process").get<pid_t>();
    EXPECT_EQ(test::runUnlit({"run", "stop", run, "--wait"}).exitCode, 0);
    EXPECT_TRUE(waitForEnd());
}

TEST_F(DetachedTraining, what_cannot_begin_is_said_by_the_starter) {
    config("twice");
    ASSERT_EQ(test::runUnlit(trainArguments("twice", {"--quiet", "max_iter=1"})).exitCode, 0);
    const auto twice = program(trainArguments("twice", {"--detach"}));
    EXPECT_EQ(twice.exitCode, 1);
    EXPECT_THAT(twice.errors, HasSubstr("there is a run already"));
    const auto unknown = program(trainArguments("twice", {"--detach", "max_itr=3"}));
    EXPECT_EQ(unknown.exitCode, 2);
    const auto complete = program({"train", "--resume", text("runs/twice"), "--detach"});
    EXPECT_EQ(complete.exitCode, 1);
    EXPECT_THAT(complete.errors, HasSubstr("is complete"));
    EXPECT_EQ(program(trainArguments("twice", {"--detach", "--rehearse"})).exitCode, 2);
}

TEST_F(DetachedTraining, one_that_was_killed_leaves_a_run_that_goes_on) {
    config("killed");
    const auto started = program(trainArguments("killed", {"--detach", "--json", "max_iter=40"}));
    ASSERT_EQ(started.exitCode, 0) << started.errors;
    m_process = objectOf(started).at("process").get<pid_t>();
    while (!hasSteps("killed", 4)) // saved every second one
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    kill(m_process, SIGKILL);
    ASSERT_TRUE(waitForEnd());
    const auto again = test::runUnlit(resumeArguments("killed", {"--quiet"}));
    EXPECT_EQ(again.exitCode, 0) << again.errors;
    config("whole");
    ASSERT_EQ(test::runUnlit(trainArguments("whole", {"--quiet", "max_iter=40"})).exitCode, 0);
    EXPECT_EQ(traceOf("killed"), traceOf("whole"));
}
