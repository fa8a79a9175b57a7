#include "ui/viewer/view_transform.h"

#include <gtest/gtest.h>

#include <limits>

namespace unlit::ui {

namespace {

constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kEndless = std::numeric_limits<float>::infinity();

QRgb grey(int value) {
    return qRgb(value, value, value);
}

ToneSettings withLight(double ev, double offset, double gamma) {
    return {.light = {.exposureEv = ev, .offset = offset, .gamma = gamma}};
}

// sRGB by IEC 61966-2-1: 0.25 -> 0.53710 (137), 0.5 -> 0.73536 (188), 0.1 -> 0.34919 (89).
TEST(ViewTransform, LinearLightGetsTheScreensCurve) {
    const ViewTransform transform({}, {});
    EXPECT_EQ(transform.colorOf({0.25F, 0.5F, 0.1F}), qRgb(137, 188, 89));
    EXPECT_EQ(transform.colorOf({-0.5F, 7.0F, 1.0F}), qRgb(0, 255, 255));
}

TEST(ViewTransform, ExposureThenOffsetThenGamma) {
    EXPECT_EQ(ViewTransform(withLight(1, 0, 1), {}).colorOf({0.25F, 0.25F, 0.25F}), grey(188));
    // -0.15 + 0.25 = 0.1
    EXPECT_EQ(ViewTransform(withLight(0, 0.25, 1), {}).colorOf({-0.15F, -0.15F, -0.15F}), grey(89));
    // (2 * 0.125)^(1/2) = 0.5
    EXPECT_EQ(ViewTransform(withLight(1, 0, 2), {}).colorOf({0.125F, 0.125F, 0.125F}), grey(188));
}

TEST(ViewTransform, LayersOwnExposureAddsToTheViews) {
    const LayerTone dark{.ownEv = 2};
    EXPECT_EQ(ViewTransform(withLight(-1, 0, 1), dark).colorOf({0.25F, 0.25F, 0.25F}), grey(188));
}

TEST(ViewTransform, RawNumbersGetNoCurve) {
    EXPECT_EQ(ViewTransform({}, {.isRaw = true}).colorOf({0.5F, 0.25F, 1.0F}), qRgb(128, 64, 255));
}

TEST(ViewTransform, ChannelsAreShownAsGrey) {
    const std::array<float, 3> color = {0.5F, 0.25F, 0.1F};
    const auto shown = [&](ChannelView channel) {
        return ViewTransform({.channel = channel}, {}).colorOf(color, 0.2F);
    };
    EXPECT_EQ(shown(ChannelView::Red), grey(188));
    EXPECT_EQ(shown(ChannelView::Green), grey(137));
    EXPECT_EQ(shown(ChannelView::Blue), grey(89));
    EXPECT_EQ(shown(ChannelView::Alpha), grey(51)); // a share: 0.2 * 255
    // 0.2126 * 0.5 + 0.7152 * 0.25 + 0.0722 * 0.1 = 0.29232 -> 0.57719 -> 147.2
    EXPECT_EQ(shown(ChannelView::Luminance), grey(147));
}

TEST(ViewTransform, ScalarLayersAreMappedFromZeroToTheirTop) {
    const LayerTone tone{
        .kind = LayerKind::Scalar, .isRaw = true, .scaleTop = 0.04, .map = ColorMapKind::Viridis};
    const ViewTransform transform({}, tone);
    EXPECT_EQ(transform.colorOf({0.0F, 0.0F, 0.0F}), mapColor(ColorMapKind::Viridis, 0));
    EXPECT_EQ(transform.colorOf({0.04F, 0.04F, 0.04F}), mapColor(ColorMapKind::Viridis, 1));
    EXPECT_NEAR(transform.numberAt(0.5), 0.02, 1e-12);
    EXPECT_EQ(transform.numberAt(0), 0.0);
    const ViewTransform brighter(withLight(1, 0, 1), tone);
    EXPECT_NEAR(brighter.numberAt(1), 0.02, 1e-12) << "one stop up halves the range";
}

TEST(ViewTransform, SignedLayersAreGreyAtZero) {
    const ViewTransform transform({}, {.kind = LayerKind::Signed});
    EXPECT_EQ(transform.colorOf({0.0F, 0.5F, -0.5F}), qRgb(128, 191, 64));
    EXPECT_EQ(transform.colorOf({1.0F, -1.0F, -9.0F}), qRgb(255, 0, 0));
}

TEST(ViewTransform, StrangeNumbersAreMarkedWhateverElseIsShown) {
    for (const auto& map : {std::optional<ColorMapKind>(), std::optional(ColorMapKind::Turbo)}) {
        const ViewTransform transform({.falseColor = map}, {});
        EXPECT_EQ(transform.colorOf({0.5F, kNoNumber, 0.5F}), kNotANumberMark);
        EXPECT_EQ(transform.colorOf({0.5F, 0.5F, -kEndless}), kInfiniteMark);
        EXPECT_EQ(transform.colorOf({kEndless, kNoNumber, 0.5F}), kNotANumberMark);
    }
    const float large = std::numeric_limits<float>::max();
    EXPECT_EQ(ViewTransform({}, {}).colorOf({large, large, large}), grey(255))
        << "large is not infinite";
}

TEST(ViewTransform, ClippingIsMarkedInStripesOnlyOutsideOfBlackAndWhite) {
    std::array<float, 4> values = {0.0F, 1.0F, 1.01F, -0.01F};
    const std::span<float> all(values);
    const ViewTransform transform({.marksClipping = true}, {});
    std::array<QRgb, 4> shown{};
    transform.convert({all, all, all}, {}, 4, 0, shown); // x 4 … 7 lies on a stripe
    EXPECT_EQ(shown, (std::array<QRgb, 4>{grey(0), grey(255), kAboveMark, kBelowMark}));
    transform.convert({all, all, all}, {}, 0, 0, shown); // between stripes
    EXPECT_EQ(shown, (std::array<QRgb, 4>{grey(0), grey(255), grey(255), grey(0)}));
}

TEST(ViewTransform, ClippingFollowsTheExposure) {
    std::array<float, 1> value = {0.6F};
    const std::span<float> all(value);
    std::array<QRgb, 1> shown{};
    ToneSettings tone = withLight(1, 0, 1);
    tone.marksClipping = true;
    ViewTransform(tone, {}).convert({all, all, all}, {}, 4, 0, shown);
    EXPECT_EQ(shown[0], kAboveMark);
}

TEST(ViewTransform, PaintOutsideOfItsLimitsIsMarkedByDirectionAndColour) {
    std::array<float, 4> values = {0.01F, 0.02F, 0.9F, 0.95F};
    const std::span<float> all(values);
    const ViewTransform transform({.marksPaint = true}, {.isPaint = true});
    ASSERT_TRUE(transform.marksPixels());
    const QRgb none = grey(7);
    const auto marked = [&](int x, int y) {
        std::array<QRgb, 4> shown{none, none, none, none};
        transform.markPixels({all, all, all}, {}, {16, 16}, x, y, shown);
        return shown;
    };
    // 4 … 7 lie on a stripe, 0 … 3 between two: level stripes go by row, upright ones by column.
    EXPECT_EQ(marked(4, 4), (std::array<QRgb, 4>{kTooDarkMark, none, none, kTooBrightMark}));
    EXPECT_EQ(marked(0, 4), (std::array<QRgb, 4>{kTooDarkMark, none, none, none}));
    EXPECT_EQ(marked(4, 0), (std::array<QRgb, 4>{none, none, none, kTooBrightMark}));
    EXPECT_EQ(marked(0, 0), (std::array<QRgb, 4>{none, none, none, none}));
    EXPECT_FALSE(ViewTransform({.marksPaint = true}, {}).marksPixels()) << "no paint";
}

TEST(ViewTransform, TheBrightestChannelDecidesWhetherPaintIsMarked) {
    std::array<float, 2> red = {0.5F, 0.0F};
    std::array<float, 2> green = {0.0F, 0.95F};
    std::array<float, 2> blue = {0.0F, 0.0F};
    std::array<QRgb, 2> shown{};
    ToneSettings tone = withLight(-9, 0.5, 2); // the view's light changes nothing
    tone.marksPaint = true;
    ViewTransform(tone, {.isPaint = true})
        .markPixels({red, green, blue}, {}, {16, 16}, 4, 4, shown);
    EXPECT_EQ(shown, (std::array<QRgb, 2>{0, kTooBrightMark}));
}

TEST(ViewTransform, PixelsWithoutLightHaveAMarkOfTheirOwnAndAreNoPaint) {
    const auto marks =
        std::make_shared<const std::vector<unsigned char>>(std::vector<unsigned char>{1, 0, 0, 0});
    const auto mask = std::make_shared<const LightlessMask>(marks, QSize(2, 2));
    EXPECT_EQ(mask->share(), 0.25);
    EXPECT_TRUE(mask->isMarked({4, 4}, 1, 1)); // of a larger picture of the same place
    EXPECT_FALSE(mask->isMarked({4, 4}, 2, 1));
    std::array<float, 2> black = {0.0F, 0.0F};
    const std::span<float> all(black);
    const LayerTone tone{.isPaint = true, .lightless = mask};
    std::array<QRgb, 2> shown{};
    // Stripes of lightless pixels follow x - y, so (0, 0) is off one in this corner of the level.
    ViewTransform({.marksPaint = true}, tone).markPixels({all, all, all}, {}, {2, 2}, 0, 0, shown);
    EXPECT_EQ(shown[0], 0U) << "no paint, whatever its light";
    EXPECT_TRUE(isOnMark(PixelMark::Lightless, 4, 0));
    EXPECT_TRUE(isOnMark(PixelMark::Lightless, 8, 4));
    EXPECT_FALSE(isOnMark(PixelMark::Lightless, 4, 4));
    EXPECT_TRUE(isOnMark(PixelMark::Lightless, 0, 1)) << "falls to the right";
}

TEST(ViewTransform, CutOutPixelsAreNoPaint) {
    std::array<float, 1> black = {0.0F};
    const std::span<float> all(black);
    const std::array<float, 1> alpha = {0.0F};
    std::array<QRgb, 1> shown{};
    const ViewTransform transform({.marksPaint = true}, {.isPaint = true});
    EXPECT_TRUE(transform.needsAlpha());
    transform.markPixels({all, all, all}, alpha, {16, 16}, 4, 4, shown);
    EXPECT_EQ(shown[0], 0U);
}

TEST(ColorMap, IsNearThePublishedTables) {
    // Every eighth of the tables of viridis and inferno (CC0), sRGB bytes.
    constexpr std::array<QRgb, 9> viridis = {0xff440154, 0xff472d7b, 0xff3b528b,
                                             0xff2c728e, 0xff21908c, 0xff27ad81,
                                             0xff5dc863, 0xffaadc32, 0xfffde725};
    constexpr std::array<QRgb, 9> inferno = {0xff000004, 0xff210c4a, 0xff56106e,
                                             0xff89226a, 0xffbb3754, 0xffe35932,
                                             0xfff98c0a, 0xfff9c932, 0xfffcffa4};
    const auto expectNear = [](QRgb actual, QRgb expected) {
        EXPECT_NEAR(qRed(actual), qRed(expected), 8);
        EXPECT_NEAR(qGreen(actual), qGreen(expected), 8);
        EXPECT_NEAR(qBlue(actual), qBlue(expected), 8);
    };
    for (std::size_t i = 0; i < viridis.size(); ++i) {
        expectNear(mapColor(ColorMapKind::Viridis, static_cast<double>(i) / 8), viridis[i]);
        expectNear(mapColor(ColorMapKind::Inferno, static_cast<double>(i) / 8), inferno[i]);
    }
    // The ends and the middle that Moreland's paper gives.
    expectNear(mapColor(ColorMapKind::CoolWarm, 0), qRgb(59, 76, 192));
    expectNear(mapColor(ColorMapKind::CoolWarm, 0.5), qRgb(221, 221, 221));
    expectNear(mapColor(ColorMapKind::CoolWarm, 1), qRgb(180, 4, 38));
}

TEST(ColorMap, TableClampsAndHasTheEnds) {
    const ColorMapTable table(ColorMapKind::Grey);
    EXPECT_EQ(table(-3.0F), grey(0));
    EXPECT_EQ(table(0.5F), grey(128));
    EXPECT_EQ(table(1.0F), grey(255));
    EXPECT_EQ(table(kEndless), grey(255));
    EXPECT_EQ(table(kNoNumber), grey(0));
}

} // namespace

} // namespace unlit::ui
