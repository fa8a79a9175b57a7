#include "core/session/train/train_session.h"

#include "core/config/load_config.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/runs/run_history.h"
#include "core/session/job_runner.h"
#include "tests/core/session/recording_sink.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

using namespace unlit;

namespace {

template <class T>
std::vector<T> all(const RecordingSink& sink) {
    std::vector<T> found;
    for (const Event& event : sink.events())
        if (const auto* body = std::get_if<T>(&event.body))
            found.push_back(*body);
    return found;
}

/// Until the sink has heard of one more than `count`; half a minute at most.
template <class T>
bool waitFor(const RecordingSink& sink, std::size_t count) {
    for (int i = 0; i < 6000 && all<T>(sink).size() <= count; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return all<T>(sink).size() > count;
}

class TrainSessionTest : public testing::Test {
protected:
    NewRun newRun(const std::string& name) {
        NewRun run{small.config, name + ".yaml"};
        run.config.run.name = name;
        run.config.run.outputDir = folder.path();
        return run;
    }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
    RecordingSink sink;
};

} // namespace

TEST_F(TrainSessionTest, tells_a_run_from_its_opening_to_its_end) {
    TrainSession session(sink);
    session.start(newRun("run"));
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    EXPECT_EQ(all<RunOpened>(sink).size(), 1U);
    EXPECT_EQ(all<ScalarsReady>(sink).size(), 12U);
    EXPECT_EQ(all<ValidationDone>(sink).size(), 3U);
    EXPECT_FALSE(all<CheckpointSaved>(sink).empty());
    ASSERT_EQ(all<RunClosed>(sink).size(), 1U);
    EXPECT_EQ(all<RunClosed>(sink).front().how, "complete");
    EXPECT_EQ(all<Finished>(sink).front().outcome, Outcome::Done);
}

TEST_F(TrainSessionTest, holds_still_while_paused_and_goes_on_with_the_same_numbers) {
    ASSERT_EQ(small.start("whole"), train::RunEnd::Complete);
    TrainSession session(sink);
    session.start(newRun("paused"));
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, 1));
    session.pause();
    ASSERT_TRUE(waitFor<TrainingPaused>(sink, 0));
    const std::size_t steps = all<ScalarsReady>(sink).size();
    const std::size_t saved = all<CheckpointSaved>(sink).size();
    session.saveNow(); // works while it holds still
    session.resume();
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    EXPECT_GE(all<CheckpointSaved>(sink).size(), saved);
    EXPECT_GT(all<ScalarsReady>(sink).size(), steps);
    EXPECT_EQ(test::traceOf(small.folder("paused")).at("rows"),
              test::traceOf(small.folder("whole")).at("rows"));
}

TEST_F(TrainSessionTest, what_a_window_asks_for_is_on_record) {
    small.config.maxIter = 1'000'000;
    small.config.lr = 1e-3;
    TrainSession session(sink, nullptr, AskedBy::Window);
    session.start(newRun("asked"));
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, 1));
    session.pause();
    ASSERT_TRUE(waitFor<TrainingPaused>(sink, 0));
    session.setLearningRate(5e-4);
    session.saveNow();
    session.validateNow();
    ASSERT_TRUE(waitFor<RunIntervention>(sink, 2));
    session.resume();
    ASSERT_TRUE(waitFor<TrainingPaused>(sink, 1));
    session.stopAndSave();
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    std::map<std::string, runs::RunEvent> last;
    for (const runs::RunEvent& event : runs::runEventsOf(small.folder("asked")))
        last[std::string(toString(event.kind))] = event;
    for (const char* kind :
         {"paused", "learning_rate", "save_asked", "validation_asked", "continued", "stopped"}) {
        ASSERT_TRUE(last.contains(kind)) << kind;
        EXPECT_EQ(last[kind].text("by"), "window") << kind;
    }
    EXPECT_EQ(last["learning_rate"].fields.at("from"), 1e-3);
    EXPECT_EQ(last["learning_rate"].fields.at("to"), 5e-4);
    EXPECT_EQ(last["paused"].step, last["learning_rate"].step);
    EXPECT_EQ(runs::lastWordOf(small.folder("asked")).ending, runs::RunEnding::Stopped);
}

