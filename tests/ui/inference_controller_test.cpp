#include "ui/bridge/inference_controller.h"

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

class InferenceControllerTest : public testing::Test {
protected:
    std::filesystem::path makePicture(const std::string& name) {
        const auto path = std::filesystem::path(testing::TempDir()) / ("controller_" + name);
        const Image image = makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb);
        writeImage(path, image, {.format = FileFormat::Png8, .overwrite = true});
        return path;
    }

    QueueState stateOf(QueueItemId id) { return m_controller.queue().find(id)->state; }

    void finishJob(std::size_t job, Outcome outcome = Outcome::Done) {
        postTo(m_controller.sink(), m_log.jobs[job], Finished{outcome, {}});
        QCoreApplication::processEvents();
    }

    FakeSessionLog m_log;
    InferenceController m_controller{makeFake(m_log)};
};

TEST_F(InferenceControllerTest, NothingStartsWithoutAModelAndWaitingStartsWithOne) {
    m_controller.add({makePicture("a.png")});
    EXPECT_TRUE(m_log.submitted.empty());
    m_controller.setModel("/model");
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(m_log.submitted[0].model, "/model");
    EXPECT_FALSE(m_log.submitted[0].output.has_value());
}

TEST_F(InferenceControllerTest, RunsOneAfterTheOtherWithTheSettingsOfTheMoment) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    ASSERT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);
    InferSettings settings;
    settings.seed = 99;
    m_controller.setSettings(settings, {});
    finishJob(0);
    ASSERT_EQ(m_log.submitted.size(), 2U);
    EXPECT_EQ(m_log.submitted[1].options.seed, 99U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
}

TEST_F(InferenceControllerTest, CancelAllLeavesNothingThatStartsNext) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.cancelAll();
    EXPECT_EQ(m_log.cancelled, std::vector{m_log.jobs[0]});
    finishJob(0, Outcome::Cancelled);
    EXPECT_EQ(m_log.submitted.size(), 1U);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Cancelled);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Cancelled);
}

TEST_F(InferenceControllerTest, FailureIsKeptWithItsWayOutAndTheNextGoesOn) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    postTo(m_controller.sink(), m_log.jobs[0],
           Finished{Outcome::Failed, Failure{ErrorKind::Corrupt, "broken", "copy it", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(stateOf(ids[0]), QueueState::Failed);
    EXPECT_EQ(m_controller.queue().find(ids[0])->failure.hint, "copy it");
    EXPECT_EQ(m_log.submitted.size(), 2U);
}

TEST_F(InferenceControllerTest, BrokenFileSaysSoBeforeAnyModelIsChosen) {
    const auto path = std::filesystem::path(testing::TempDir()) / "broken.png";
    std::ofstream(path) << "not a png";
    const auto id = m_controller.add({path}).front();
    ASSERT_TRUE(waitFor([&] { return stateOf(id) == QueueState::Failed; }));
    EXPECT_NE(m_controller.queue().find(id)->failure.message.find("broken.png"), std::string::npos);
}

TEST_F(InferenceControllerTest, ThumbnailAndSizeArriveInTheBackground) {
    const auto id = m_controller.add({makePicture("thumb.png")}).front();
    ASSERT_TRUE(waitFor([&] { return !m_controller.queue().find(id)->thumbnail.isNull(); }));
    EXPECT_EQ(m_controller.queue().find(id)->size, QSize(8, 6));
}

TEST_F(InferenceControllerTest, SavingTellsWhereItWentOrWhyNot) {
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    const auto result = makeResult(m_log.submitted[0], 8, 6);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{result});
    finishJob(0);
    QSignalSpy saved(&m_controller, &InferenceController::saved);
    QSignalSpy failed(&m_controller, &InferenceController::saveFailed);

    m_controller.save(id, {});
    auto written = std::make_shared<InferenceResult>(*result);
    written->outputs["albedo"] = "/out/a_albedo.exr";
    postTo(m_controller.sink(), m_log.lastSave, ResultReady{written});
    postTo(m_controller.sink(), m_log.lastSave, Finished{});
    QCoreApplication::processEvents();
    EXPECT_EQ(saved.count(), 1);
    EXPECT_EQ(m_controller.queue().find(id)->saved,
              std::vector<std::filesystem::path>{"/out/a_albedo.exr"});

    m_controller.save(id, {});
    postTo(m_controller.sink(), m_log.lastSave,
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(failed.count(), 1);
    EXPECT_EQ(stateOf(id), QueueState::Done);
}

TEST_F(InferenceControllerTest, WhatCouldNotBeSavedSaysSoUntilItIs) {
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    const auto result = makeResult(m_log.submitted[0], 8, 6);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{result});
    finishJob(0);
    const InferenceQueueModel& queue = m_controller.queue();
    const auto status = [&] {
        return queue.data(queue.indexOf(id), InferenceQueueModel::StatusRole).toString();
    };
    m_controller.save(id, {});
    postTo(m_controller.sink(), m_log.lastSave,
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "make room", {}}});
    QCoreApplication::processEvents();
    EXPECT_TRUE(status().startsWith(u"Not saved")) << status().toStdString();
    const QString tip = queue.data(queue.indexOf(id), Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(u"Disk full") && tip.contains(u"Make room")) << tip.toStdString();
    m_controller.save(id, {});
    postTo(m_controller.sink(), m_log.lastSave, Finished{});
    QCoreApplication::processEvents();
    EXPECT_FALSE(status().startsWith(u"Not saved")) << status().toStdString();
}

