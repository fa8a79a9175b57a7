#include "ui/models/inference_queue_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <QMimeData>
#include <QUrl>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace unlit::ui {

namespace {

int g_warnings = 0; // Qt reports broken rules of a model as warnings, through a plain function

void countWarnings(QtMsgType type, const QMessageLogContext&, const QString&) {
    g_warnings += type == QtWarningMsg || type == QtCriticalMsg ? 1 : 0;
}

QString textAt(const InferenceQueueModel& model, int row, int role = Qt::DisplayRole) {
    return model.index(row).data(role).toString();
}

TEST(InferenceQueueModel, CountsItsRowsWhateverBecomesOfThem) {
    InferenceQueueModel model;
    const auto expectCounts = [&] {
        for (const QueueState state :
             {QueueState::Waiting, QueueState::Running, QueueState::Done, QueueState::Failed,
              QueueState::Cancelled, QueueState::Skipped})
            EXPECT_EQ(model.countIn(state),
                      std::ranges::count(model.items(), state, &QueueItem::state));
        EXPECT_EQ(model.hasSequence(), std::ranges::any_of(model.items(), &QueueItem::isSequence));
    };
    const auto ids = model.add({"/a/one.exr", "/a/two.png", "/a/three.png"});
    const QueueItemId sequence = model.addSequence({"/b/1.png", "/b/2.png"}, "/b/*.png");
    expectCounts();
    model.update(ids[1], [](QueueItem& item) { item.state = QueueState::Skipped; });
    expectCounts();
    auto taken = model.takeOut({ids[1], sequence});
    expectCounts();
    model.putBack(std::move(taken));
    model.restore({model.at(0), model.at(3)});
    model.moveTo({ids[0]}, 4);
    expectCounts();
}

TEST(InferenceQueueModel, KeepsTheRulesOfAnItemModel) {
    InferenceQueueModel model;
    QAbstractItemModelTester tester(&model,
                                    QAbstractItemModelTester::FailureReportingMode::Warning);
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    const auto ids = model.add({"/a/one.exr", "/a/two.png", "/a/three.png"});
    model.update(ids[1], [](QueueItem& item) { item.state = QueueState::Running; });
    model.takeOut({ids[0]});
    model.add({"/a/four.png"});
    model.takeOut({ids[2], 99});
    qInstallMessageHandler(before);
    EXPECT_EQ(g_warnings, 0);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(textAt(model, 0), QStringLiteral("two.png"));
    EXPECT_EQ(textAt(model, 1), QStringLiteral("four.png"));
}

TEST(InferenceQueueModel, WhatWasTakenOutGoesBackToItsRows) {
    InferenceQueueModel model;
    QAbstractItemModelTester tester(&model,
                                    QAbstractItemModelTester::FailureReportingMode::Warning);
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    const auto ids = model.add({"/0.exr", "/1.exr", "/2.exr", "/3.exr", "/4.exr", "/5.exr"});
    const auto names = [&] {
        QString all;
        for (int row = 0; row < model.rowCount(); ++row)
            all += textAt(model, row).at(0);
        return all;
    };
    auto taken = model.takeOut({ids[4], ids[0], ids[3], ids[1]});
    EXPECT_EQ(names(), QStringLiteral("25"));
    model.putBack(std::move(taken));
    EXPECT_EQ(names(), QStringLiteral("012345"));
    taken = model.takeOut({ids[1], ids[5]});
    model.takeOut({ids[0], ids[2], ids[3]});
    model.putBack(std::move(taken)); // there are no longer so many rows
    EXPECT_EQ(names(), QStringLiteral("415"));
    EXPECT_EQ(model.find(ids[5])->path, "/5.exr");
    qInstallMessageHandler(before);
    EXPECT_EQ(g_warnings, 0);
}

TEST(InferenceQueueModel, AddsAFileOnlyOnceWhileItWaits) {
    InferenceQueueModel model;
    EXPECT_EQ(model.add({"/a/one.exr", "/a/one.exr"}).size(), 1U);
    EXPECT_TRUE(model.add({"/a/one.exr"}).empty());
    model.update(1, [](QueueItem& item) { item.state = QueueState::Done; });
    EXPECT_EQ(model.add({"/a/one.exr"}).size(), 1U);
}

TEST(InferenceQueueModel, TellsStateTimeAndUncertainty) {
    InferenceQueueModel model;
    const auto id = model.add({"/a/one.exr"}).front();
    EXPECT_EQ(textAt(model, 0, InferenceQueueModel::StatusRole), QStringLiteral("Waiting"));
    model.update(id, [](QueueItem& item) {
        auto result = std::make_shared<InferenceResult>();
        result->seconds = 2.44;
        item.state = QueueState::Done;
        item.result = result;
        item.meanUncertainty = 0.0214;
        item.size = QSize(4096, 2160);
        item.layer = QStringLiteral("ViewLayer.Combined");
    });
    EXPECT_EQ(textAt(model, 0, InferenceQueueModel::StatusRole),
              QStringLiteral("Done · 2.4 s · ± 0.021"));
    EXPECT_EQ(textAt(model, 0, InferenceQueueModel::DetailRole),
              QStringLiteral("4096 × 2160 · ViewLayer.Combined"));
}

TEST(InferenceQueueModel, TellsAFailureAsASentence) {
    InferenceQueueModel model;
    const auto id = model.add({"/a/one.exr"}).front();
    model.update(id, [](QueueItem& item) {
        item.state = QueueState::Failed;
        item.failure = {
            ErrorKind::Corrupt, "the file ends after 61 of 2048 lines", "copy it again", {}};
    });
    EXPECT_EQ(textAt(model, 0, InferenceQueueModel::ErrorRole),
              QStringLiteral("The file ends after 61 of 2048 lines."));
    EXPECT_EQ(textAt(model, 0, InferenceQueueModel::HintRole), QStringLiteral("Copy it again."));
}

TEST(InferenceQueueModel, FailureDoesNotRepeatThePathOfItsRow) {
    QueueItem item;
    item.path = "/a/one.exr";
    item.failure.message = "/a/one.exr: it ends too early";
    EXPECT_EQ(InferenceQueueModel::errorText(item), QStringLiteral("It ends too early."));
    item.failure.message = "cannot open /a/one.exr";
    EXPECT_EQ(InferenceQueueModel::errorText(item), QStringLiteral("Cannot open one.exr."));
}

TEST(InferenceQueueModel, UpdateTouchesOneRowOnly) {
    InferenceQueueModel model;
    const auto ids = model.add({"/a/one.exr", "/a/two.exr"});
    QSignalSpy spy(&model, &QAbstractItemModel::dataChanged);
    model.update(ids[1], [](QueueItem& item) { item.fraction = 0.5; });
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy[0][0].toModelIndex().row(), 1);
    EXPECT_EQ(spy[0][1].toModelIndex().row(), 1);
}

