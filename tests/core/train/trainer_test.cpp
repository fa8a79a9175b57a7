#include "core/train/trainer.h"

#include "tests/core/train/fake_task.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;
using test::FakeRun;
using test::FakeTask;
using test::TestHook;

namespace {

constexpr FakeTask::Batch kEmpty{MicroStepKind::Empty};
constexpr FakeTask::Batch kEpochEnd{MicroStepKind::EpochEnd};
constexpr FakeTask::Batch kBroken{MicroStepKind::Done, 1, true};

std::deque<FakeTask::Batch> ones(std::size_t count) {
    return std::deque<FakeTask::Batch>(count);
}

void setRateOne(TestHook& hook) {
    hook.atBackwardEnd = [](StepContext& c) { c.task.optimizer().setLearningRate(1); };
}

} // namespace

TEST(Trainer, takes_a_step_after_each_group_of_micro_batches) {
    FakeTask task({{MicroStepKind::Done, 1},
                   {MicroStepKind::Done, 3},
                   {MicroStepKind::Done, 5},
                   {MicroStepKind::Done, 7}},
                  2);
    FakeRun run;
    run.limits.maxIter = 2;
    setRateOne(run.add());
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    // The gradients are the means 2 and 6 of two slopes each.
    EXPECT_EQ(task.weight.item<float>(), -8);
    EXPECT_EQ(run.position.step, 2);
    EXPECT_EQ(run.position.batchInEpoch, 4);
}

TEST(Trainer, reports_the_mean_loss_of_a_step) {
    FakeTask task({{MicroStepKind::Done, 1},
                   {MicroStepKind::Done, 3},
                   {MicroStepKind::Done, 5},
                   {MicroStepKind::Done, 7}},
                  2);
    FakeRun run;
    run.limits.maxIter = 2;
    setRateOne(run.add());
    std::vector<double> losses;
    run.add().atStepEnd = [&](StepContext& c) { losses.push_back(c.loss); };
    run.run(task);
    // w is 0 at first, then -2: (-10 - 14) / 2.
    EXPECT_EQ(losses, (std::vector<double>{0, -12}));
}

TEST(Trainer, calls_hooks_in_order_and_their_ends_in_reverse) {
    FakeTask task(ones(4));
    FakeRun run;
    run.limits.maxIter = 1;
    std::string calls;
    for (const char* name : {"a", "b"}) {
        TestHook& hook = run.add();
        const auto note = [&calls, name](const char* what) {
            return [&calls, name, what](StepContext&) { calls += std::string(what) + name + " "; };
        };
        hook.atTrainBegin = note("begin-");
        hook.atMicroBegin = note("micro-");
        hook.atBackwardEnd = note("backward-");
        hook.atStepEnd = note("step-");
        hook.atTrainEnd = [&calls, name](StepContext&, RunEnd) {
            calls += std::string("end-") + name + " ";
        };
    }
    run.run(task);
    EXPECT_EQ(calls, "begin-a begin-b micro-a micro-b backward-a backward-b step-a step-b "
                     "end-b end-a ");
}

TEST(Trainer, carries_an_accumulation_over_the_end_of_an_epoch) {
    FakeTask task({{}, kEpochEnd, {}, {}, {}}, 2);
    FakeRun run;
    run.limits.maxIter = 1;
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(run.position.epoch, 2);
    EXPECT_EQ(run.position.batchInEpoch, 1);
}

TEST(Trainer, ends_with_its_epochs_when_there_is_no_limit_of_steps) {
    FakeTask task({{}, {}, kEpochEnd, {}, {}, {}});
    FakeRun run;
    run.limits = {.maxIter = 0, .maxEpoch = 1};
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(run.position.step, 2);
}

TEST(Trainer, passes_over_batches_without_a_valid_cell_and_counts_them) {
    FakeTask task({kEmpty, {}, kEmpty, {}});
    FakeRun run;
    run.limits.maxIter = 2;
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(run.position.emptyBatches, 2);
    EXPECT_EQ(run.position.batchInEpoch, 4);
    const auto lines = run.all<LogLine>();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_NE(lines[0].text.find("p0"), std::string::npos) << lines[0].text;
}

TEST(Trainer, refuses_a_set_in_which_nothing_can_be_learnt_from) {
    FakeTask task({kEmpty, kEmpty, kEpochEnd, {}});
    FakeRun run;
    test::expectError(ErrorKind::InvalidInput, {"whole epoch"}, [&] { run.run(task); });
}

TEST(Trainer, stops_before_the_next_micro_batch) {
    FakeTask task(ones(8), 2);
    FakeRun run;
    run.add().atMicroBegin = [&](StepContext& c) {
        if (c.position.step == 1 && c.position.microStep == 1)
            run.stop.request_stop();
    };
    RunEnd seen = RunEnd::Failed;
    run.add().atTrainEnd = [&](StepContext&, RunEnd end) { seen = end; };
    EXPECT_EQ(run.run(task), RunEnd::Stopped);
    EXPECT_EQ(seen, RunEnd::Stopped);
    EXPECT_EQ(run.position.step, 1);
    EXPECT_EQ(run.position.microStep, 1);
    EXPECT_EQ(run.position.losses.size(), 1U);
}

