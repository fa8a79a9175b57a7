// Strokes on a result: drawn, taken back, switched off, kept, and solved while others are drawn.
#include "core/session/infer/correct_by_hand.h"
#include "core/strokes/stroke_json.h"
#include "tests/ui/main_window_fixture.h"
#include "ui/models/queue_store.h"

#include <QAction>
#include <QMouseEvent>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace unlit::ui {

namespace {

constexpr int kWide = 120;
constexpr int kHigh = 80;

/// A wall whose right half lies in a shadow that was left in its albedo.
std::shared_ptr<const InferenceResult> shadowedWall(const InferenceRequest& request) {
    auto result = std::make_shared<InferenceResult>(*makeResult(request, kWide, kHigh));
    Image picture = *result->input;
    for (std::size_t i = 0; i < picture.samples.size(); ++i)
        picture.samples[i] = i % kWide < kWide / 2 ? 0.6F : 0.2F;
    result->input = std::make_shared<const Image>(picture);
    result->display = result->input;
    result->prediction.targets[0].image = picture;
    return result;
}

class StrokesTest : public MainWindowTest {
protected:
    StrokesTest() {
        m_window.resize(1280, 800);
        chooseModel(QStringLiteral("/models/good"));
        page().addImages({makePicture("a.png")});
        EXPECT_TRUE(waitFor([&] { return m_log.submitted.size() == 1; }));
        finish(0);
        view().fit();
    }

    InferPage& page() { return m_window.inferPage(); }

    ImageView& view() { return page().viewerPanel().view(); }

    StrokeDesk& desk() { return page().strokes().desk(); }

    const QueueItem& item() { return queue().at(0); }

    const Image& albedo() { return item().result->prediction.targets[0].image; }

    void finish(std::size_t job) {
        EventSink& sink = page().controller().sink();
        postTo(sink, m_log.jobs[job], ResultReady{shadowedWall(m_log.submitted[job])});
        postTo(sink, m_log.jobs[job], Finished{});
        EXPECT_TRUE(waitFor([&] { return item().state == QueueState::Done; }));
    }

    /// Where a place of the picture lies in the view.
    QPointF placeOf(double x, double y) {
        return view().scene().geometry().toView(QPointF(x, y)) / view().devicePixelRatioF();
    }

    void mouse(QEvent::Type type, const QPointF& to, Qt::MouseButton button = Qt::LeftButton) {
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, to, view().mapToGlobal(to), isMove ? Qt::NoButton : button, button,
                          {});
        QApplication::sendEvent(&view(), &event);
    }

    void draw(const QPointF& from, const QPointF& to, Qt::MouseButton button = Qt::LeftButton) {
        mouse(QEvent::MouseButtonPress, from, button);
        for (int i = 1; i <= 8; ++i)
            mouse(QEvent::MouseMove, from + (to - from) * (i / 8.0), button);
        mouse(QEvent::MouseButtonRelease, to, button);
    }

    /// Beside the wipe's line, from the lit half into the shadow would cross it at its start only.
    void drawAcross() { draw(placeOf(20, 60), placeOf(100, 60)); }

    bool waitSolved() {
        return waitFor([&] { return !page().controller().upkeep().isCatchingUp(item().id); });
    }

    void press(const QKeySequence& key) {
        for (QAction* action : page().pageActions())
            if (action->shortcut() == key && action->isEnabled())
                action->trigger();
    }
};

TEST_F(StrokesTest, AStrokeHasThePicturesCoordinatesAtAnyZoom) {
    page().strokes().toggle();
    ASSERT_TRUE(desk().isActive());
    drawAcross();
    ASSERT_TRUE(item().strokes);
    ASSERT_EQ(item().strokes->strokes.size(), 1U);
    EXPECT_EQ(item().strokes->width, kWide);
    const auto isNear = [](const StrokePoint& point, double x, double y) {
        return std::hypot(point.x - x, point.y - y) < 1;
    };
    EXPECT_TRUE(isNear(item().strokes->strokes[0].points.front(), 20, 60));
    EXPECT_TRUE(isNear(item().strokes->strokes[0].points.back(), 100, 60));
    view().setScale(16);
    const QPointF from = placeOf(50, 45);
    ASSERT_TRUE(view().rect().contains(from.toPoint()));
    draw(from, placeOf(54, 48));
    ASSERT_EQ(item().strokes->strokes.size(), 2U);
    EXPECT_NEAR(item().strokes->strokes[1].points.front().x, 50, 0.1);
    EXPECT_NEAR(item().strokes->strokes[1].points.front().y, 45, 0.1);
}

