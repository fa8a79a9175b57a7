// The picture widget: what mouse and keys do.
#include "tests/ui/image_view_fixture.h"

#include <QShortcut>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

using test::waitFor;

class ImageViewGestures : public ImageViewTest {};

TEST_F(ImageViewGestures, DraggingTheLineMovesTheWipeAndNothingElse) {
    const QPointF from(handle().x(), 250);
    drag(from, from + QPointF(90, 0));
    EXPECT_NEAR(handle().x(), from.x() + 90, 1);
    EXPECT_TRUE(m_view.scene().geometry().isFitted());
}

TEST_F(ImageViewGestures, DraggingWithCtrlTurnsTheWipeAroundItsHandle) {
    const QPointF pivot = handle();
    drag(pivot + QPointF(0, 100), pivot + QPointF(-60, 80), Qt::ControlModifier);
    EXPECT_NEAR(m_state.wipe().angleDegrees, 36.87, 0.1); // atan(60 / 80)
    EXPECT_NEAR(m_view.scene().wipe().distance(pivot), 0, 1e-6);
}

TEST_F(ImageViewGestures, DraggingBesideTheLinePans) {
    const QPointF before = m_view.scene().geometry().pictureRect().topLeft();
    drag({120, 300}, {150, 320});
    EXPECT_EQ(m_view.scene().geometry().pictureRect().topLeft(), before + QPointF(30, 20));
    EXPECT_EQ(m_state.wipe(), WipeLine());
}

TEST_F(ImageViewGestures, SpaceAndDragPansEvenOnTheLineAndATapOfSpaceFlips) {
    const QPointF before = m_view.scene().geometry().pictureRect().topLeft();
    QTest::keyPress(&m_view, Qt::Key_Space);
    drag(handle(), handle() + QPointF(10, 5));
    QTest::keyRelease(&m_view, Qt::Key_Space);
    EXPECT_EQ(m_view.scene().geometry().pictureRect().topLeft(), before + QPointF(10, 5));
    EXPECT_EQ(m_state.mode(), CompareMode::Wipe);
    QTest::keyClick(&m_view, Qt::Key_Space);
    EXPECT_EQ(m_state.mode(), CompareMode::Flip);
}

TEST_F(ImageViewGestures, WheelZoomsAtTheCursor) {
    const QPointF cursor(200, 180);
    const QPointF under = m_view.scene().geometry().toPicture(cursor);
    QWheelEvent wheel(cursor, m_view.mapToGlobal(cursor), {}, {0, 120}, {}, {}, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&m_view, &wheel);
    EXPECT_GT(m_view.scene().geometry().scale(), m_view.scene().geometry().fittingScale());
    EXPECT_NEAR(m_view.scene().geometry().toPicture(cursor).x(), under.x(), 1e-6);
    EXPECT_NEAR(m_view.scene().geometry().toPicture(cursor).y(), under.y(), 1e-6);
}

TEST_F(ImageViewGestures, TellsThePixelUnderThePointerInTheFirstPicturesCoordinates) {
    std::optional<QPoint> last;
    QObject::connect(&m_view, &ImageView::hovered, &m_view,
                     [&](const std::optional<QPoint>& pixel) { last = pixel; });
    mouse(QEvent::MouseMove, m_view.scene().geometry().toView({123.5, 45.5}), Qt::NoButton);
    ASSERT_TRUE(last.has_value());
    EXPECT_EQ(*last, QPoint(123, 45));
    mouse(QEvent::MouseMove, {2, 2}, Qt::NoButton);
    EXPECT_FALSE(last.has_value());
}

TEST_F(ImageViewGestures, ASpaceWhosePressWasAShortcutFlipsNothing) {
    const CompareMode mode = m_state.mode();
    QTest::keyRelease(&m_view, Qt::Key_Space, Qt::ShiftModifier);
    EXPECT_EQ(m_state.mode(), mode);
    QTest::keyClick(&m_view, Qt::Key_Space);
    EXPECT_NE(m_state.mode(), mode);
}

TEST_F(ImageViewGestures, ShiftAndDragMarksARegionAndAClickTakesItAway) {
    const auto& geometry = m_view.scene().geometry();
    drag(geometry.toView({100.5, 50.5}), geometry.toView({20.5, 80.5}), Qt::ShiftModifier);
    ASSERT_TRUE(m_view.region().has_value());
    EXPECT_EQ(*m_view.region(), QRect(QPoint(20, 50), QPoint(100, 80)));
    drag({100, 100}, {101, 100}, Qt::ShiftModifier);
    EXPECT_FALSE(m_view.region().has_value());
}

TEST_F(ImageViewGestures, EscEndsARegionBeforeItMeansAnythingToThePage) {
    QWidget page;
    m_view.setParent(&page);
    QShortcut back(Qt::Key_Escape, &page);
    QSignalSpy gone(&back, &QShortcut::activated);
    page.show();
    m_view.setFocus();
    page.activateWindow();
    ASSERT_TRUE(waitFor([&] { return page.isActiveWindow(); }));
    m_view.setRegion(QRect(10, 10, 20, 20));
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_FALSE(m_view.region().has_value());
    EXPECT_EQ(gone.count(), 0);
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_EQ(gone.count(), 1);
    m_view.setParent(nullptr);
}

} // namespace

} // namespace unlit::ui