// Its job ends with what went wrong after the result: there is something to look at.
TEST_F(InferenceControllerTest, ResultOfAJobThatCouldNotWriteItsFilesIsKept) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    QSignalSpy failed(&m_controller, &InferenceController::saveFailed);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(m_controller.sink(), m_log.jobs[0],
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_TRUE(m_controller.queue().find(ids[0])->unsaved.has_value());
    EXPECT_NE(m_controller.queue().find(ids[0])->result, nullptr);
    EXPECT_EQ(failed.count(), 1);
    EXPECT_EQ(m_log.submitted.size(), 2U) << "the queue goes on";
    m_controller.runAgain(ids[0]);
    EXPECT_FALSE(m_controller.queue().find(ids[0])->unsaved.has_value());
}

TEST_F(InferenceControllerTest, HeldQueueStartsNothingNewAndGoesOn) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.setHeld(true);
    finishJob(0);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Waiting);
    m_controller.setHeld(false);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
}

TEST_F(InferenceControllerTest, OwnSettingsWinOverThoseOfAll) {
    InferSettings own;
    own.quality = Quality::Custom;
    own.custom = {7, 2, 512};
    own.seed = 5;
    own.output.kind = OutputKind::Png8;
    own.output.saveWhenDone = true;
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.setOwnSettings(ids[1], own);
    m_controller.setSettings({}, {4, 1, 768});
    m_controller.setModel("/model");
    finishJob(0);
    ASSERT_EQ(m_log.submitted.size(), 2U);
    EXPECT_EQ(*m_log.submitted[0].options.steps, 4);
    EXPECT_FALSE(m_log.submitted[0].output);
    EXPECT_EQ(*m_log.submitted[1].options.steps, 7);
    EXPECT_EQ(m_log.submitted[1].options.seed, 5U);
    ASSERT_TRUE(m_log.submitted[1].output);
    EXPECT_EQ(m_log.submitted[1].output->format, FileFormat::Png8);
}

TEST_F(InferenceControllerTest, WhatHasItsFilesIsSkippedOnRequest) {
    QTemporaryDir out;
    const std::filesystem::path folder = out.path().toStdString();
    InferSettings settings;
    settings.output.kind = OutputKind::ExrFloat;
    settings.output.uncertainty = false;
    settings.output.sidecar = false;
    settings.output.folder = out.path();
    settings.output.saveWhenDone = true;
    settings.output.skipExisting = true;
    m_controller.setSettings(settings, {});
    std::ofstream(folder / "controller_a_albedo.exr") << "there";
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    m_controller.setModel("/model", {}, {"albedo"});
    EXPECT_EQ(stateOf(ids[0]), QueueState::Skipped);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
    EXPECT_EQ(m_log.submitted.size(), 1U);
    // Asked for, it runs only when its files are gone: they are never replaced unasked.
    std::filesystem::remove(folder / "controller_a_albedo.exr");
    finishJob(0);
    m_controller.runAgain(ids[0]);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);
}

TEST_F(InferenceControllerTest, AThousandWithFiftyBrokenAllComeToAnEnd) {
    std::vector<std::filesystem::path> files;
    const auto folder = std::filesystem::path(testing::TempDir()) / "controller_thousand";
    std::filesystem::create_directories(folder);
    for (int i = 0; i < 1000; ++i) {
        files.push_back(folder / (std::to_string(i) + ".png"));
        if (i % 20 == 0)
            std::ofstream(files.back()) << "no picture";
        else if (i == 1)
            std::filesystem::copy_file(makePicture("a.png"), files.back(),
                                       std::filesystem::copy_options::overwrite_existing);
        else if (i > 1)
            std::filesystem::copy_file(files[1], files.back(),
                                       std::filesystem::copy_options::overwrite_existing);
    }
    m_controller.setModel("/model");
    m_controller.add(files);
    auto& queue = m_controller.queue();
    const auto ended = [&] {
        return queue.countIn(QueueState::Done) + queue.countIn(QueueState::Failed);
    };
    std::size_t answered = 0;
    while (ended() < 1000 && answered < 2000) {
        ASSERT_TRUE(waitFor([&] { return m_log.jobs.size() > answered || ended() == 1000; }));
        if (m_log.jobs.size() <= answered)
            break;
        const bool isBroken = std::stoi(m_log.submitted[answered].input.stem().string()) % 20 == 0;
        finishJob(answered++, isBroken ? Outcome::Failed : Outcome::Done);
    }
    EXPECT_EQ(queue.countIn(QueueState::Done), 950);
    EXPECT_EQ(queue.countIn(QueueState::Failed), 50);
    std::filesystem::remove_all(folder);
}

