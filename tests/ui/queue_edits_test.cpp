// What is taken out of the queue or cancelled, and how it comes back, with a queue that runs.
#include "core/image/image_file.h"
#include "tests/ui/fake_session.h"
#include "ui/bridge/inference_controller.h"

#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class QueueEditsTest : public testing::Test {
protected:
    QueueEditsTest() { m_controller.setModel("/model"); }

    /// Small pictures that run one after the other; the first one at once.
    std::vector<QueueItemId> add(int count) {
        std::vector<fs::path> files;
        for (int i = 0; i < count; ++i) {
            files.push_back(m_root / ("p" + std::to_string(++m_made) + ".png"));
            writeImage(files.back(), makeImage(8, 6, {"R", "G", "B"}, ColorSpace::Srgb),
                       {.format = FileFormat::Png8});
        }
        return m_controller.add(files);
    }

    void finish(Outcome outcome = Outcome::Done, bool isSaved = false) {
        const std::size_t job = m_answered++;
        if (outcome == Outcome::Done) {
            auto result =
                std::make_shared<InferenceResult>(*makeResult(m_log.submitted[job], 8, 6));
            if (isSaved)
                result->outputs["albedo"] = "/out/" + std::to_string(job) + ".exr";
            postTo(m_controller.sink(), m_log.jobs[job],
                   ResultReady{std::shared_ptr<const InferenceResult>(result)});
        }
        std::optional<Failure> failure;
        if (outcome == Outcome::Failed)
            failure = Failure{ErrorKind::Corrupt, "broken", "copy it", {}};
        postTo(m_controller.sink(), m_log.jobs[job], Finished{outcome, failure});
        QCoreApplication::processEvents();
    }

    std::vector<QueueItemId> rows() {
        std::vector<QueueItemId> ids;
        for (int row = 0; row < m_controller.queue().rowCount(); ++row)
            ids.push_back(m_controller.queue().at(row).id);
        return ids;
    }

    const QueueItem& item(QueueItemId id) { return *m_controller.queue().find(id); }

    QueueState stateOf(QueueItemId id) { return item(id).state; }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
    int m_made = 0;
    std::size_t m_answered = 0;
    FakeSessionLog m_log;
    InferenceController m_controller{makeFake(m_log)};
};

} // namespace

TEST_F(QueueEditsTest, WhatWasClearedComesBackInItsPlaceAndState) {
    const auto ids = add(5);
    finish(Outcome::Done, true);
    finish(Outcome::Failed);
    finish(Outcome::Done, true);
    finish(Outcome::Cancelled);
    const auto result = item(ids[0]).result;
    EXPECT_FALSE(m_controller.edits().canUndo());
    m_controller.edits().clearDone();
    EXPECT_EQ(rows(), (std::vector{ids[1], ids[4]})); // failed, and the one that runs
    QSignalSpy back(&m_controller.edits(), &QueueEdits::broughtBack);
    m_controller.edits().undo();
    EXPECT_EQ(rows(), ids);
    EXPECT_EQ(back.count(), 1);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Done);
    EXPECT_EQ(item(ids[0]).result, result);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Failed);
    EXPECT_EQ(item(ids[2]).saved, (std::vector<fs::path>{"/out/2.exr"}));
    EXPECT_EQ(stateOf(ids[3]), QueueState::Cancelled);
    EXPECT_FALSE(m_controller.edits().canUndo());
}

TEST_F(QueueEditsTest, WhatIsDoneAndNotSavedStaysWhenTheRestIsCleared) {
    const auto ids = add(3);
    finish();
    finish(Outcome::Done, true);
    finish(Outcome::Cancelled);
    m_controller.edits().clearDone();
    EXPECT_EQ(rows(), std::vector{ids[0]});
    m_controller.edits().close({ids[0]}); // asked for by name it goes
    EXPECT_TRUE(rows().empty());
}

TEST_F(QueueEditsTest, OneDeleteOfManyIsOneEditThatIsUndoneAndDoneAgain) {
    const auto ids = add(4);
    finish();
    finish(); // the third runs, the fourth waits
    m_controller.edits().close({ids[3], ids[0], ids[1]});
    EXPECT_EQ(rows(), (std::vector{ids[2], ids[3]}));
    EXPECT_EQ(stateOf(ids[3]), QueueState::Cancelled);
    m_controller.edits().undo();
    EXPECT_EQ(rows(), ids);
    EXPECT_EQ(stateOf(ids[3]), QueueState::Waiting);
    ASSERT_TRUE(m_controller.edits().canRedo());
    m_controller.edits().redo();
    EXPECT_EQ(rows(), (std::vector{ids[2], ids[3]}));
    EXPECT_EQ(stateOf(ids[3]), QueueState::Cancelled);
    m_controller.edits().undo();
    EXPECT_EQ(rows(), ids);
    m_controller.edits().close({ids[0]}); // something new: there is nothing to do again
    EXPECT_FALSE(m_controller.edits().canRedo());
}