TEST_F(StrokesTest, APlaceBesideThePictureMeansNothing) {
    page().strokes().toggle();
    draw(placeOf(-4, 10), placeOf(-3, 20));
    draw(placeOf(20, kHigh + 3.0), placeOf(30, kHigh + 4.0), Qt::RightButton);
    EXPECT_FALSE(item().strokes);
    EXPECT_FALSE(desk().canUndo());
}

TEST_F(StrokesTest, TheShadowGoesAndSwitchedOffEveryBitIsAsBefore) {
    const Image before = albedo();
    page().strokes().toggle();
    drawAcross();
    ASSERT_TRUE(waitSolved());
    const auto at = [this](int x, int y) {
        return albedo().samples[static_cast<std::size_t>(y) * kWide + static_cast<std::size_t>(x)];
    };
    EXPECT_NEAR(at(100, 20), at(20, 20), 0.1) << "it was 0.4 away, and no stroke went there";
    EXPECT_TRUE(item().saved.empty());
    emit desk().panel().allSwitched(false);
    ASSERT_TRUE(waitSolved());
    EXPECT_EQ(albedo().samples, before.samples);
    ASSERT_TRUE(item().strokes) << "they stay, switched off";
    emit desk().panel().allSwitched(true);
    ASSERT_TRUE(waitSolved());
    EXPECT_NE(albedo().samples, before.samples);
    emit desk().panel().clearAsked();
    ASSERT_TRUE(waitSolved());
    EXPECT_EQ(albedo().samples, before.samples);
    EXPECT_FALSE(item().strokes);
    EXPECT_EQ(m_log.submitted.size(), 1U) << "the network has not run again";
}