TEST(Trainer, goes_back_to_the_last_whole_step_when_a_picture_cannot_be_read) {
    FakeTask task({{}, {}, {}, kBroken, {}}, 2);
    FakeRun run;
    bool isConsistent = false;
    std::int64_t savedStep = -1;
    run.add().atTrainEnd = [&](StepContext& c, RunEnd end) {
        EXPECT_EQ(end, RunEnd::Failed);
        isConsistent = c.isConsistent;
        savedStep = c.position.step;
    };
    test::expectError(ErrorKind::Corrupt, {"p3"}, [&] { run.run(task); });
    EXPECT_TRUE(isConsistent);
    EXPECT_EQ(savedStep, 1);
    EXPECT_EQ(run.position.microStep, 0);
    EXPECT_EQ(run.position.batchInEpoch, 2);
    EXPECT_EQ(task.next(), 2U);
    EXPECT_FALSE(task.weight.grad().defined());
}

TEST(Trainer, saves_nothing_of_a_failed_step_that_was_resumed_in_its_middle) {
    FakeTask task({kBroken}, 2);
    FakeRun run;
    run.position.microStep = 1;
    run.position.losses = {1};
    run.position.samples = {{"p"}};
    bool isConsistent = true;
    run.add().atTrainEnd = [&](StepContext& c, RunEnd) { isConsistent = c.isConsistent; };
    EXPECT_THROW(run.run(task), Error);
    EXPECT_FALSE(isConsistent);
}

TEST(Trainer, keeps_a_finished_step_when_a_hook_fails_after_it) {
    FakeTask task(ones(4));
    FakeRun run;
    run.add().atStepEnd = [](StepContext&) {
        throw Error::invalidInput("the set is gone", "bring it back");
    };
    EXPECT_THROW(run.run(task), Error);
    EXPECT_EQ(run.position.step, 1);
    EXPECT_EQ(task.next(), 1U);
}

TEST(Trainer, tells_the_first_failure_when_the_ends_of_hooks_fail_too) {
    FakeTask task({kBroken});
    FakeRun run;
    run.add().atTrainEnd = [](StepContext&, RunEnd) {
        throw Error::invalidInput("a second failure", "no");
    };
    test::expectError(ErrorKind::Corrupt, {"p0"}, [&] { run.run(task); });
}

TEST(Trainer, begins_a_step_again_with_smaller_parts_when_memory_runs_out) {
    FakeTask task({{MicroStepKind::Done, 1},
                   {MicroStepKind::Done, 3},
                   {MicroStepKind::Done, 5},
                   {MicroStepKind::Done, 7}},
                  2);
    FakeRun run;
    run.limits.maxIter = 2;
    setRateOne(run.add());
    run.add().atMicroBegin = [&](StepContext& c) { // shrinks in the middle of the second step
        if (c.position.step == 1 && c.position.microStep == 1)
            task.fitting = 1;
    };
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(task.weight.item<float>(), -8) << "as without the failure";
    EXPECT_EQ(run.position.batchInEpoch, 4);
    EXPECT_EQ(task.atOnce, 1);
    const auto lines = run.all<LogLine>();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].level, LogLine::Level::Warning);
    EXPECT_NE(lines[0].text.find("step 2"), std::string::npos) << lines[0].text;
    EXPECT_NE(lines[0].text.find("parts of 2"), std::string::npos) << lines[0].text;
    EXPECT_NE(lines[1].text.find("parts of 1"), std::string::npos) << lines[1].text;
}

TEST(Trainer, fails_with_the_last_step_saved_when_nothing_is_left_to_give_up) {
    FakeTask task(ones(6), 2);
    task.savings = 1;
    FakeRun run;
    run.add().atMicroBegin = [&](StepContext& c) {
        if (c.position.step == 1)
            task.fitting = -1;
    };
    bool isConsistent = false;
    run.add().atTrainEnd = [&](StepContext& c, RunEnd end) {
        EXPECT_EQ(end, RunEnd::Failed);
        isConsistent = c.isConsistent;
    };
    test::expectError(ErrorKind::OutOfMemory, {"step 2", "nothing is left"},
                      [&] { run.run(task); });
    EXPECT_TRUE(isConsistent);
    EXPECT_EQ(run.position.step, 1);
    EXPECT_EQ(run.position.microStep, 0);
    EXPECT_EQ(task.next(), 2U);
    EXPECT_EQ(task.appliedSavings, 1);
    EXPECT_EQ(run.all<LogLine>().size(), 3U) << "parts of 2, of 1, and the saving";
}

TEST(Trainer, saves_nothing_when_it_cannot_go_back) {
    struct Stuck : FakeTask {
        using FakeTask::FakeTask;

        void rewindStep() override { throw std::bad_alloc(); }
    };

    Stuck task({kBroken});
    FakeRun run;
    bool isConsistent = true;
    run.add().atTrainEnd = [&](StepContext& c, RunEnd) { isConsistent = c.isConsistent; };
    test::expectError(ErrorKind::Corrupt, {"p0"}, [&] { run.run(task); });
    EXPECT_FALSE(isConsistent);
}

TEST(Trainer, does_not_take_an_epochs_end_before_a_failure_for_an_empty_epoch) {
    FakeTask task({{}, kEpochEnd, {}, {}});
    FakeRun run;
    run.limits.maxIter = 3;
    run.add().atMicroBegin = [&](StepContext& c) {
        if (c.position.step == 1 && c.position.epoch == 2)
            task.fitting = 2;
    };
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(run.position.epoch, 2);
    EXPECT_EQ(run.position.step, 3);
}

TEST(Trainer, tells_the_task_which_step_its_schedules_are_at) {
    FakeTask task(ones(4), 2);
    FakeRun run;
    run.limits.maxIter = 2;
    run.run(task);
    EXPECT_EQ(task.followed, (std::vector<std::int64_t>{0, 0, 1, 1}));
}
