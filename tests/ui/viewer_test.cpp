// Picture levels, tiles and the compare view.
#include "ui/viewer/compare_view.h"
#include "ui/viewer/view_overlays.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

std::shared_ptr<const Image> plain(int width, int height, float value,
                                   ColorSpace space = ColorSpace::Srgb) {
    auto image = std::make_shared<Image>(makeImage(width, height, {"R", "G", "B"}, space));
    std::fill(image->samples.begin(), image->samples.end(), value);
    return image;
}

TEST(MipImage, EachLevelHasHalfTheSidesAndTheSameMean) {
    auto image = std::make_shared<Image>(makeImage(601, 300, {"Y"}, ColorSpace::Raw));
    for (std::size_t i = 0; i < image->samples.size(); ++i)
        image->samples[i] = i % 2 == 0 ? 0.0F : 1.0F;
    const auto mip = MipImage::build(image);
    ASSERT_EQ(mip->levelCount(), 4);
    EXPECT_EQ(mip->levelSize(1), QSize(301, 150));
    EXPECT_EQ(mip->levelSize(3), QSize(76, 38));
    EXPECT_NEAR(mip->row(2, 0, 5)[7], 0.5, 1e-6);
}

TEST(PictureLayer, DrawsOnlyWhereThePictureIs) {
    PictureLayer layer;
    layer.setPicture(MipImage::build(plain(300, 200, 0.5F)));
    const QImage view = layer.render(QRectF(50, 50, 300, 200), QSize(400, 300));
    EXPECT_EQ(view.pixel(10, 10), qRgba(0, 0, 0, 0));
    EXPECT_EQ(view.pixel(200, 150), qRgb(128, 128, 128));
    EXPECT_EQ(view.pixel(399, 299), qRgba(0, 0, 0, 0));
}

TEST(PictureLayer, ExposureChangesWhatIsShownAndNotThePicture) {
    PictureLayer layer;
    const auto image = plain(64, 64, 0.25F, ColorSpace::Linear);
    layer.setPicture(MipImage::build(image));
    layer.setStyle({.exposureEv = 1, .heatTop = {}});
    EXPECT_EQ(layer.render(QRectF(0, 0, 64, 64), QSize(64, 64)).pixel(32, 32), qRgb(188, 188, 188));
    EXPECT_EQ(image->samples[0], 0.25F);
}

TEST(PictureLayer, TilesMeetWithoutSeams) {
    PictureLayer layer;
    layer.setPicture(MipImage::build(plain(700, 700, 0.5F)));
    for (const double side : {233.0, 350.0, 700.0, 1111.0}) {
        const QImage view = layer.render(QRectF(0, 0, side, side), QSize(200, 200));
        for (int i = 2; i < 198; ++i)
            ASSERT_EQ(view.pixel(i, i), qRgb(128, 128, 128)) << side << " at " << i;
    }
}

TEST(PictureLayer, DifferenceIsAbsoluteAndFourTimesAsStrong) {
    QImage a(2, 1, QImage::Format_ARGB32_Premultiplied);
    QImage b = a;
    a.setPixel(0, 0, qRgb(100, 20, 7));
    b.setPixel(0, 0, qRgb(90, 120, 7));
    a.setPixel(1, 0, qRgba(0, 0, 0, 0));
    b.setPixel(1, 0, qRgb(1, 1, 1));
    const QImage difference = differenceOf(a, b);
    EXPECT_EQ(difference.pixel(0, 0), qRgb(40, 255, 0));
    EXPECT_EQ(qAlpha(difference.pixel(1, 0)), 0);
}

class CompareViewTest : public testing::Test {
protected:
    CompareViewTest() {
        m_view.resize(600, 500);
        m_view.setLeft(MipImage::build(plain(400, 400, 0.0F)), QStringLiteral("L"));
        m_view.setRight(MipImage::build(plain(200, 200, 1.0F)), QStringLiteral("R"));
    }

    QRgb at(int x, int y) { return m_view.grab().toImage().pixel(x, y); }

    int wipeX() { return static_cast<int>(m_view.geometryOfView().wipeX(m_view.wipe())); }

    CompareView m_view;
};

TEST_F(CompareViewTest, WipeShowsInputLeftAndResultRight) {
    const int y = 380; // below names and handle
    EXPECT_EQ(at(wipeX() - 30, y), qRgb(0, 0, 0));
    EXPECT_EQ(at(wipeX() + 30, y), qRgb(255, 255, 255));
}