TEST_F(StrokesTest, UndoAndRedoAreOfStrokesInTheModeAndOfTheQueueElse) {
    page().strokes().toggle();
    drawAcross();
    const auto first = *item().strokes;
    draw(placeOf(20, 70), placeOf(40, 70));
    ASSERT_EQ(item().strokes->strokes.size(), 2U);
    press(QKeySequence(Qt::CTRL | Qt::Key_Z));
    EXPECT_EQ(*item().strokes, first);
    press(QKeySequence(Qt::CTRL | Qt::Key_Z));
    EXPECT_FALSE(item().strokes);
    press(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    ASSERT_TRUE(item().strokes);
    EXPECT_EQ(*item().strokes, first);
    page().strokes().toggle();
    page().controller().edits().close({item().id});
    ASSERT_EQ(queue().rowCount(), 0);
    press(QKeySequence(Qt::CTRL | Qt::Key_Z));
    ASSERT_EQ(queue().rowCount(), 1);
    ASSERT_TRUE(item().strokes) << "they come back with their image";
    EXPECT_EQ(*item().strokes, first);
}

TEST_F(StrokesTest, TheRightButtonErasesAndSplits) {
    page().strokes().toggle();
    desk().panel().setRadius(3);
    drawAcross();
    draw(placeOf(60, 60), placeOf(60, 60.5), Qt::RightButton);
    ASSERT_TRUE(item().strokes);
    ASSERT_EQ(item().strokes->strokes.size(), 2U);
    for (const Stroke& stroke : item().strokes->strokes)
        for (const StrokePoint& point : stroke.points)
            EXPECT_GT(std::hypot(point.x - 60, point.y - 60), 3);
}

TEST_F(StrokesTest, ANewerStrokeWinsOverOneThatIsBeingSolved) {
    page().strokes().toggle();
    drawAcross();
    EXPECT_TRUE(page().controller().upkeep().isCatchingUp(item().id));
    desk().panel().kind().setCurrentIndex(2); // this bright
    desk().panel().value().setValue(0.5);
    draw(placeOf(10, 20), placeOf(30, 20));
    ASSERT_TRUE(waitSolved());
    ASSERT_TRUE(item().result->request.strokes);
    EXPECT_EQ(*item().result->request.strokes, *item().strokes);
    EXPECT_EQ(item().strokes->strokes.size(), 2U);
    EXPECT_EQ(item().strokes->strokes[1].value, std::vector{0.5});
}

TEST_F(StrokesTest, TheQueueAndTheNextRunKeepThem) {
    page().strokes().toggle();
    drawAcross();
    ASSERT_TRUE(waitSolved());
    const std::filesystem::path file = m_root / "queue_copy.json";
    ASSERT_TRUE(writeQueue(file, queueJson(queue().items())).isEmpty());
    const StoredQueue stored = readQueue(file);
    ASSERT_EQ(stored.items.size(), 1U);
    ASSERT_TRUE(stored.items[0].strokes);
    EXPECT_EQ(*stored.items[0].strokes, *item().strokes);
    page().controller().runner().runAgain(item().id);
    ASSERT_EQ(m_log.submitted.size(), 2U);
    ASSERT_TRUE(m_log.submitted[1].strokes);
    EXPECT_EQ(*m_log.submitted[1].strokes, *item().strokes);
    EXPECT_FALSE(desk().isActive()) << "there is nothing to draw on while it runs";
}

TEST_F(StrokesTest, StrokesOfAFileAreTakenWhereTheyFit) {
    StrokeSet set{kWide, kHigh, {}, {{.kind = StrokeKind::Keep, .points = {{10, 10}, {20, 20}}}}};
    const std::filesystem::path fits = m_root / "fits.json";
    writeStrokes(fits, set, false);
    page().strokes().open(item().id, fits);
    ASSERT_TRUE(item().strokes);
    EXPECT_EQ(*item().strokes, set);
    set.width = 7;
    const std::filesystem::path other = m_root / "other.json";
    writeStrokes(other, set, false);
    page().strokes().open(item().id, other);
    EXPECT_EQ(item().strokes->width, kWide) << "it keeps those it had";
}

TEST_F(StrokesTest, AResultThatIsShownFromItsFilesRunsAgainAndIsThenCorrected) {
    const std::filesystem::path other = makePicture("made.png");
    const auto ids =
        page().controller().addMade({{other, {{"albedo", makePicture("made_a.png")}}}});
    ASSERT_EQ(ids.size(), 1U);
    page().queuePanel().select(ids.front());
    page().strokes().toggle();
    EXPECT_FALSE(desk().isActive());
    const MessageBar& bar = page().settingsPanel().message();
    auto* button = bar.findChild<QPushButton*>();
    ASSERT_TRUE(button->isVisibleTo(&bar));
    button->click();
    ASSERT_TRUE(waitFor([&] { return m_log.submitted.size() == 2; }));
    EXPECT_EQ(m_log.submitted[1].input, other);
    EventSink& sink = page().controller().sink();
    postTo(sink, m_log.jobs[1], ResultReady{shadowedWall(m_log.submitted[1])});
    postTo(sink, m_log.jobs[1], Finished{});
    ASSERT_TRUE(waitFor([&] { return desk().isActive(); }));
    EXPECT_EQ(desk().item(), ids.front());
}

TEST_F(StrokesTest, OneFrameOfASequenceIsDrawnOnForAllOfThem) {
    const std::vector<std::filesystem::path> frames{makePicture("shot.0001.png"),
                                                    makePicture("shot.0002.png")};
    page().controller().hold().set(true);
    const QueueItemId sequence = page().controller().addSequence(frames, "shot.*.png");
    ASSERT_NE(sequence, 0);
    auto strokes = std::make_shared<StrokeSet>(StrokeSet{kWide, kHigh, {}, {}});
    strokes->strokes.push_back({.kind = StrokeKind::Keep, .points = {{10, 10}, {20, 20}}});
    EXPECT_EQ(page().controller().upkeep().setStrokes({sequence}, strokes), 1);
    const InferenceRequest request =
        page().controller().requests().requestFor(*queue().find(sequence));
    EXPECT_EQ(request.strokes, strokes);
    EXPECT_TRUE(request.strokesForAll);
    const StoredQueue stored = [&] {
        const std::filesystem::path file = m_root / "queue_copy.json";
        EXPECT_TRUE(writeQueue(file, queueJson(queue().items())).isEmpty());
        return readQueue(file);
    }();
    ASSERT_EQ(stored.items.size(), 2U);
    EXPECT_TRUE(stored.items[1].strokes);
    page().queuePanel().select(sequence);
    page().strokes().toggle();
    EXPECT_FALSE(desk().isActive());
    auto* button = page().settingsPanel().message().findChild<QPushButton*>();
    EXPECT_EQ(button->text(), QStringLiteral("Draw on this frame"));
}

TEST_F(StrokesTest, ARunWithStrokesKeepsHowItWasBefore) {
    page().strokes().toggle();
    drawAcross();
    ASSERT_TRUE(waitSolved());
    EXPECT_TRUE(page().controller().requests().requestFor(item()).keepsUncorrected);
}

TEST_F(StrokesTest, InASmallWindowThePanelIsFoldedAndCanBeOpened) {
    m_window.resize(1024, 640);
    page().strokes().toggle();
    drawAcross();
    StrokesPanel& panel = desk().panel();
    EXPECT_TRUE(panel.isFolded());
    EXPECT_FALSE(panel.list().isVisibleTo(&panel));
    EXPECT_LT(panel.height(), view().height() / 3);
    panel.fold().click();
    EXPECT_TRUE(panel.list().isVisibleTo(&panel));
    page().strokes().toggle();
    m_window.resize(1280, 900);
    QApplication::processEvents();
    page().strokes().toggle();
    EXPECT_FALSE(panel.isFolded());
}

TEST_F(StrokesTest, TheListShowsTheNewestStroke) {
    StrokesPanel panel;
    panel.show();
    StrokeSet set{kWide, kHigh, {}, {}};
    for (int i = 0; i < 9; ++i) {
        set.strokes.push_back({.kind = StrokeKind::Keep, .points = {{10, 10 + i * 1.0F}}});
        panel.setStrokes(set, {});
    }
    const auto isInView = [&](int row) {
        return panel.list().viewport()->rect().contains(
            panel.list().visualItemRect(panel.list().item(row)).center());
    };
    EXPECT_TRUE(isInView(8));
    panel.list().scrollToTop();
    set.strokes[0].isOn = false;
    panel.setStrokes(set, {});
    EXPECT_TRUE(isInView(0)); // one that is switched stays where it was
}

TEST_F(StrokesTest, AWideBrushIsDrawnOnThePictureOnly) {
    StrokeBrush brush;
    brush.setStrokes(
        {20, 10, {}, {{.kind = StrokeKind::Keep, .radius = 100, .points = {{10, 5}}}}});
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    brush.paint(painter, 1);
    painter.end();
    EXPECT_NE(image.pixelColor(15, 5), QColor(Qt::black));
    EXPECT_EQ(image.pixelColor(25, 5), QColor(Qt::black));
    EXPECT_EQ(image.pixelColor(15, 15), QColor(Qt::black));
}

TEST_F(StrokesTest, OnlyTheLastFilesOfCopiedCommandsAreKept) {
    page().remember(m_root / "state");
    for (int i = 0; i < 30; ++i) {
        StrokeSet set{
            kWide, kHigh, {}, {{.kind = StrokeKind::Keep, .points = {{10, 10 + i * 1.0F}}}}};
        page().controller().upkeep().setStrokes({item().id},
                                                std::make_shared<const StrokeSet>(set));
        press(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    }
    const std::filesystem::directory_iterator files(m_root / "state" / "strokes");
    EXPECT_EQ(std::distance(begin(files), end(files)), 20);
}

TEST_F(StrokesTest, TheKeysOfTheModeAreInTheList) {
    const auto groups = m_window.keyGroups();
    EXPECT_TRUE(std::ranges::any_of(groups, [](const KeyGroup& group) {
        return std::ranges::any_of(
            group.lines, [](const auto& line) { return line.first == QStringLiteral("["); });
    }));
}

TEST_F(StrokesTest, KeysOfTheModeChangeTheBrushAndEscLeaves) {
    page().strokes().toggle();
    desk().panel().setRadius(10);
    const int layer = page().viewerPanel().viewer().currentLayer();
    QTest::keyClick(&view(), Qt::Key_BracketRight);
    EXPECT_NEAR(desk().panel().radius().value(), 12.5, 0.01);
    QTest::keyClick(&view(), Qt::Key_BracketLeft);
    EXPECT_NEAR(desk().panel().radius().value(), 10, 0.01);
    EXPECT_EQ(page().viewerPanel().viewer().currentLayer(), layer);
    QTest::keyClick(&view(), Qt::Key_Escape);
    EXPECT_FALSE(desk().isActive());
    EXPECT_EQ(view().tool(), nullptr);
    EXPECT_FALSE(desk().panel().isVisible());
}

} // namespace

} // namespace unlit::ui
