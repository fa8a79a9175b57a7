#include "ui/viewer/view_geometry.h"

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

ViewGeometry makeGeometry(QSizeF picture, QSizeF view) {
    ViewGeometry geometry;
    geometry.setViewSize(view);
    geometry.setPictureSize(picture);
    return geometry;
}

void expectNear(const QPointF& actual, const QPointF& expected) {
    EXPECT_NEAR(actual.x(), expected.x(), 1e-6);
    EXPECT_NEAR(actual.y(), expected.y(), 1e-6);
}

TEST(ViewGeometry, ZoomKeepsThePointUnderTheCursor) {
    ViewGeometry geometry = makeGeometry({4096, 2160}, {900, 700});
    const QPointF cursor(333, 411);
    const QPointF under = geometry.toPicture(cursor);
    for (const double factor : {1.2, 1.2, 3.0, 0.7, 1.9}) {
        geometry.zoomAt(cursor, factor);
        expectNear(geometry.toPicture(cursor), under);
    }
    EXPECT_FALSE(geometry.isFitted());
}

TEST(ViewGeometry, ViewAndPictureCoordinatesAreInverse) {
    ViewGeometry geometry = makeGeometry({640, 480}, {900, 700});
    geometry.setScaleAt({100, 100}, 3.7);
    expectNear(geometry.toPicture(geometry.toView({17.5, 300.25})), {17.5, 300.25});
}

TEST(ViewGeometry, FitShowsAllOfThePictureInTheMiddle) {
    const ViewGeometry geometry = makeGeometry({4000, 1000}, {800, 600});
    const QRectF whole = geometry.pictureRect();
    EXPECT_TRUE(QRectF(0, 0, 800, 600).contains(whole));
    EXPECT_NEAR(whole.center().x(), 400, 1);
    EXPECT_NEAR(whole.center().y(), 300, 1);
    EXPECT_NEAR(whole.width() / whole.height(), 4.0, 1e-9);
}

TEST(ViewGeometry, FittedStaysFittedWhenTheViewGrows) {
    ViewGeometry geometry = makeGeometry({400, 400}, {300, 300});
    geometry.setViewSize({600, 600});
    EXPECT_TRUE(geometry.isFitted());
    EXPECT_NEAR(geometry.scale(), geometry.fittingScale(), 1e-12);
}

TEST(ViewGeometry, ResizingKeepsTheMiddleOfAZoomedView) {
    ViewGeometry geometry = makeGeometry({4000, 4000}, {800, 600});
    geometry.setScaleAt({400, 300}, 1.0);
    const QPointF middle = geometry.toPicture({400, 300});
    geometry.setViewSize({1000, 900});
    expectNear(geometry.toPicture({500, 450}), middle);
}

TEST(ViewGeometry, PanningMovesByTheDragAndNeverLosesThePicture) {
    ViewGeometry geometry = makeGeometry({4000, 4000}, {800, 600});
    geometry.setScaleAt({400, 300}, 1.0);
    const QPointF before = geometry.toPicture({0, 0});
    geometry.panBy({-30, 12});
    expectNear(geometry.toPicture({0, 0}), before + QPointF(30, -12));
    geometry.panBy({1e6, 1e6});
    EXPECT_FALSE(geometry.visibleRect().isEmpty());
    geometry.panBy({-1e7, -1e7});
    EXPECT_FALSE(geometry.visibleRect().isEmpty());
}

TEST(ViewGeometry, ScaleHasBounds) {
    ViewGeometry geometry = makeGeometry({4000, 4000}, {800, 600});
    geometry.setScaleAt({0, 0}, 1e9);
    EXPECT_EQ(geometry.scale(), ViewGeometry::kMaxScale);
    geometry.setScaleAt({0, 0}, 1e-9);
    EXPECT_NEAR(geometry.scale(), geometry.fittingScale() / 2, 1e-12);
}

TEST(ViewGeometry, PlaceCarriesOverToAViewOfAnotherSize) {
    ViewGeometry first = makeGeometry({4000, 2000}, {800, 600});
    first.setScaleAt({100, 500}, 2.0);
    ViewGeometry second = makeGeometry({4000, 2000}, {500, 900});
    second.setPlace(first.place());
    EXPECT_EQ(second.scale(), 2.0);
    expectNear(second.toPicture({250, 450}), first.toPicture({400, 300}));
    first.fit();
    second.setPlace(first.place());
    EXPECT_TRUE(second.isFitted());
    EXPECT_NEAR(second.scale(), second.fittingScale(), 1e-12);
}

} // namespace

} // namespace unlit::ui
