// A sequence in the queue: one item, a job a frame; and what becomes of those that fail or stop.
#include "tests/ui/inference_controller_fixture.h"
#include "ui/kit/text.h"
#include "ui/models/queue_store.h"

#include <QSignalSpy>
#include <QTemporaryDir>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class SequenceItemsTest : public InferenceControllerTest {
protected:
    /// Frames of a picture each, not run before there is a model.
    QueueItemId addFrames(int count) {
        std::vector<fs::path> frames;
        for (int i = 1; i <= count; ++i)
            frames.push_back(makePicture("hall.000" + std::to_string(i) + ".png"));
        return m_controller.addSequence(frames,
                                        (frames.front().parent_path() / "hall.*.png").string());
    }

    void start(const InferSettings& settings = {}) {
        m_controller.setSettings(settings, {});
        m_controller.setModel("/models/any", {}, {"albedo"});
    }

    void finishFrame(std::size_t job, bool hasResult = true) {
        if (hasResult) {
            const auto result = makeResult(m_log.submitted[job], 8, 6);
            auto written = std::make_shared<InferenceResult>(*result);
            written->outputs["albedo"] = "/out/" + std::to_string(job) + ".exr";
            postTo(m_controller.sink(), m_log.jobs[job], ResultReady{written});
        }
        finishJob(job);
    }

    void failFrame(std::size_t job) {
        postTo(
            m_controller.sink(), m_log.jobs[job],
            Finished{Outcome::Failed, Failure{ErrorKind::Corrupt,
                                              m_log.submitted[job].input.string() + " is cut off",
                                              "copy it",
                                              {}}});
        QCoreApplication::processEvents();
    }

    const QueueItem& item(QueueItemId id) { return *m_controller.queue().find(id); }

    QString statusOf(QueueItemId id) {
        return m_controller.queue().indexOf(id).data(InferenceQueueModel::StatusRole).toString();
    }

    QString errorOf(QueueItemId id) {
        return m_controller.queue().indexOf(id).data(InferenceQueueModel::ErrorRole).toString();
    }
};

} // namespace

TEST_F(SequenceItemsTest, is_one_item_with_a_job_a_frame_seen_whole_and_written) {
    const QueueItemId id = addFrames(3);
    ASSERT_NE(id, 0);
    EXPECT_EQ(m_controller.queue().rowCount(), 1);
    const QModelIndex row = m_controller.queue().indexOf(id);
    EXPECT_EQ(row.data().toString(), QStringLiteral("hall.*.png"));
    EXPECT_TRUE(
        row.data(InferenceQueueModel::DetailRole).toString().contains(QStringLiteral("3 frames")));
    InferSettings settings;
    settings.options.tiles.mode = TileMode::On;
    start(settings);
    ASSERT_EQ(m_log.submitted.size(), 3U);
    EXPECT_EQ(m_log.sequences, 1);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(m_log.submitted[i].input, item(id).frames[i].path);
        EXPECT_EQ(m_log.submitted[i].options.tiles.mode, TileMode::Off);
        ASSERT_TRUE(m_log.submitted[i].output) << "kept whatever \"save when done\" says";
        EXPECT_FALSE(m_log.submitted[i].output->overwrite);
    }
}

TEST_F(SequenceItemsTest, tells_which_frame_runs_and_how_far_all_are) {
    const QueueItemId id = addFrames(4);
    start();
    finishFrame(0);
    finishFrame(1);
    EXPECT_EQ(item(id).resultFrame, 1);
    postTo(m_controller.sink(), m_log.jobs[2],
           Progress{0.5, 3.0, {{.kind = StagePart::Kind::Step, .at = 1, .of = 2}}});
    QCoreApplication::processEvents();
    EXPECT_EQ(item(id).state, QueueState::Running);
    EXPECT_DOUBLE_EQ(item(id).fraction, 2.5 / 4);
    EXPECT_EQ(statusOf(id), QStringLiteral("Frame 3 of 4 · step 1 of 2"));
    ASSERT_TRUE(item(id).secondsLeft);
    EXPECT_DOUBLE_EQ(*item(id).secondsLeft, 1.5 * 2.5) << "each takes what the last one took";
    m_controller.runner().finishEarly(id);
    EXPECT_EQ(m_log.finishedEarly, std::vector{m_log.jobs[2]});
    finishFrame(2);
    QSignalSpy ready(&m_controller.runner(), &QueueRunner::resultReady);
    finishFrame(3);
    EXPECT_EQ(ready.count(), 1);
    EXPECT_EQ(item(id).state, QueueState::Done);
    EXPECT_EQ(item(id).saved.size(), 4U);
    EXPECT_EQ(m_controller.runner().running(), 0);
}

TEST_F(SequenceItemsTest, a_broken_frame_is_one_sentence_and_a_retry_keeps_the_others) {
    const QueueItemId id = addFrames(3);
    start();
    finishFrame(0);
    failFrame(1);
    EXPECT_EQ(item(id).state, QueueState::Running);
    finishFrame(2);
    EXPECT_EQ(item(id).state, QueueState::Failed);
    EXPECT_EQ(errorOf(id),
              QStringLiteral("1 of 3 frames failed: controller_hall.0002.png is cut off."));
    m_controller.runner().runAgain(id);
    ASSERT_EQ(m_log.submitted.size(), 6U);
    for (std::size_t i = 3; i < 6; ++i)
        EXPECT_FALSE(m_log.submitted[i].output->overwrite);
    finishFrame(3, false);
    finishFrame(4);
    finishFrame(5, false);
    EXPECT_EQ(item(id).state, QueueState::Done);
    EXPECT_TRUE(errorOf(id).isEmpty());
}

