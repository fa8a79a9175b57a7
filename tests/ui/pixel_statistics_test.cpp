// Counts of numbers, the histogram on the screen, regions, and what the inspector says.
#include "ui/viewer/histogram.h"
#include "ui/viewer/inspector.h"
#include "ui/viewer/tile_pyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace unlit::ui {

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::shared_ptr<TilePyramid> scalars(const std::vector<float>& values, ColorSpace space) {
    auto image =
        std::make_shared<Image>(makeImage(static_cast<int>(values.size()), 1, {"Y"}, space));
    image->samples = values;
    return std::make_shared<TilePyramid>(image);
}

PixelStatistics count(const PixelSource& source) {
    return countPixels(source, {}).value();
}

TEST(NumberBins, BinsHoldTheirUpperEdge) {
    for (const float value : {1.0F, 0.5F, 3.7F, -1.0F, -0.02F, 1e-3F}) {
        const std::size_t bin = NumberBins::of(value);
        EXPECT_LE(std::min(std::abs(NumberBins::lower(bin)), std::abs(NumberBins::upper(bin))),
                  std::abs(value));
        EXPECT_GE(std::max(std::abs(NumberBins::lower(bin)), std::abs(NumberBins::upper(bin))),
                  std::abs(value));
    }
    EXPECT_EQ(NumberBins::upper(NumberBins::of(1.0F)), 1.0);
    EXPECT_EQ(NumberBins::lower(NumberBins::of(1.001F)), 1.0);
    EXPECT_EQ(NumberBins::of(0.0F), 0U);
    EXPECT_EQ(NumberBins::of(1e-9F), 0U);
    EXPECT_EQ(NumberBins::of(1e9F), NumberBins::kHalf - 1);
}

TEST(PixelStatistics, CountsEveryPixelOnceAndStrangeOnesApart) {
    const auto source = scalars({0.1F, 0.2F, kNaN, kInf, -kInf, 5.0F, -2.0F}, ColorSpace::Linear);
    const PixelStatistics statistics = count(*source);
    EXPECT_EQ(statistics.pixels, 7U);
    EXPECT_EQ(statistics.notNumbers, 1U);
    EXPECT_EQ(statistics.infinite, 2U);
    EXPECT_EQ(statistics.least, -2.0F);
    EXPECT_EQ(statistics.most, 5.0F);
    const auto& reds = statistics.of(Counted::Red);
    EXPECT_EQ(std::accumulate(reds.begin(), reds.end(), 0U), 4U);
}

TEST(PixelStatistics, StopsWhenAsked) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(countPixels(*scalars({1}, ColorSpace::Raw), stop.get_token()).has_value());
}

TEST(Histogram, PutsPixelsWhereTheScreenShowsThem) {
    // Linear 0.5 is 0.73536 on the screen: bin 94 of 128. 0.25 is 0.53710: bin 68.
    const auto source = scalars({0.5F, 0.5F, 0.25F}, ColorSpace::Linear);
    const Histogram histogram = histogramOf(count(*source), ViewTransform({}, {}));
    EXPECT_EQ(histogram.scalar[94], 2);
    EXPECT_EQ(histogram.scalar[68], 1);
    EXPECT_EQ(histogram.red[94], 2);
    EXPECT_EQ(std::accumulate(histogram.scalar.begin(), histogram.scalar.end(), 0.0), 3);
    const ViewTransform brighter({.light = {.exposureEv = 1}}, {});
    EXPECT_EQ(histogramOf(count(*source), brighter).scalar[94], 1) << "0.25 has gone there";
}

TEST(Histogram, CountsWhatTheViewClipsAndNoMore) {
    const auto source = scalars({1.0F, 1.02F, 0.0F, -0.02F, 0.6F, 0.4F}, ColorSpace::Linear);
    const PixelStatistics statistics = count(*source);
    const Histogram plain = histogramOf(statistics, ViewTransform({}, {}));
    EXPECT_EQ(plain.above, 1U) << "1 is white, not above it";
    EXPECT_EQ(plain.below, 1U) << "0 is black, not below it";
    const ViewTransform brighter({.light = {.exposureEv = 1}}, {});
    EXPECT_EQ(histogramOf(statistics, brighter).above, 3U);
    const ViewTransform lower({.light = {.offset = -0.5}}, {});
    EXPECT_EQ(histogramOf(statistics, lower).below, 3U);
}

TEST(Histogram, WhiteOfAnEightBitImageIsNotClipped) {
    const auto source = scalars({1.0F, 0.0F, 254.0F / 255}, ColorSpace::Srgb);
    const Histogram histogram = histogramOf(count(*source), ViewTransform({}, {}));
    EXPECT_EQ(histogram.above, 0U);
    EXPECT_EQ(histogram.below, 0U);
    EXPECT_EQ(histogram.scalar.back(), 2) << "254 and 255 are in the last of 128 bins";
}

TEST(Quantile, IsWhatThatShareStaysBelow) {
    auto image = std::make_shared<Image>(makeImage(100, 10, {"Y"}, ColorSpace::Raw));
    std::iota(image->samples.begin(), image->samples.end(), 0.0F);
    EXPECT_NEAR(quantileOf(TilePyramid(image), 0.99), 989, 1);
    EXPECT_EQ(quantileOf(*scalars({kNaN}, ColorSpace::Raw), 0.5), 0);
}

