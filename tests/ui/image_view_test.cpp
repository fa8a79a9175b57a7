// The picture widget: what it draws.
#include "tests/ui/image_view_fixture.h"
#include "ui/theme/theme_tokens.h"

#include <QPaintEvent>
#include <QTest>

#include <gtest/gtest.h>

#include <array>
#include <atomic>

namespace unlit::ui {

namespace {

using test::waitFor;

constexpr int kBelowNames = 380;

TEST_F(ImageViewTest, WipeShowsTheFirstPictureLeftAndTheSecondRight) {
    const auto x = static_cast<int>(handle().x());
    EXPECT_EQ(at(x - 30, kBelowNames), qRgb(0, 0, 0));
    EXPECT_EQ(at(x + 30, kBelowNames), qRgb(255, 255, 255));
    EXPECT_EQ(at(2, 2), themeTokens(m_view.palette()).surround.rgb());
}

TEST_F(ImageViewTest, TurnedWipeShowsTheFirstPictureOnItsSide) {
    m_state.setWipe({0.5, 90});
    EXPECT_EQ(at(200, 150), qRgb(0, 0, 0));
    EXPECT_EQ(at(200, kBelowNames), qRgb(255, 255, 255));
    m_state.setWipe({0.5, 45}); // the first picture is at the upper left
    EXPECT_EQ(at(150, 150), qRgb(0, 0, 0));
    EXPECT_EQ(at(450, kBelowNames), qRgb(255, 255, 255));
}

/// Counts how often each column of its tiles is made; as high as one tile.
class WatchedSource : public PixelSource {
public:
    explicit WatchedSource(int columns) : PixelSource(QSize(columns * kTilePx, kTilePx)) {}

    bool isRaw() const override { return false; }

    bool hasAlpha() const override { return false; }

    bool isAveraged(int) const override { return true; }

    void readColor(int level, int y, int x, const ColorRow& to) const override {
        if (level == 0 && y == 0) // a tile's frame begins one pixel before it
            ++m_made[static_cast<std::size_t>((x + 1) / kTilePx)];
        for (const std::span<float> channel : {to.red, to.green, to.blue})
            std::ranges::fill(channel, 0.5F);
    }

    void readAlpha(int, int, int, std::span<float> to) const override {
        std::ranges::fill(to, 1.0F);
    }

    int made(std::size_t column) const { return m_made[column]; }

private:
    mutable std::array<std::atomic<int>, 8> m_made{};
};

TEST_F(ImageViewTest, WhileTheToneIsDraggedOnlyTilesThatAreSeenAreMade) {
    constexpr int steps = 20;
    const auto first = std::make_shared<WatchedSource>(4);
    const auto second = std::make_shared<WatchedSource>(4);
    m_view.resize(1024, 400);
    show(first, second);
    m_view.setScale(1);
    m_state.setWipe({0.3, 0}); // the line in the second of four columns
    const auto dragTone = [&] {
        for (int i = 0; i < steps; ++i) {
            m_state.setExposure(m_state.tone().light.exposureEv + 0.1);
            EXPECT_TRUE(waitFor([&] { return m_view.isComplete(); }));
        }
    };
    ASSERT_TRUE(waitFor([&] { return first->made(3) > 0; })); // what the wipe would uncover
    dragTone();
    for (const std::size_t column : {0U, 1U})
        EXPECT_GE(first->made(column), steps) << column;
    for (const std::size_t column : {1U, 2U, 3U})
        EXPECT_GE(second->made(column), steps) << column;
    for (const int hidden : {first->made(2), first->made(3), second->made(0)})
        EXPECT_LT(hidden, steps / 2);
    EXPECT_TRUE(waitFor([&] { return first->made(3) > 1; })) << "the rest follows at rest";
    m_state.setMode(CompareMode::Flip);
    const int firstBefore = first->made(0);
    const int secondBefore = second->made(0);
    dragTone();
    EXPECT_LT(first->made(0), firstBefore + steps / 2);
    EXPECT_GE(second->made(0), secondBefore + steps);
}

TEST_F(ImageViewTest, OnlyTilesThatHaveComeArePainted) {
    struct PaintedArea : QObject {
        QRegion region;

        bool eventFilter(QObject*, QEvent* event) override {
            if (event->type() == QEvent::Paint)
                region += static_cast<QPaintEvent*>(event)->region();
            return false;
        }
    } painted;

    m_view.resize(600, 500);
    show(plainPicture(400, 400, 0.25F, ColorSpace::Linear), nullptr);
    m_view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&m_view));
    ASSERT_TRUE(waitFor([&] { return m_view.isComplete(); }));
    QTest::qWait(50);
    m_view.installEventFilter(&painted);
    m_state.setExposure(1);
    ASSERT_TRUE(waitFor([&] { return m_view.isComplete(); }));
    QTest::qWait(50);
    const QRect picture = m_view.scene().geometry().visibleRect().toAlignedRect();
    EXPECT_TRUE((QRegion(picture.adjusted(1, 1, -1, -1)) - painted.region).isEmpty());
    EXPECT_TRUE((painted.region - QRegion(picture.adjusted(-2, -2, 2, 2))).isEmpty())
        << "nothing beside the picture has changed";
}