TEST_F(SequenceItemsTest, cancelled_it_says_how_far_it_came_and_goes_on) {
    const QueueItemId id = addFrames(3);
    start();
    finishFrame(0);
    m_controller.edits().close({id});
    EXPECT_EQ(m_log.cancelled, (std::vector{m_log.jobs[2], m_log.jobs[1]}))
        << "no other begins when the running one ends";
    finishJob(2, Outcome::Cancelled);
    EXPECT_EQ(item(id).state, QueueState::Running);
    finishJob(1, Outcome::Cancelled);
    EXPECT_EQ(item(id).state, QueueState::Cancelled);
    EXPECT_EQ(statusOf(id), QStringLiteral("Cancelled · 1 of 3 frames done"));
    m_controller.edits().undo();
    ASSERT_EQ(m_log.submitted.size(), 6U);
    EXPECT_EQ(item(id).state, QueueState::Running);
    EXPECT_FALSE(m_log.submitted[3].output->overwrite);
}

TEST_F(SequenceItemsTest, run_again_when_all_is_there_or_brighter_now_it_is_made_again) {
    const QueueItemId id = addFrames(2);
    start();
    finishFrame(0);
    finishFrame(1);
    m_controller.runner().runAgain(id);
    ASSERT_EQ(m_log.submitted.size(), 4U);
    EXPECT_TRUE(m_log.submitted[2].output->overwrite);
    finishFrame(2);
    failFrame(3);
    m_controller.edits().setAlbedoScale({id}, 1.5);
    m_controller.runner().runAgain(id);
    ASSERT_EQ(m_log.submitted.size(), 6U);
    EXPECT_TRUE(m_log.submitted[4].output->overwrite);
    EXPECT_EQ(m_log.submitted[4].output->albedoScale, 1.5);
}

TEST_F(SequenceItemsTest, made_again_it_is_no_longer_out_of_date) {
    const QueueItemId id = addFrames(2);
    start();
    finishFrame(0);
    finishFrame(1);
    m_controller.setSettings({}, {4, 4, 768});
    EXPECT_TRUE(item(id).isStale);
    m_controller.runner().runAgain(id);
    m_controller.setSettings({}, {4, 4, 768}); // asked while only the result of before is there
    finishFrame(2);
    finishFrame(3);
    EXPECT_FALSE(item(id).isStale);
}

TEST_F(SequenceItemsTest, the_same_files_do_not_come_twice) {
    const QueueItemId id = addFrames(2);
    EXPECT_EQ(addFrames(2), 0);
    EXPECT_TRUE(m_controller.add({item(id).frames[1].path}).empty());
    EXPECT_EQ(m_controller.queue().rowCount(), 1);
}

TEST_F(SequenceItemsTest, may_be_taken_for_single_images_and_joined_again) {
    const QueueItemId id = addFrames(3);
    m_controller.splitSequence(id);
    ASSERT_EQ(m_controller.queue().rowCount(), 3);
    EXPECT_FALSE(m_controller.queue().at(0).isSequence());
    std::vector<QueueItemId> ids;
    for (const QueueItem& one : m_controller.queue().items())
        ids.insert(ids.begin(), one.id);
    EXPECT_EQ(m_controller.joinSequence({ids.front()}), 0) << "one is none";
    const QueueItemId joined = m_controller.joinSequence(ids);
    ASSERT_NE(joined, 0);
    EXPECT_EQ(m_controller.queue().rowCount(), 1);
    EXPECT_EQ(item(joined).frames[0].path.filename(), "controller_hall.0001.png");
    EXPECT_EQ(item(joined).name(), "controller_hall.*.png");
    // While it runs it ends first.
    start();
    m_controller.splitSequence(joined);
    EXPECT_EQ(m_controller.queue().rowCount(), 1);
    for (const std::size_t job : {2U, 1U, 0U})
        finishJob(job, Outcome::Cancelled);
    EXPECT_EQ(m_controller.queue().rowCount(), 3);
    EXPECT_EQ(m_log.submitted.size(), 4U) << "the first of them runs";
}

TEST_F(SequenceItemsTest, survives_the_end_of_the_program) {
    const QueueItemId id = addFrames(3);
    start();
    finishFrame(0);
    failFrame(1);
    QTemporaryDir folder;
    const fs::path file = toPath(folder.path()) / "queue.json";
    ASSERT_TRUE(writeQueue(file, queueJson(m_controller.queue().items())).isEmpty());
    const StoredQueue stored = readQueue(file);
    ASSERT_EQ(stored.items.size(), 1U);
    const QueueItem& back = stored.items.front();
    EXPECT_EQ(back.state, QueueState::Waiting);
    EXPECT_EQ(back.name(), "hall.*.png");
    ASSERT_EQ(back.frames.size(), 3U);
    EXPECT_EQ(back.path, item(id).path);
    EXPECT_EQ(back.frames[0].state, QueueState::Done);
    EXPECT_EQ(back.frames[0].outputs.at("albedo"), "/out/0.exr");
    EXPECT_EQ(back.frames[1].state, QueueState::Failed);
    EXPECT_EQ(back.frames[2].state, QueueState::Waiting);
    EXPECT_EQ(back.saved.size(), 1U);
}

} // namespace unlit::ui
