// The queue's file: what survives, and what a broken one does.
#include "tests/support/wait_for.h"
#include "ui/models/queue_store.h"

#include "ui/bridge/queue_keeper.h"

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

using test::waitFor;

namespace fs = std::filesystem;

class QueueStoreTest : public testing::Test {
protected:
    static QueueItem item(const fs::path& path, QueueState state) {
        QueueItem made;
        made.path = path;
        made.state = state;
        return made;
    }

    StoredQueue roundTrip(const std::vector<QueueItem>& items) {
        EXPECT_TRUE(writeQueue(m_file, queueJson(items)).isEmpty());
        return readQueue(m_file);
    }

    QTemporaryDir m_folder;
    fs::path m_file = fs::path(m_folder.path().toStdString()) / "state" / "queue.json";
};

} // namespace

TEST_F(QueueStoreTest, WhatAUserChoseComesBack) {
    QueueItem made = item("/shots/\xC3\xA4 b%.exr", QueueState::Waiting);
    made.input = {"View.Combined", ColorSpace::AcesCg, -1.25, "/m/\xC3\xA4 {stem}.png", "matte"};
    made.own = InferSettings();
    made.own->quality = Quality::Custom;
    made.own->setCustom({9, 3, 512});
    made.own->options.seed = 18446744073709551615U;
    made.own->options.detail = DetailMode::Off;
    made.own->options.keepBlack = KeepBlack::Off;
    made.own->output.kind = OutputKind::Tiff16;
    made.own->output.name = QStringLiteral("{target}/{stem}");
    made.albedoScale = 1.375;
    const StoredQueue queue = roundTrip({made});
    ASSERT_EQ(queue.items.size(), 1U);
    const QueueItem& read = queue.items[0];
    EXPECT_EQ(read.path, made.path);
    EXPECT_EQ(read.albedoScale, 1.375);
    EXPECT_EQ(read.input, made.input);
    EXPECT_EQ(read.input.layer, "View.Combined");
    EXPECT_EQ(read.input.space, ColorSpace::AcesCg);
    EXPECT_EQ(read.input.exposureEv, -1.25);
    ASSERT_TRUE(read.own);
    EXPECT_EQ(*read.own, *made.own);
}

TEST_F(QueueStoreTest, AQueueOfAnEarlierProgramHasWhatIsUsual) {
    fs::create_directories(m_file.parent_path());
    std::ofstream(m_file)
        << R"({"format":1,"items":[{"path":"/a.exr","state":"waiting","own":{"quality":1,"seed":"5"}}]})";
    const StoredQueue queue = readQueue(m_file);
    ASSERT_EQ(queue.items.size(), 1U);
    ASSERT_TRUE(queue.items[0].own);
    InferSettings usual;
    usual.options.seed = 5;
    EXPECT_EQ(*queue.items[0].own, usual);
    EXPECT_EQ(queue.items[0].albedoScale, 1);
}

TEST_F(QueueStoreTest, NumbersOfAnEarlierProgramAreTheWordsThatTheyStoodFor) {
    fs::create_directories(m_file.parent_path());
    std::ofstream(m_file)
        << R"({"format":1,"items":[{"path":"/a.exr","state":"waiting",)"
           R"("input":{"layer":"V","space":"acescg","exposure":-1.25,"mask":"/m/%C3%A4.png"},)"
           R"("own":{"quality":3,"steps":9,"ensemble":3,"processing_px":512,)"
           R"("seed":"18446744073709551615","precision":1,"tiles":0,"detail":1,"keep_black":0,)"
           R"("ends_settled":false,"strength_percent":-1,"kind":6,"folder":"/o","name":"{stem}",)"
           R"("uncertainty":true,"sidecar":true,"save_when_done":true,"skip_existing":true}}]})";
    InferSettings own;
    own.quality = Quality::Custom;
    own.setCustom({9, 3, 512});
    own.options.seed = 18446744073709551615U;
    own.options.precision = Precision::Float32;
    own.options.tiles.mode = TileMode::Off;
    own.options.keepBlack = KeepBlack::Off;
    own.output = {
        OutputKind::Tiff16, QStringLiteral("/o"), QStringLiteral("{stem}"), true, true, true, true};
    const StoredQueue queue = readQueue(m_file);
    ASSERT_EQ(queue.items.size(), 1U);
    ASSERT_TRUE(queue.items[0].own);
    EXPECT_EQ(*queue.items[0].own, own);
    EXPECT_EQ(queue.items[0].input,
              (InputOptions{"V", ColorSpace::AcesCg, -1.25, "/m/\xC3\xA4.png", ""}));
    EXPECT_TRUE(queueJson(queue.items).contains("\"precision\":\"float32\""));
}