TEST_F(CompareViewTest, DraggingTheLineMovesTheWipe) {
    const QPoint from(wipeX(), 250);
    QTest::mousePress(&m_view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&m_view, from + QPoint(90, 0));
    QTest::mouseRelease(&m_view, Qt::LeftButton, {}, from + QPoint(90, 0));
    EXPECT_NEAR(wipeX(), from.x() + 90, 1);
    EXPECT_TRUE(m_view.geometryOfView().isFitted());
}

TEST_F(CompareViewTest, DraggingBesideTheLinePans) {
    const QPointF before = m_view.geometryOfView().pictureRect().topLeft();
    QTest::mousePress(&m_view, Qt::LeftButton, {}, QPoint(120, 300));
    QTest::mouseMove(&m_view, QPoint(150, 320));
    QTest::mouseRelease(&m_view, Qt::LeftButton, {}, QPoint(150, 320));
    EXPECT_EQ(m_view.geometryOfView().pictureRect().topLeft(), before + QPointF(30, 20));
    EXPECT_EQ(m_view.wipe(), 0.5);
}

TEST_F(CompareViewTest, WheelZoomsAtTheCursor) {
    const QPointF cursor(200, 180);
    const QPointF under = m_view.geometryOfView().toPicture(cursor);
    QWheelEvent wheel(cursor, m_view.mapToGlobal(cursor), {}, {0, 120}, {}, {}, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&m_view, &wheel);
    EXPECT_GT(m_view.geometryOfView().scale(), m_view.geometryOfView().fittingScale());
    EXPECT_NEAR(m_view.geometryOfView().toPicture(cursor).x(), under.x(), 1e-6);
    EXPECT_NEAR(m_view.geometryOfView().toPicture(cursor).y(), under.y(), 1e-6);
}

TEST_F(CompareViewTest, TellsThePixelUnderThePointerInInputCoordinates) {
    std::optional<QPoint> last;
    QObject::connect(&m_view, &CompareView::hovered, &m_view,
                     [&](const std::optional<QPoint>& pixel) { last = pixel; });
    const QPointF place = m_view.geometryOfView().toView({123.5, 45.5});
    const auto moveTo = [&](QPointF to) { // sent, not synthesised: no pointer of a screen is needed
        QMouseEvent move(QEvent::MouseMove, to, m_view.mapToGlobal(to), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QApplication::sendEvent(&m_view, &move);
    };
    moveTo(place);
    ASSERT_TRUE(last.has_value());
    EXPECT_NEAR(last->x(), 123, 1);
    EXPECT_NEAR(last->y(), 45, 1);
    moveTo(QPointF(2, 2));
    EXPECT_FALSE(last.has_value());
}

TEST_F(CompareViewTest, FlipSideAndDifferenceShowWhatTheySay) {
    m_view.setMode(CompareMode::Flip);
    EXPECT_EQ(at(300, 380), qRgb(255, 255, 255));
    m_view.flip();
    EXPECT_EQ(at(300, 380), qRgb(0, 0, 0));
    m_view.setMode(CompareMode::Side);
    EXPECT_EQ(at(150, 280), qRgb(0, 0, 0));
    EXPECT_EQ(at(450, 280), qRgb(255, 255, 255));
    m_view.setMode(CompareMode::Difference);
    EXPECT_EQ(at(300, 380), qRgb(255, 255, 255));
}

TEST(ViewOverlays, HeatTopIsWhatNinetyNineOfAHundredStayBelow) {
    auto image = std::make_shared<Image>(makeImage(100, 10, {"Y"}, ColorSpace::Raw));
    for (std::size_t i = 0; i < 1000; ++i)
        image->samples[i] = static_cast<float>(i) / 1000.0F;
    EXPECT_NEAR(heatTopOf(*MipImage::build(image)), 0.99, 0.002);
}

TEST(ViewOverlays, HistogramOfOneGreyIsOneBin) {
    const auto bins = histogramOf(*MipImage::build(plain(64, 64, 0.5F)), 0);
    EXPECT_EQ(bins[32], 1.0); // 128 of 256
    EXPECT_EQ(std::count(bins.begin(), bins.end(), 0.0), HistogramOverlay::kBins - 1);
}

} // namespace

} // namespace unlit::ui