TEST_F(ImageViewTest, FlipSideAndDifferenceShowWhatTheySay) {
    m_state.setMode(CompareMode::Flip);
    EXPECT_EQ(at(300, kBelowNames), qRgb(255, 255, 255));
    m_state.flip();
    EXPECT_EQ(at(300, kBelowNames), qRgb(0, 0, 0));
    m_state.setMode(CompareMode::Side);
    EXPECT_EQ(at(150, 280), qRgb(0, 0, 0));
    EXPECT_EQ(at(450, 280), qRgb(255, 255, 255));
    m_state.setMode(CompareMode::Difference);
    EXPECT_EQ(at(300, kBelowNames), qRgb(255, 255, 255));
    m_state.setDifference(DifferenceKind::Signed); // 0 - 1
    EXPECT_EQ(at(300, kBelowNames), qRgb(0, 0, 0));
}

TEST_F(ImageViewTest, ExposureChangesWhatIsShownAndNotThePicture) {
    const auto image = plainImage(400, 400, 0.25F, ColorSpace::Linear);
    show(std::make_shared<TilePyramid>(image), nullptr);
    EXPECT_EQ(at(300, kBelowNames), qRgb(137, 137, 137));
    m_state.setExposure(1);
    EXPECT_EQ(at(300, kBelowNames), qRgb(188, 188, 188));
    EXPECT_EQ(image->samples[0], 0.25F);
}

TEST_F(ImageViewTest, TilesMeetWithoutSeamsAtAnyZoom) {
    show(plainPicture(1200, 1200, 0.5F), nullptr);
    for (const double scale : {0.2, 0.5, 0.77, 1.0, 1.6, 3.3}) {
        m_view.setScale(scale);
        const QImage shown = grab();
        const QRect inside =
            m_view.scene().geometry().visibleRect().toRect().adjusted(50, 40, -2, -2);
        for (int i = 0; i < std::min(inside.width(), inside.height()); ++i) {
            const QPoint place = inside.topLeft() + QPoint(i, i);
            ASSERT_EQ(shown.pixel(place), qRgb(128, 128, 128)) << scale << " at " << i;
        }
    }
}

TEST_F(ImageViewTest, EnlargedPixelsHaveSharpBordersWhereTheyBelong) {
    const auto image = plainImage(300, 300, 0.0F);
    for (int channel = 0; channel < 3; ++channel)
        image->plane(channel)[150 * 300 + 150] = 1.0F;
    show(std::make_shared<TilePyramid>(image), nullptr);
    for (const double scale : {4.0, 7.3, 12.0, 40.0}) {
        m_view.setScale(scale);
        const QImage shown = grab();
        const QPointF corner = m_view.scene().geometry().toView({150, 150});
        const auto pixelAt = [&](double x, double y) {
            return qGray(shown.pixel((corner + QPointF(x, y) * scale).toPoint()));
        };
        EXPECT_GT(pixelAt(0.3, 0.3), 250) << scale;
        EXPECT_GT(pixelAt(0.7, 0.7), 250) << scale;
        EXPECT_LT(pixelAt(-0.4, 0.5), 5) << scale;
        EXPECT_LT(pixelAt(0.5, 1.4), 5) << scale;
    }
}

TEST_F(ImageViewTest, NotANumberIsMarkedAtAnyZoom) {
    const auto image = plainImage(1000, 1000, 0.5F);
    image->plane(1)[500 * 1000 + 500] = std::numeric_limits<float>::quiet_NaN();
    auto pyramid = std::make_shared<TilePyramid>(image);
    pyramid->build({});
    show(pyramid, nullptr);
    const QImage fitted = grab();
    bool isMarked = false;
    for (int y = 0; y < fitted.height(); ++y) {
        for (int x = 0; x < fitted.width(); ++x) {
            const QRgb color = fitted.pixel(x, y);
            isMarked = isMarked || (qRed(color) > qGreen(color) + 40 && qBlue(color) > 150);
        }
    }
    EXPECT_TRUE(isMarked);
}

TEST_F(ImageViewTest, ViewsOfOneStateMoveBrightenAndWipeTogether) {
    ImageView other(m_state);
    other.resize(300, 400);
    other.setPictures({plainPicture(400, 400, 0.5F), {}, {}},
                      {plainPicture(400, 400, 1.0F), {}, {}});
    m_view.setScale(3.0);
    m_view.panBy({40, -30});
    EXPECT_EQ(other.scene().geometry().scale(), 3.0);
    const QPointF here = m_view.scene().geometry().toPicture({300, 250});
    const QPointF there = other.scene().geometry().toPicture({150, 200});
    EXPECT_NEAR(here.x(), there.x(), 1e-6);
    EXPECT_NEAR(here.y(), there.y(), 1e-6);
    m_view.fit();
    m_state.setWipe({0.25, 0});
    EXPECT_NEAR(other.scene().wipe().distance(other.scene().geometry().toView({100, 0})), 0, 1e-6);
}

TEST_F(ImageViewTest, AStillOfFramesThatPlayFillsBothPanes) {
    QImage still(400, 400, QImage::Format_RGB32);
    still.fill(Qt::red);
    m_state.setMode(CompareMode::Side);
    m_view.setStill(still);
    const QImage shown = m_view.grab().toImage();
    for (const int x : {100, 300, 500})
        EXPECT_EQ(QColor(shown.pixel(x, 250)), QColor(Qt::red)) << x;
}

TEST_F(ImageViewTest, APictureThatIsGoneLeavesNothingBehind) {
    grab();
    m_view.setPictures({}, {});
    EXPECT_EQ(at(300, kBelowNames), themeTokens(m_view.palette()).surround.rgb());
}

} // namespace

} // namespace unlit::ui