TEST_F(QueueEditsTest, EditsWhileOneRunsLeaveItItsRow) {
    const auto ids = add(4);
    finish();
    finish();
    ASSERT_EQ(stateOf(ids[2]), QueueState::Running);
    m_controller.edits().close({ids[0], ids[1]});
    finish(); // the third, which stands first now
    EXPECT_EQ(stateOf(ids[2]), QueueState::Done);
    EXPECT_EQ(item(ids[2]).result->request.input, item(ids[2]).path);
    ASSERT_EQ(stateOf(ids[3]), QueueState::Running);
    m_controller.edits().undo();
    EXPECT_EQ(rows(), ids);
    finish();
    EXPECT_EQ(stateOf(ids[3]), QueueState::Done);
    EXPECT_EQ(m_log.submitted.size(), 4U) << "nothing ran twice";
}

TEST_F(QueueEditsTest, ACancellationIsTakenBackBeforeAndAfterTheRunHasEnded) {
    const auto ids = add(2);
    m_controller.edits().close({ids[0]});
    EXPECT_EQ(m_log.cancelled, std::vector{m_log.jobs[0]});
    m_controller.edits().undo(); // it is still at its last step
    finish(Outcome::Cancelled);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Running);
    EXPECT_EQ(m_log.submitted.back().input, item(ids[0]).path);
    m_controller.edits().close({ids[0]});
    finish(Outcome::Cancelled);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Cancelled);
    ASSERT_EQ(stateOf(ids[1]), QueueState::Running);
    m_controller.edits().undo();
    EXPECT_EQ(stateOf(ids[0]), QueueState::Waiting);
    // What came to another end meanwhile keeps it.
    m_controller.edits().close({ids[1]});
    finish();
    m_controller.edits().undo();
    EXPECT_EQ(stateOf(ids[1]), QueueState::Done);
}

TEST_F(QueueEditsTest, StopEverythingIsTakenBackWithTheHold) {
    const auto ids = add(3);
    finish();
    m_controller.hold().set(true);
    finish(Outcome::Failed);
    m_controller.edits().cancelAll();
    EXPECT_FALSE(m_controller.hold().isHeld());
    EXPECT_EQ(stateOf(ids[2]), QueueState::Cancelled);
    m_controller.edits().undo();
    EXPECT_TRUE(m_controller.hold().isHeld());
    EXPECT_EQ(stateOf(ids[2]), QueueState::Waiting);
    m_controller.hold().set(false);
    EXPECT_EQ(stateOf(ids[2]), QueueState::Running);
}

TEST_F(QueueEditsTest, AnItemThatWasBeingSavedWhenItWentIsSavedWhenItComesBack) {
    const auto id = add(1).front();
    finish();
    m_controller.upkeep().save(id, {});
    m_controller.edits().close({id});
    auto written = std::make_shared<InferenceResult>(*makeResult({}, 8, 6));
    written->outputs["albedo"] = "/out/a.exr";
    postTo(m_controller.sink(), m_log.lastSave,
           ResultReady{std::shared_ptr<const InferenceResult>(written)});
    postTo(m_controller.sink(), m_log.lastSave, Finished{});
    QCoreApplication::processEvents();
    m_controller.edits().undo();
    EXPECT_EQ(item(id).saved, (std::vector<fs::path>{"/out/a.exr"}));
}

TEST_F(QueueEditsTest, ResultsOfWhatWentAreTheFirstToBeLetGo) {
    const auto ids = add(4);
    finish();
    finish(Outcome::Done, true);
    m_controller.edits().close({ids[0], ids[1]});
    m_controller.memory().setLimit(1);
    finish(); // the newest always stays
    m_controller.hold().set(true);
    m_controller.edits().undo();
    EXPECT_EQ(item(ids[0]).result, nullptr);
    EXPECT_EQ(stateOf(ids[0]), QueueState::Waiting) << "never saved: it has to be made again";
    EXPECT_EQ(item(ids[1]).result, nullptr);
    EXPECT_EQ(stateOf(ids[1]), QueueState::Done);
    EXPECT_NE(item(ids[2]).result, nullptr);
}

TEST_F(QueueEditsTest, TheHistoryOfManyRowsIsBounded) {
    QueueHistory history;
    const auto edit = [](int id, std::size_t rows) {
        QueueEdit made;
        made.cancelled.assign(rows, id);
        return made;
    };
    history.add(edit(1, 3));
    history.add({});
    history.add(edit(2, QueueHistory::kMostRows));
    EXPECT_EQ(history.undo()->cancelled.front(), 2);
    EXPECT_FALSE(history.canUndo()) << "the first one was beyond the bound";
    history.add(edit(3, QueueHistory::kMostRows + 1));
    EXPECT_TRUE(history.canUndo()) << "the newest one always stays";
}

} // namespace unlit::ui