TEST_F(QueueStoreTest, NamesThatAreNoTextComeBackByteForByte) {
    const fs::path path = std::string("/shots/\xff\xfe.exr");
    EXPECT_EQ(roundTrip({item(path, QueueState::Waiting)}).items.at(0).path, path);
}

TEST_F(QueueStoreTest, WhatHalfRanWaitsAgainAndWhatIsSavedStaysDone) {
    QueueItem saved = item("/c.exr", QueueState::Done);
    saved.saved = {"/out/c_albedo.exr"};
    saved.seconds = 2.5;
    saved.outputs = {{"albedo", "/out/c_albedo.exr"}};
    saved.outputsScale = 1.5;
    QueueItem failed = item("/d.exr", QueueState::Failed);
    failed.failure = {ErrorKind::Corrupt, "broken", "copy it", {}};
    const auto items =
        roundTrip({item("/a.exr", QueueState::Running), item("/b.exr", QueueState::Done), saved,
                   failed, item("/e.exr", QueueState::Cancelled)})
            .items;
    ASSERT_EQ(items.size(), 5U);
    EXPECT_EQ(items[0].state, QueueState::Waiting);
    EXPECT_EQ(items[1].state, QueueState::Waiting); // its result was never saved
    EXPECT_EQ(items[2].state, QueueState::Done);
    EXPECT_EQ(items[2].saved, saved.saved);
    EXPECT_EQ(items[2].seconds, 2.5);
    EXPECT_EQ(items[2].outputs, saved.outputs);
    EXPECT_EQ(items[2].outputsScale, 1.5);
    EXPECT_EQ(items[3].state, QueueState::Failed);
    EXPECT_EQ(items[3].failure.hint, "copy it");
    EXPECT_EQ(items[4].state, QueueState::Cancelled);
}

TEST_F(QueueStoreTest, ABrokenFileIsSetAsideAndSaid) {
    fs::create_directories(m_file.parent_path());
    for (const char* text : {"", "{", "[]", "{\"format\": 99}"}) {
        std::ofstream(m_file) << text;
        const StoredQueue queue = readQueue(m_file);
        EXPECT_TRUE(queue.items.empty());
        EXPECT_TRUE(queue.problem.contains(QStringLiteral("queue.json.broken"))) << text;
        EXPECT_FALSE(fs::exists(m_file));
    }
    EXPECT_TRUE(readQueue(m_file).problem.isEmpty()); // none there: a first start
}

TEST_F(QueueStoreTest, AFolderThatCannotBeWrittenIsASentence) {
    std::ofstream(fs::path(m_folder.path().toStdString()) / "plain") << "x";
    const fs::path below = fs::path(m_folder.path().toStdString()) / "plain" / "queue.json";
    EXPECT_FALSE(writeQueue(below, "{}").isEmpty());
}

TEST_F(QueueStoreTest, TheKeeperWritesChangesAndLeavesProgressAlone) {
    InferenceQueueModel queue;
    const auto ids = queue.add({"/a.exr", "/b.exr"});
    {
        QueueKeeper keeper(queue, m_file);
        queue.moveTo({ids[1]}, 0);
        ASSERT_TRUE(waitFor([&] { return fs::exists(m_file); }));
        const auto written = fs::last_write_time(m_file);
        queue.update(ids[0], [](QueueItem& changed) { changed.fraction = 0.5; });
        keeper.flush();
        EXPECT_EQ(fs::last_write_time(m_file), written);
        queue.takeOut({ids[0]});
    } // the end of the program
    const StoredQueue stored = readQueue(m_file);
    ASSERT_EQ(stored.items.size(), 1U);
    EXPECT_EQ(stored.items[0].path, "/b.exr");
}

TEST_F(QueueStoreTest, WhatTheKeeperCannotWriteItDoesNotCallWritten) {
    InferenceQueueModel queue;
    queue.add({"/a.exr"});
    fs::create_directories(m_file); // a folder in its place
    QueueKeeper keeper(queue, m_file);
    EXPECT_FALSE(keeper.writeNow());
    fs::remove(m_file);
    keeper.flush();
    EXPECT_EQ(readQueue(m_file).items.size(), 1U);
}

} // namespace unlit::ui