TEST_F(TrainSessionTest, goes_back_at_a_lower_rate_when_the_loss_jumps) {
    // Any loss a hair above the last one counts, so that some step of the twelve does.
    small.config.lossSpike = {.factor = 1.0001,
                              .window = 4,
                              .policy = config::SpikePolicy::RollBack,
                              .rateFactor = 0.5,
                              .mostRollbacks = 2};
    TrainSession session(sink);
    session.start(newRun("back"));
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    const auto changed = all<RunIntervention>(sink);
    ASSERT_EQ(changed.size(), 2U);
    EXPECT_EQ(changed[0].by, AskedBy::LossSpike);
    EXPECT_DOUBLE_EQ(changed[0].to, changed[0].from * 0.5);
    EXPECT_DOUBLE_EQ(changed[1].to, changed[0].to * 0.5);
    const Finished end = all<Finished>(sink).front();
    ASSERT_EQ(end.outcome, Outcome::Failed) << "the third spike ends it";
    EXPECT_NE(end.failure->message.find("times the median of the 4 steps before"),
              std::string::npos);
    const auto told = runs::runEventsOf(small.folder("back"));
    EXPECT_EQ(std::ranges::count_if(told,
                                    [](const runs::RunEvent& event) {
                                        return toString(event.kind) == "rolled_back";
                                    }),
              2);
}

TEST_F(TrainSessionTest, jobs_of_other_sessions_go_between_its_steps_and_while_it_is_paused) {
    const auto turn = std::make_shared<ComputeTurn>();
    RecordingSink other;
    std::atomic<std::uint64_t> ids{0};
    std::atomic<int> ran = 0;
    const auto work = [&](const auto&, const auto&) {
        ++ran;
        return Outcome::Done;
    };
    small.config.maxIter = 1'000'000;
    TrainSession session(sink, turn);
    JobRunner runner(other, ids, AtShutdown::Cancel, turn);
    session.start(newRun("run"));
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, 1));
    EXPECT_EQ(other.finished(runner.submit("while it trains", work)).outcome, Outcome::Done);
    session.pause();
    ASSERT_TRUE(waitFor<TrainingPaused>(sink, 0));
    EXPECT_EQ(other.finished(runner.submit("while it is paused", work)).outcome, Outcome::Done);
    EXPECT_EQ(ran, 2);
    EXPECT_TRUE(all<Finished>(sink).empty());
    session.stopAndSave();
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    EXPECT_EQ(all<RunClosed>(sink).front().how, "stopped");
}

TEST_F(TrainSessionTest, jobs_of_other_sessions_go_between_the_pictures_of_its_validation) {
    /// Asks for a job when the first picture has been validated.
    struct AskingSink : RecordingSink {
        std::function<void()> ask;

        void post(Event event) noexcept override {
            const auto* progress = std::get_if<Progress>(&event.body);
            const auto isFirstPicture = [](const StagePart& part) {
                return part.kind == StagePart::Kind::ValidationPicture && part.at == 1;
            };
            const bool isFirst =
                progress != nullptr && std::ranges::any_of(progress->stage, isFirstPicture);
            RecordingSink::post(std::move(event));
            if (isFirst)
                ask();
        }
    };

    std::ofstream list(folder / "set/long_list.txt");
    for (int i = 0; i < 300; ++i)
        list << "b0.png a0.png\n";
    list.close();
    small.config.dataset.val.front().filenames = "long_list.txt";
    small.config.validation.valNumBatches = 0;
    small.config.trainer.validationPeriod = 4;
    small.config.maxIter = 4;
    const auto turn = std::make_shared<ComputeTurn>();
    RecordingSink other;
    std::atomic<std::uint64_t> ids{0};
    AskingSink asking;
    JobRunner runner(other, ids, AtShutdown::Cancel, turn);
    std::atomic<std::int64_t> validated = -1; ///< when the job ran: pictures that were through
    asking.ask = [&] {
        runner.submit("while it validates", [&](const auto&, const auto&) {
            validated = std::ranges::count_if(all<Progress>(asking), [](const Progress& progress) {
                return toEnglish(progress.stage).starts_with("validating");
            });
            return Outcome::Done;
        });
    };
    TrainSession session(asking, turn);
    session.start(newRun("run"));
    ASSERT_TRUE(waitFor<Finished>(asking, 0));
    EXPECT_EQ(all<RunClosed>(asking).front().how, "complete");
    EXPECT_GE(validated, 1);
    EXPECT_LT(validated, 300) << "it waited for the whole validation";
}

