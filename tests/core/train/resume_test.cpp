// A run that was stopped anywhere and resumed is the run that never stopped: the same bytes in its
// checkpoint, the same figures in metrics.jsonl.
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using train::RunEnd;

namespace {

class Resume : public testing::Test {
protected:
    void expectSame(const std::string& name) {
        EXPECT_EQ(traceOf(small.folder(name)), traceOf(small.folder("whole"))) << name;
    }

    /// Stopped before that micro-batch, then to the end.
    void stopAndResume(const std::string& name, std::int64_t step, std::int64_t microStep) {
        small.stopAt(step, microStep);
        ASSERT_EQ(small.start(name), RunEnd::Stopped) << name;
        ASSERT_EQ(small.resume(name), RunEnd::Complete) << name;
        expectSame(name);
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(Resume, is_exact_after_each_of_twelve_steps) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (std::int64_t step = 0; step < 12; ++step)
        stopAndResume("stopped_" + std::to_string(step), step, 0);
}

TEST_F(Resume, is_exact_inside_an_accumulation_and_at_the_end_of_an_epoch) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    // Three batches an epoch, two a step: after the first micro-batch of step 2 an epoch is over.
    for (const std::int64_t step : {1, 2, 7})
        stopAndResume("inside_" + std::to_string(step), step, 1);
}

TEST_F(Resume, is_exact_inside_a_validation) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    int validations = 0;
    const std::stop_source source = small.stop;
    small.onEvent = [&, source](const auto& event) mutable {
        const auto* progress = std::get_if<Progress>(&event);
        if (progress != nullptr && !progress->stage.empty() &&
            progress->stage.front().kind == StagePart::Kind::Validating && ++validations == 3)
            source.request_stop();
    };
    ASSERT_EQ(small.start("cut"), RunEnd::Stopped);
    small.onEvent = {};
    EXPECT_TRUE(
        train::readCheckpoint(small.folder("cut") / "checkpoint" / "latest").position.inEvaluation);
    ASSERT_EQ(small.resume("cut"), RunEnd::Complete);
    expectSame("cut");
}

TEST_F(Resume, needs_latest_once_a_step_whatever_is_known_after_a_validation) {
    small.config.trainer.savePeriod = 4; // as validations
    for (const bool background : {true, false}) {
        const std::string name = background ? "behind" : "inside";
        small.config.checkpoint.background = background;
        small.events.clear();
        ASSERT_EQ(small.start(name), RunEnd::Complete);
        std::vector<std::int64_t> steps;
        for (const CheckpointSaved& saved : small.all<CheckpointSaved>())
            if (saved.folder.filename() == "latest")
                steps.push_back(saved.step);
        EXPECT_EQ(steps, (std::vector<std::int64_t>{4, 8, 12}));
        const auto latest = train::readCheckpoint(small.folder(name) / "checkpoint" / "latest");
        EXPECT_FALSE(latest.position.inEvaluation);
        EXPECT_TRUE(latest.position.bestMetric);
        const auto before = train::readCheckpoint(small.folder(name) / "checkpoint" / "previous");
        EXPECT_EQ(before.position.step, 8);
        EXPECT_FALSE(before.position.inEvaluation);
    }
}

TEST_F(Resume, is_exact_after_a_validation_whose_end_alone_was_recorded) {
    small.config.checkpoint.background = false; // what is told is on disk
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    // What is on disk when the first validation has just ended, as after a loss of power.
    small.onEvent = [this, isDone = false](const auto& event) mutable {
        const auto* figures = std::get_if<ScalarsReady>(&event);
        if (isDone || figures == nullptr || figures->step != 5)
            return;
        isDone = true;
        const auto link = std::filesystem::copy_options::recursive;
        std::filesystem::copy(small.folder("going"), small.folder("lost"), link);
    };
    ASSERT_EQ(small.start("going"), RunEnd::Complete);
    small.onEvent = {};
    const auto latest = train::readCheckpoint(small.folder("lost") / "checkpoint" / "latest");
    ASSERT_EQ(latest.position.step, 4);
    EXPECT_FALSE(latest.position.inEvaluation);
    ASSERT_EQ(small.resume("lost"), RunEnd::Complete);
    expectSame("lost");
}