TEST(InferenceQueueModelOrder, ItemsMoveTogetherAndKeepTheirOrder) {
    InferenceQueueModel queue;
    const auto ids = queue.add({"/0", "/1", "/2", "/3", "/4"});
    const auto order = [&] {
        std::string text;
        for (int row = 0; row < queue.rowCount(); ++row)
            text += queue.at(row).path.filename().string();
        return text;
    };
    queue.moveTo({ids[3]}, 1);
    EXPECT_EQ(order(), "03124");
    queue.moveTo({ids[0], ids[1]}, 5);
    EXPECT_EQ(order(), "32401");
    queue.moveTo({ids[4], ids[1]}, 0);
    EXPECT_EQ(order(), "41320");
    queue.moveTo({ids[4]}, 0);
    queue.moveTo({ids[4]}, 1);
    queue.moveTo({12345}, 2);
    EXPECT_EQ(order(), "41320");
}

TEST(InferenceQueueModelOrder, RowsAreFoundWhereTheyAreAfterEveryChange) {
    InferenceQueueModel model;
    const auto ids = model.add({"/0.exr", "/1.exr", "/2.exr", "/3.exr", "/4.exr"});
    const auto expectFound = [&model] {
        for (int row = 0; row < model.rowCount(); ++row)
            EXPECT_EQ(model.rowOf(model.at(row).id), row);
    };
    expectFound();
    model.moveTo({ids[4]}, 0);
    expectFound();
    model.moveTo({ids[4], ids[1]}, 5);
    expectFound();
    const auto taken = model.takeOut({ids[0], ids[2]});
    expectFound();
    EXPECT_EQ(model.rowOf(ids[0]), -1);
    model.putBack(taken);
    expectFound();
    EXPECT_EQ(model.find(ids[0])->path, "/0.exr");
}

TEST(InferenceQueueModelOrder, DroppedRowsMoveAndForeignDataIsRefused) {
    InferenceQueueModel queue;
    const auto ids = queue.add({"/0", "/1", "/2"});
    const std::unique_ptr<QMimeData> data(queue.mimeData({queue.index(2), queue.index(1)}));
    EXPECT_TRUE(queue.canDropMimeData(data.get(), Qt::MoveAction, 0, 0, {}));
    queue.dropMimeData(data.get(), Qt::MoveAction, 0, 0, {});
    EXPECT_EQ(queue.at(0).id, ids[1]);
    EXPECT_EQ(queue.at(1).id, ids[2]);
    QMimeData text;
    text.setText(QStringLiteral("x"));
    EXPECT_FALSE(queue.canDropMimeData(&text, Qt::MoveAction, 0, 0, {}));
    EXPECT_EQ(queue.rowCount(), 3);
}

TEST(InferenceQueueModelOrder, DraggedOutTheRowIsTheFilesOfItsResult) {
    InferenceQueueModel queue;
    const auto ids = queue.add({"/0", "/1"});
    queue.update(ids[0], [](QueueItem& item) { item.saved = {"/out/0_albedo.exr"}; });
    int begun = 0;
    int asked = 0;
    queue.setOutsideFiles({.begin = [&](const QueueItem&) { ++begun; },
                           .of =
                               [&](const QueueItem& item) {
                                   ++asked;
                                   return item.saved;
                               }});
    const std::unique_ptr<QMimeData> data(queue.mimeData({queue.index(0)}));
    EXPECT_TRUE(data->hasUrls());
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(asked, 0); // nothing is waited for before somebody takes it
    EXPECT_EQ(data->urls(), QList<QUrl>{QUrl::fromLocalFile(QStringLiteral("/out/0_albedo.exr"))});
    const std::unique_ptr<QMimeData> other(queue.mimeData({queue.index(1)}));
    EXPECT_FALSE(other->hasUrls());
}

} // namespace

} // namespace unlit::ui
