#include "ui/viewer/wipe_line.h"

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::ui {

namespace {

const QRectF kPicture(100, 50, 400, 200);

double areaOf(const QPolygonF& polygon) {
    double twice = 0;
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QPointF a = polygon[i];
        const QPointF b = polygon[(i + 1) % polygon.size()];
        twice += a.x() * b.y() - a.y() * b.x();
    }
    return std::abs(twice) / 2;
}

TEST(WipeLine, UprightLineIsAShareOfThePicturesWidth) {
    const WipeGeometry wipe({0.25, 0}, kPicture, kPicture);
    EXPECT_EQ(wipe.handle(), QPointF(200, 150));
    EXPECT_EQ(wipe.distance({190, 60}), -10);
    EXPECT_EQ(wipe.distance({230, 240}), 30);
    EXPECT_TRUE(wipe.isUpright());
    EXPECT_EQ(wipe.firstSide().boundingRect(), QRectF(100, 50, 100, 200));
    EXPECT_EQ(wipe.secondSide().boundingRect(), QRectF(200, 50, 300, 200));
}

TEST(WipeLine, LyingLineIsAShareOfThePicturesHeight) {
    const WipeGeometry wipe({0.25, 90}, kPicture, kPicture);
    EXPECT_EQ(wipe.handle(), QPointF(300, 100));
    EXPECT_EQ(wipe.firstSide().boundingRect(), QRectF(100, 50, 400, 50));
}

TEST(WipeLine, SidesAtAnyAngleFillWhatIsSeenAndMeetAtTheLine) {
    for (const double angle : {-170.0, -45.0, 12.5, 45.0, 100.0, 135.0}) {
        const WipeGeometry wipe({0.5, angle}, kPicture, kPicture);
        EXPECT_NEAR(areaOf(wipe.firstSide()), 400 * 200 / 2, 1e-6) << angle;
        EXPECT_NEAR(areaOf(wipe.secondSide()), 400 * 200 / 2, 1e-6) << angle;
        EXPECT_NEAR(wipe.distance(wipe.segment().p1()), 0, 1e-9);
        EXPECT_NEAR(wipe.distance(wipe.segment().p2()), 0, 1e-9);
        EXPECT_NEAR(wipe.handle().x(), 300, 1e-6);
        EXPECT_NEAR(wipe.handle().y(), 150, 1e-6);
    }
}

TEST(WipeLine, MovedLineGoesThroughThePointAndKeepsItsAngle) {
    const WipeGeometry wipe({0.5, 30}, kPicture, kPicture);
    const WipeLine moved = wipe.movedTo({350, 120});
    EXPECT_EQ(moved.angleDegrees, 30);
    EXPECT_NEAR(WipeGeometry(moved, kPicture, kPicture).distance({350, 120}), 0, 1e-9);
    EXPECT_EQ(wipe.movedTo({-9000, 0}).position, 0.0);
    EXPECT_EQ(wipe.movedTo({9000, 0}).position, 1.0);
}

TEST(WipeLine, TurnedLineGoesThroughPivotAndPointer) {
    const WipeGeometry wipe({0.5, 0}, kPicture, kPicture);
    const QPointF pivot = wipe.handle();
    const QPointF pointer = pivot + QPointF(-50, 80); // 32 degrees from upright
    const WipeGeometry turned(wipe.turnedTo(pivot, pointer), kPicture, kPicture);
    EXPECT_NEAR(turned.distance(pivot), 0, 1e-9);
    EXPECT_NEAR(turned.distance(pointer), 0, 1e-9);
    EXPECT_LT(turned.distance({110, 150}), 0) << "the first picture stays on its side";
}

TEST(WipeLine, TurningCatchesAtSteps) {
    const WipeGeometry wipe({0.5, 0}, kPicture, kPicture);
    EXPECT_EQ(wipe.turnedTo(wipe.handle(), wipe.handle() + QPointF(-99, 100)).angleDegrees, 45);
    EXPECT_EQ(wipe.turnedTo(wipe.handle(), wipe.handle() + QPointF(2, 100)).angleDegrees, 0);
    EXPECT_EQ(wipe.turnedBy(200).angleDegrees, -160);
}

TEST(WipeLine, LineOutsideOfWhatIsSeenIsPushedToItsBorder) {
    const QRectF seen(100, 50, 80, 60);
    const WipeGeometry wipe({1.0, 0}, kPicture, seen);
    EXPECT_EQ(wipe.handle(), QPointF(180, 80));
    EXPECT_EQ(wipe.firstSide().boundingRect(), seen);
}

} // namespace

} // namespace unlit::ui
