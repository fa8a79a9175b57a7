#include "ui/bridge/image_conversion.h"

#include "ui/bridge/display_curve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace unlit::ui {

namespace {

Image onePixel(float red, float green, float blue, ColorSpace space) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, space);
    image.samples = {red, green, blue};
    return image;
}

// Expected bytes are IEC 61966-2-1 by hand: 0.5 -> 1.055 * 0.5^(1/2.4) - 0.055 = 0.73536 -> 187.5.
TEST(ImageConversion, LinearHalfIsSrgb188) {
    const QImage image = toQImage(onePixel(0.5F, 0.25F, 1.0F, ColorSpace::Linear));
    EXPECT_EQ(qRed(image.pixel(0, 0)), 188);
    EXPECT_EQ(qGreen(image.pixel(0, 0)), 137); // 0.53710 * 255 = 136.96
    EXPECT_EQ(qBlue(image.pixel(0, 0)), 255);
}

TEST(ImageConversion, ExposureWorksOnLinearLight) {
    // One stop up doubles the light: 0.25 is shown as 0.5.
    EXPECT_EQ(qRed(toQImage(onePixel(0.25F, 0, 0, ColorSpace::Linear), 1).pixel(0, 0)), 188);
    // sRGB 0.73536 is linear 0.5; one stop down is 0.25.
    EXPECT_EQ(qRed(toQImage(onePixel(0.735357F, 0, 0, ColorSpace::Srgb), -1).pixel(0, 0)), 137);
}

TEST(ImageConversion, EveryByteOfAnSrgbImageStaysAsItIs) {
    Image image = makeImage(256, 1, {"Y"}, ColorSpace::Srgb);
    for (int i = 0; i < 256; ++i)
        image.samples[static_cast<std::size_t>(i)] = static_cast<float>(i) / 255.0F;
    const QImage shown = toQImage(image);
    for (int i = 0; i < 256; ++i)
        EXPECT_EQ(qGray(shown.pixel(i, 0)), i);
}

TEST(ImageConversion, PurePowerIsDecodedWithItsOwnCurve) {
    // 0.5^2.2 = 0.21764 linear -> sRGB 0.50390 -> 128.5.
    const int shown = qRed(toQImage(onePixel(0.5F, 0, 0, ColorSpace::Gamma22)).pixel(0, 0));
    EXPECT_NEAR(shown, 128.5, 0.6);
}

TEST(ImageConversion, RawNumbersGetNoCurve) {
    EXPECT_EQ(qRed(toQImage(onePixel(0.5F, 0, 0, ColorSpace::Raw)).pixel(0, 0)), 128);
}

TEST(ImageConversion, StrangeNumbersAreBlackOrWhiteNeverAnythingElse) {
    const float infinite = std::numeric_limits<float>::infinity();
    const float notANumber = std::numeric_limits<float>::quiet_NaN();
    const QImage image = toQImage(onePixel(infinite, notANumber, -3.0F, ColorSpace::Linear));
    EXPECT_EQ(image.pixel(0, 0), qRgb(255, 0, 0));
}

TEST(ImageConversion, TableIsWithinAThirdOfALevelOfTheCurve) {
    const DisplayCurve curve(ColorSpace::Linear, 0);
    for (double value = 1e-5; value < 1.0; value *= 1.01) {
        const double exact =
            value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
        EXPECT_NEAR(curve(static_cast<float>(value)), exact * 255, 0.5 + 0.33) << value;
    }
}

TEST(ImageConversion, ARowIsConvertedAsItsNumbersAre) {
    const DisplayCurve curve(ColorSpace::Linear, {.exposureEv = 0.3, .offset = 0.02});
    const float infinite = std::numeric_limits<float>::infinity();
    std::vector<float> numbers{0.0F,  -0.0F,  infinite, -infinite,     1e-38F,        -1e-38F,
                               1e38F, -1e38F, 1e-45F,   std::nanf(""), -std::nanf("")};
    for (float value = 1e-12F; value < 1e8F; value *= 1.07F) {
        numbers.push_back(value);
        numbers.push_back(-value);
    }
    const std::vector<float> back(numbers.rbegin(), numbers.rend());
    std::vector<std::uint32_t> row(numbers.size());
    curve.convert(numbers, back, numbers, row);
    for (std::size_t i = 0; i < row.size(); ++i)
        ASSERT_EQ(row[i], qRgb(curve(numbers[i]), curve(back[i]), curve(numbers[i]))) << numbers[i];
    EXPECT_EQ(FloatIndex::of(std::nanf("")), 0U);
    EXPECT_EQ(FloatIndex::of(-std::nanf("")), 0U);
    EXPECT_EQ(FloatIndex::of(infinite), FloatIndex::kHalf - 1);
    EXPECT_EQ(FloatIndex::of(-infinite), FloatIndex::kSize - 1);
    for (std::size_t place = 1; place < FloatIndex::kHalf; ++place) {
        ASSERT_EQ(FloatIndex::of(FloatIndex::valueAt(place)), place);
        ASSERT_EQ(FloatIndex::of(-FloatIndex::valueAt(place)), FloatIndex::kHalf + place);
    }
}

TEST(ImageConversion, ThumbnailKeepsShapeAndMeanAndIsNeverLarger) {
    Image image = makeImage(1000, 500, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = i % 2 == 0 ? 0.2F : 0.6F;
    const QImage thumb = makeThumbnail(image, 100);
    EXPECT_EQ(thumb.size(), QSize(100, 50));
    EXPECT_NEAR(qRed(thumb.pixel(50, 25)), 0.4 * 255, 1);
    EXPECT_EQ(makeThumbnail(onePixel(0, 0, 0, ColorSpace::Srgb), 100).size(), QSize(1, 1));
}

} // namespace

} // namespace unlit::ui