TEST_F(Resume, is_exact_when_stopped_again_and_again) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.stopAt(1, 1);
    ASSERT_EQ(small.start("often"), RunEnd::Stopped);
    for (const auto& [step, micro] : {std::pair{1, 1}, {4, 0}, {4, 1}, {9, 1}}) {
        small.stopAt(step, micro);
        ASSERT_EQ(small.resume("often"), RunEnd::Stopped);
    }
    ASSERT_EQ(small.resume("often"), RunEnd::Complete);
    expectSame("often");
}

TEST_F(Resume, is_exact_with_workers) {
    small.config.maxIter = 6;
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const auto alone = traceOf(small.folder("whole"));
    small.config.dataloader.numWorkers = 2;
    small.stopAt(2, 1);
    ASSERT_EQ(small.start("workers"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("workers"), RunEnd::Complete);
    auto withWorkers = traceOf(small.folder("workers"));
    EXPECT_EQ(withWorkers.at("rows"), alone.at("rows"));
    for (const char* file :
         {"trainer_state.safetensors", "unet/diffusion_pytorch_model.safetensors"})
        EXPECT_EQ(withWorkers.at("latest").at("files").at(file),
                  alone.at("latest").at("files").at(file));
}

TEST_F(Resume, of_a_run_without_checkpoint_starts_at_step_0_with_the_same_numbers) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.addHooks = [](auto&) {
        throw Error::invalidInput("the process ends before its first step", "no");
    };
    EXPECT_THROW(small.start("young"), Error);
    std::filesystem::remove_all(small.folder("young") / "checkpoint" / "latest");
    ASSERT_EQ(small.resume("young"), RunEnd::Complete);
    expectSame("young");
}

TEST_F(Resume, goes_on_from_an_older_checkpoint_and_cuts_what_came_later) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.stopAt(8, 0);
    ASSERT_EQ(small.start("back"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("back/checkpoint/previous"), RunEnd::Complete);
    expectSame("back");
}

TEST_F(Resume, takes_the_checkpoint_before_a_damaged_one_and_says_so) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    small.stopAt(8, 0);
    ASSERT_EQ(small.start("hurt"), RunEnd::Stopped);
    const auto state = small.folder("hurt") / "checkpoint" / "latest" / "trainer_state.safetensors";
    {
        std::fstream file(state, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(5000);
        file.put('x');
    }
    small.events.clear();
    ASSERT_EQ(small.resume("hurt"), RunEnd::Complete);
    const auto lines = small.all<LogLine>();
    ASSERT_FALSE(lines.empty());
    EXPECT_NE(lines.front().text.find("trainer_state.safetensors"), std::string::npos)
        << lines.front().text;
    expectSame("hurt");
}

TEST_F(Resume, extends_a_run_beyond_its_end) {
    small.config.maxIter = 6;
    ASSERT_EQ(small.start("short"), RunEnd::Complete);
    small.config.maxIter = 10;
    ASSERT_EQ(small.resume("short"), RunEnd::Complete);
    const auto trace = traceOf(small.folder("short"));
    EXPECT_EQ(train::readCheckpoint(small.folder("short") / "checkpoint" / "latest").position.step,
              10);
    // Once more, stopped on the way: the seeds that were added are laid out the same.
    small.config.maxIter = 6;
    ASSERT_EQ(small.start("again"), RunEnd::Complete);
    small.config.maxIter = 10;
    small.stopAt(8, 1);
    ASSERT_EQ(small.resume("again"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("again"), RunEnd::Complete);
    EXPECT_EQ(traceOf(small.folder("again")), trace);
}
