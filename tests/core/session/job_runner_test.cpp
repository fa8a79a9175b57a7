#include "core/session/job_runner.h"

#include "tests/core/session/recording_sink.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

using namespace unlit;

namespace {

struct JobRunnerTest : testing::Test {
    RecordingSink sink;
    std::atomic<std::uint64_t> ids{0};
};

/// Runs until it is asked to stop.
Outcome untilStopped(const JobRunner::Post&, const std::stop_token& stop) {
    while (!stop.stop_requested())
        std::this_thread::yield();
    return Outcome::Cancelled;
}

int nicenessOfJobs(JobRunner& runner, const RecordingSink& sink) {
    int niceness = 0;
    sink.finished(runner.submit("look", [&](const JobRunner::Post&, const std::stop_token&) {
        niceness = getpriority(PRIO_PROCESS, 0); // of the thread
        return Outcome::Done;
    }));
    return niceness;
}

} // namespace

TEST_F(JobRunnerTest, jobs_give_way_as_their_turn_says) {
    JobRunner alone(sink, ids);
    const int usual = getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(nicenessOfJobs(alone, sink), usual);
    JobRunner equal(sink, ids, AtShutdown::Cancel, std::make_shared<ComputeTurn>());
    EXPECT_EQ(nicenessOfJobs(equal, sink), usual);
    JobRunner later(sink, ids, AtShutdown::Cancel, std::make_shared<ComputeTurn>(Haste::Later));
    EXPECT_EQ(nicenessOfJobs(later, sink), std::max(usual, 10));
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), usual);
}

TEST_F(JobRunnerTest, jobs_run_in_order_and_end_with_one_finished) {
    JobRunner runner(sink, ids);
    const auto work = [](const JobRunner::Post& post, const std::stop_token&) {
        post(Progress{0.5, {}, {{.kind = StagePart::Kind::Picture, .name = "half"}}});
        return Outcome::Done;
    };
    const JobId first = runner.submit("first", work);
    const JobId second = runner.submit("second", work);
    EXPECT_EQ(sink.finished(second).outcome, Outcome::Done);
    std::vector<JobId> order;
    for (const Event& event : sink.events())
        order.push_back(event.job);
    EXPECT_EQ(order, (std::vector<JobId>{first, first, first, second, second, second}));
    EXPECT_EQ(sink.of<Started>(first).at(0).title, "first");
    EXPECT_EQ(sink.of<Finished>(first).size(), 1U);
}

TEST_F(JobRunnerTest, an_exception_becomes_a_failure_and_the_next_job_runs) {
    JobRunner runner(sink, ids);
    const JobId bad = runner.submit("bad", [](const auto&, const auto&) -> Outcome {
        throw Error::corrupt("a.exr", "file ends after 3 of 9 lines");
    });
    const JobId good =
        runner.submit("good", [](const auto&, const auto&) { return Outcome::Done; });
    const Finished finished = sink.finished(bad);
    EXPECT_EQ(finished.outcome, Outcome::Failed);
    ASSERT_TRUE(finished.failure);
    EXPECT_EQ(finished.failure->message, "a.exr: file ends after 3 of 9 lines");
    EXPECT_EQ(sink.finished(good).outcome, Outcome::Done);
}

TEST_F(JobRunnerTest, cancel_ends_waiting_and_running_jobs) {
    JobRunner runner(sink, ids);
    const JobId running = runner.submit("running", untilStopped);
    const JobId waiting = runner.submit("waiting", untilStopped);
    ASSERT_TRUE(
        sink.waitFor([&](const RecordingSink& s) { return !s.of<Started>(running).empty(); }));
    runner.cancel(waiting);
    EXPECT_EQ(sink.finished(waiting).outcome, Outcome::Cancelled);
    EXPECT_TRUE(sink.of<Started>(waiting).empty());
    EXPECT_TRUE(sink.of<Finished>(running).empty());
    runner.cancel(running);
    EXPECT_EQ(sink.finished(running).outcome, Outcome::Cancelled);
    runner.cancel(JobId{999});
    EXPECT_EQ(sink.of<Finished>(JobId{999}).size(), 0U);
}

TEST_F(JobRunnerTest, destructor_cancels_everything_and_posts_every_last_event) {
    JobId running;
    JobId waiting;
    {
        JobRunner runner(sink, ids);
        running = runner.submit("running", untilStopped);
        waiting = runner.submit("waiting", untilStopped);
        ASSERT_TRUE(
            sink.waitFor([&](const RecordingSink& s) { return !s.of<Started>(running).empty(); }));
    }
    EXPECT_EQ(sink.of<Finished>(running).size(), 1U);
    EXPECT_EQ(sink.of<Finished>(waiting).size(), 1U);
}

TEST_F(JobRunnerTest, a_writer_finishes_what_it_was_given_before_it_goes) {
    int written = 0;
    {
        JobRunner runner(sink, ids, AtShutdown::Finish);
        for (int i = 0; i < 5; ++i)
            runner.submit("save", [&written](const auto&, const auto&) {
                ++written;
                return Outcome::Done;
            });
    }
    EXPECT_EQ(written, 5);
    EXPECT_EQ(sink.finished(JobId{5}).outcome, Outcome::Done);
}
