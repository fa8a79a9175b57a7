// What the controller of the queue makes of results: saved, not saved, kept, let go.
#include "tests/ui/inference_controller_fixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

class InferenceControllerResults : public InferenceControllerTest {};

TEST_F(InferenceControllerResults, SavingTellsWhereItWentOrWhyNot) {
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    const auto result = makeResult(m_log.submitted[0], 8, 6);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{result});
    finishJob(0);
    QSignalSpy saved(&m_controller.upkeep(), &ResultUpkeep::saved);
    QSignalSpy failed(&m_controller.upkeep(), &ResultUpkeep::saveFailed);

    m_controller.upkeep().save(id, {});
    auto written = std::make_shared<InferenceResult>(*result);
    written->outputs["albedo"] = "/out/a_albedo.exr";
    postTo(m_controller.sink(), m_log.lastSave, ResultReady{written});
    postTo(m_controller.sink(), m_log.lastSave, Finished{});
    QCoreApplication::processEvents();
    EXPECT_EQ(saved.count(), 1);
    EXPECT_EQ(m_controller.queue().find(id)->saved,
              std::vector<std::filesystem::path>{"/out/a_albedo.exr"});

    m_controller.upkeep().save(id, {});
    postTo(m_controller.sink(), m_log.lastSave,
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(failed.count(), 1);
    EXPECT_EQ(stateOf(id), QueueState::Done);
}

TEST_F(InferenceControllerResults, WhatCouldNotBeSavedSaysSoUntilItIs) {
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    const auto result = makeResult(m_log.submitted[0], 8, 6);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{result});
    finishJob(0);
    const InferenceQueueModel& queue = m_controller.queue();
    const auto status = [&] {
        return queue.data(queue.indexOf(id), InferenceQueueModel::StatusRole).toString();
    };
    m_controller.upkeep().save(id, {});
    postTo(m_controller.sink(), m_log.lastSave,
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "make room", {}}});
    QCoreApplication::processEvents();
    EXPECT_TRUE(status().startsWith(u"Not saved")) << status().toStdString();
    const QString tip = queue.data(queue.indexOf(id), Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(u"Disk full") && tip.contains(u"Make room")) << tip.toStdString();
    m_controller.upkeep().save(id, {});
    postTo(m_controller.sink(), m_log.lastSave, Finished{});
    QCoreApplication::processEvents();
    EXPECT_FALSE(status().startsWith(u"Not saved")) << status().toStdString();
}

// Its job ends with what went wrong after the result: there is something to look at.
TEST_F(InferenceControllerResults, ResultOfAJobThatCouldNotWriteItsFilesIsKept) {
    m_controller.setModel("/model");
    const auto ids = m_controller.add({makePicture("a.png"), makePicture("b.png")});
    QSignalSpy failed(&m_controller.upkeep(), &ResultUpkeep::saveFailed);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{makeResult(m_log.submitted[0], 8, 6)});
    postTo(m_controller.sink(), m_log.jobs[0],
           Finished{Outcome::Failed, Failure{ErrorKind::Io, "disk full", "", {}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_TRUE(m_controller.queue().find(ids[0])->unsaved.has_value());
    EXPECT_NE(m_controller.queue().find(ids[0])->result, nullptr);
    EXPECT_EQ(failed.count(), 1);
    EXPECT_EQ(m_log.submitted.size(), 2U) << "the queue goes on";
    m_controller.runner().runAgain(ids[0]);
    EXPECT_FALSE(m_controller.queue().find(ids[0])->unsaved.has_value());
}

TEST_F(InferenceControllerResults, WhatHasItsFilesIsSkippedOnRequest) {
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
    m_controller.runner().runAgain(ids[0]);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);
}

TEST_F(InferenceControllerResults, SavedResultsAreLetGoBeyondTheLimitAndUnsavedOnesHoldTheQueue) {
    m_controller.memory().setLimit(1);
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
    EXPECT_TRUE(m_controller.hold().isHeld());
    m_controller.hold().set(false);
    QSignalSpy full(&m_controller.runner(), &QueueRunner::resultsFull);
    answer(1, false);
    EXPECT_EQ(m_controller.queue().find(ids[0])->result, nullptr);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_NE(m_controller.queue().find(ids[1])->result, nullptr);
    EXPECT_TRUE(m_controller.hold().isHeld());
    EXPECT_EQ(full.count(), 1);
}

} // namespace

} // namespace unlit::ui