TEST_F(InferenceControllerTest, AModelThatVanishesFailsTheRestOneByOneAndRetryBringsThemBack) {
    m_controller.setModel("/model");
    const auto ids =
        m_controller.add({makePicture("a.png"), makePicture("b.png"), makePicture("c.png")});
    finishJob(0);
    const Failure gone{ErrorKind::NotFound, "there is no model at /model", "choose another", {}};
    for (std::size_t job = 1; job < 3; ++job) {
        postTo(m_controller.sink(), m_log.jobs[job], Finished{Outcome::Failed, gone});
        QCoreApplication::processEvents();
    }
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Failed);
    EXPECT_EQ(stateOf(ids[2]), QueueState::Failed);
    m_controller.setModel("/another");
    m_controller.retryFailed();
    EXPECT_EQ(stateOf(ids[1]), QueueState::Running);
    EXPECT_EQ(stateOf(ids[2]), QueueState::Waiting);
    EXPECT_EQ(m_log.submitted.back().model, "/another");
}

TEST_F(InferenceControllerTest, SavedResultsAreLetGoBeyondTheLimitAndUnsavedOnesHoldTheQueue) {
    m_controller.setResultLimit(1);
    m_controller.setModel("/model");
    const auto ids =
        m_controller.add({makePicture("a.png"), makePicture("b.png"), makePicture("c.png")});
    const auto answer = [&](std::size_t job, bool isSaved) {
        auto result = std::make_shared<InferenceResult>(*makeResult(m_log.submitted[job], 8, 6));
        if (isSaved)
            result->outputs["albedo"] = "/out/a.exr";
        postTo(m_controller.sink(), m_log.jobs[job],
               ResultReady{std::shared_ptr<const InferenceResult>(result)});
        finishJob(job);
    };
    answer(0, true);
    // The newest stays, so the first is over the limit alone and nothing can be let go.
    EXPECT_TRUE(m_controller.isHeld());
    m_controller.setHeld(false);
    QSignalSpy full(&m_controller, &InferenceController::resultsFull);
    answer(1, false);
    EXPECT_EQ(m_controller.queue().find(ids[0])->result, nullptr);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_NE(m_controller.queue().find(ids[1])->result, nullptr);
    EXPECT_TRUE(m_controller.isHeld());
    EXPECT_EQ(full.count(), 1);
}

TEST_F(InferenceControllerTest, WhatARunHasToSayIsKeptWithItsImage) {
    m_controller.setModel("/model");
    const auto path = makePicture("a.png");
    const auto id = m_controller.add({path}).front();
    postTo(m_controller.sink(), m_log.jobs[0],
           LogLine{LogLine::Level::Warning, path.string() + ": not enough memory"});
    QCoreApplication::processEvents();
    EXPECT_EQ(m_controller.queue().find(id)->notes,
              QStringList{QStringLiteral("Not enough memory.")});
}

TEST_F(InferenceControllerTest, TheRunningEnsembleCanBeFinishedEarlyAndShowsWhatItHas) {
    InferSettings settings;
    settings.quality = Quality::Custom;
    m_controller.setSettings(settings, {4, 10, 512});
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    EXPECT_EQ(m_controller.queue().find(ids[0])->members, 10);
    m_controller.finishEarly(ids[1]); // waits still
    EXPECT_TRUE(m_log.finishedEarly.empty());
    m_controller.finishEarly(ids[0]);
    EXPECT_EQ(m_log.finishedEarly, std::vector{m_log.jobs[0]});
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);

    QSignalSpy previews(&m_controller, &InferenceController::previewReady);
    postTo(m_controller.sink(), m_log.jobs[0], PreviewReady{makeResult({}, 4, 4)});
    QCoreApplication::processEvents();
    EXPECT_EQ(previews.count(), 1);
    EXPECT_EQ(m_controller.queue().find(ids[0])->result, nullptr); // nothing to save yet
}

} // namespace

} // namespace unlit::ui
