#include "ui/bridge/inference_controller.h"

#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"

#include <QSignalSpy>

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
    InferOptions options;
    options.seed = 99;
    m_controller.setOptions(options);
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

TEST_F(InferenceControllerTest, RemovedItemIsCancelledAndItsLateResultIsDropped) {
    m_controller.setModel("/model");
    const auto id = m_controller.add({makePicture("a.png")}).front();
    m_controller.remove(id);
    EXPECT_EQ(m_log.cancelled.size(), 1U);
    QSignalSpy ready(&m_controller, &InferenceController::resultReady);
    postTo(m_controller.sink(), m_log.jobs[0], ResultReady{makeResult({}, 4, 4)});
    finishJob(0);
    EXPECT_EQ(ready.count(), 0);
    EXPECT_EQ(m_controller.queue().rowCount(), 0);
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

} // namespace

} // namespace unlit::ui