TEST_F(TrainSessionTest, stops_and_saves_and_goes_on) {
    TrainSession session(sink);
    session.start(newRun("run"));
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, 2));
    session.stopAndSave();
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    EXPECT_EQ(all<RunClosed>(sink).front().how, "stopped");
    EXPECT_EQ(all<Finished>(sink).front().outcome, Outcome::Done);
    session.resumeRun({folder / "run", 0, {}, {}});
    ASSERT_TRUE(waitFor<Finished>(sink, 1));
    EXPECT_EQ(all<RunClosed>(sink).back().how, "complete");
}

TEST_F(TrainSessionTest, validates_on_request_and_takes_another_rate) {
    small.config.trainer.validationPeriod = 0;
    small.config.maxIter = 400;
    TrainSession session(sink);
    session.start(newRun("run"));
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, 1));
    session.pause();
    ASSERT_TRUE(waitFor<TrainingPaused>(sink, 0));
    session.validateNow();
    ASSERT_TRUE(waitFor<ValidationDone>(sink, 0));
    ASSERT_TRUE(waitFor<PicturesSaved>(sink, 0));
    EXPECT_TRUE(std::filesystem::exists(all<PicturesSaved>(sink).front().folder / "grid.png"));
    session.setLearningRate(0.5);
    test::expectError(ErrorKind::InvalidInput, {"0"}, [&] { session.setLearningRate(0); });
    test::expectError(ErrorKind::InvalidInput, {"a learning rate of 1.5 is not allowed"},
                      [&] { session.setLearningRate(1.5); });
    const std::size_t steps = all<ScalarsReady>(sink).size();
    session.resume();
    ASSERT_TRUE(waitFor<ScalarsReady>(sink, steps));
    session.stopAndSave();
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    const auto latest = train::readCheckpoint(folder / "run/checkpoint/latest");
    EXPECT_EQ(latest.position.learningRate, 0.5);
}

TEST_F(TrainSessionTest, fails_with_one_sentence_and_creates_nothing) {
    NewRun run = newRun("run");
    run.config.model.pretrainedPath = folder / "nowhere";
    TrainSession session(sink);
    session.start(run);
    ASSERT_TRUE(waitFor<Finished>(sink, 0));
    ASSERT_TRUE(all<Finished>(sink).front().failure.has_value());
    EXPECT_FALSE(std::filesystem::exists(folder / "run"));
}

TEST_F(TrainSessionTest, saves_a_run_that_is_still_going_when_it_is_destroyed) {
    small.config.maxIter = 100000;
    {
        TrainSession session(sink);
        session.start(newRun("run"));
        ASSERT_TRUE(waitFor<ScalarsReady>(sink, 2));
    }
    EXPECT_EQ(all<RunClosed>(sink).front().how, "stopped");
    EXPECT_GE(train::readCheckpoint(folder / "run/checkpoint/latest").position.step, 3);
}
