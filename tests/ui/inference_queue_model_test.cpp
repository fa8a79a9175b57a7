#include "ui/models/inference_queue_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

int g_warnings = 0; // Qt reports broken rules of a model as warnings, through a plain function

void countWarnings(QtMsgType type, const QMessageLogContext&, const QString&) {
    g_warnings += type == QtWarningMsg || type == QtCriticalMsg ? 1 : 0;
}

QString textAt(const InferenceQueueModel& model, int row, int role = Qt::DisplayRole) {
    return model.index(row).data(role).toString();
}

TEST(InferenceQueueModel, KeepsTheRulesOfAnItemModel) {
    InferenceQueueModel model;
    QAbstractItemModelTester tester(&model,
                                    QAbstractItemModelTester::FailureReportingMode::Warning);
    g_warnings = 0;
    const auto before = qInstallMessageHandler(countWarnings);
    const auto ids = model.add({"/a/one.exr", "/a/two.png", "/a/three.png"});
    model.update(ids[1], [](QueueItem& item) { item.state = QueueState::Running; });
    model.remove(ids[0]);
    model.add({"/a/four.png"});
    model.remove(ids[2]);
    qInstallMessageHandler(before);
    EXPECT_EQ(g_warnings, 0);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(textAt(model, 0), QStringLiteral("two.png"));
    EXPECT_EQ(textAt(model, 1), QStringLiteral("four.png"));
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

} // namespace

} // namespace unlit::ui