TEST(Region, MeanLeastAndMostAreExactAndCutToThePicture) {
    auto image = std::make_shared<Image>(makeImage(4, 4, {"R", "G", "B"}, ColorSpace::Linear));
    for (std::size_t i = 0; i < 16; ++i) {
        image->plane(0)[i] = static_cast<float>(i);
        image->plane(1)[i] = 2;
        image->plane(2)[i] = -static_cast<float>(i);
    }
    image->plane(1)[15] = kNaN;
    const TilePyramid pyramid(image);
    const auto inside = measureRegion(pyramid, QRect(1, 1, 2, 2), {}).value();
    EXPECT_EQ(inside.finite, 4U);
    EXPECT_EQ(inside.mean[0], 7.5); // 5, 6, 9, 10
    EXPECT_EQ(inside.least[0], 5);
    EXPECT_EQ(inside.most[0], 10);
    EXPECT_EQ(inside.mean[2], -7.5);
    const auto corner = measureRegion(pyramid, QRect(3, 3, 90, 90), {}).value();
    EXPECT_EQ(corner.region, QRect(3, 3, 1, 1));
    EXPECT_EQ(corner.strange, 1U);
    EXPECT_EQ(corner.finite, 0U);
    EXPECT_FALSE(measureRegion(pyramid, QRect(9, 9, 2, 2), {}).has_value());
}

TEST(Inspector, NumbersHaveFourDigitsAndStrangeOnesNames) {
    EXPECT_EQ(formatNumber(0.18237), QStringLiteral("0.1824"));
    EXPECT_EQ(formatNumber(12.345), QStringLiteral("12.345"));
    EXPECT_EQ(formatNumber(-1234.56), QStringLiteral("-1234.6"));
    EXPECT_EQ(formatNumber(0), QStringLiteral("0.0000"));
    EXPECT_EQ(formatNumber(0.000012), QStringLiteral("1.2e-05"));
    EXPECT_EQ(formatNumber(kNaN), QStringLiteral("NaN"));
    EXPECT_EQ(formatNumber(kInf), QStringLiteral("+Inf"));
    EXPECT_EQ(formatNumber(-kInf), QStringLiteral("−Inf"));
}

TEST(Inspector, ReadsLinearEncodedAndEightBitValuesWhateverTheViewShows) {
    auto image = std::make_shared<Image>(makeImage(2, 1, {"R", "G", "B"}, ColorSpace::Srgb));
    image->samples = {0.2F, 0.5F, 0.2F, 0.25F, 0.2F, 1.0F};
    const ViewTransform brighter({.light = {.exposureEv = 1}}, {});
    const PixelReading reading = readPixel(TilePyramid(image), {1, 0}, brighter);
    EXPECT_NEAR(reading.linear[0], 0.21404, 1e-5); // ((0.5 + 0.055) / 1.055)^2.4
    EXPECT_NEAR(reading.encoded[0], 0.5, 1e-6);
    EXPECT_EQ(reading.bytes, (std::array<int, 3>{128, 64, 255}));
    EXPECT_EQ(qRed(reading.screen), 175); // 0.42808 -> 0.68650
    EXPECT_EQ(image->samples[1], 0.5F) << "looking changes nothing";
}

TEST(Inspector, SaysWhatTheNumbersAre) {
    auto image = std::make_shared<Image>(makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Linear));
    image->samples = {0.5F, kNaN, 0.25F};
    const auto reading = readPixel(TilePyramid(image), {0, 0}, ViewTransform({}, {}));
    const auto lines =
        linesFor(QStringLiteral("Beauty"), reading, ReadoutDetail::Full, QStringLiteral("± 0.018"));
    ASSERT_GE(lines.size(), 3U);
    EXPECT_EQ(lines[0].name, QStringLiteral("Beauty"));
    EXPECT_EQ(lines[0].values.simplified(), QStringLiteral("0.5000 NaN 0.2500"));
    EXPECT_EQ(lines[0].note, QStringLiteral("lin  ± 0.018"));
    EXPECT_EQ(lines[1].values.simplified(), QStringLiteral("0.7354 NaN 0.5371"));
    EXPECT_EQ(lines[2].note, QStringLiteral("8-bit"));
    EXPECT_EQ(linesFor({}, reading, ReadoutDetail::Linear).size(), 1U);
}

TEST(Inspector, RawNumbersAreShownAsTheyAre) {
    const auto source = scalars({0.018F}, ColorSpace::Raw);
    const auto lines = linesFor(QStringLiteral("Uncertainty"),
                                readPixel(*source, {0, 0}, ViewTransform({}, {.isRaw = true})),
                                ReadoutDetail::Full);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].values.simplified(), QStringLiteral("0.0180"));
    EXPECT_EQ(lines[0].note, QStringLiteral("raw"));
}

TEST(Inspector, PixelsOfSmallerResultsLieWhereTheInputsDo) {
    EXPECT_EQ(pixelIn({100, 50}, {999, 499}, {1000, 500}), QPoint(99, 49));
    EXPECT_EQ(pixelIn({100, 50}, {0, 0}, {1000, 500}), QPoint(0, 0));
    EXPECT_EQ(pixelIn({100, 50}, {7, 8}, {100, 50}), QPoint(7, 8));
}

} // namespace

} // namespace unlit::ui
