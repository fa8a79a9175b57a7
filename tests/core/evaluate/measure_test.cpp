// All cells of one picture, and the means and differences over a set.
#include "core/evaluate/measure.h"

#include "core/evaluate/summary.h"
#include "tests/core/evaluate/metric_pictures.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

constexpr int kSide = 24;
constexpr std::size_t kMse = 4; // place in cellMetrics()
constexpr std::size_t kLmse = 5;
constexpr std::size_t kContrast = 7;
constexpr std::size_t kSpread = 8;

Image picture(const test::ValueAt& value) {
    Image image = makeImage(kSide, kSide, {"R", "G", "B"}, ColorSpace::Linear);
    image.samples = test::makePictures(kSide, kSide, value, value).prediction;
    return image;
}

Truth truthOf(const test::ValueAt& value) {
    Truth truth{picture(value), {}, {}};
    truth.valid.assign(kSide * kSide, 1);
    truth.finite = truth.valid;
    return truth;
}

Cell cell(ScaleKind scale, Region region, ValueSpace space) {
    return {scale, region, space};
}

double mseOf(const Measurement& measurement, const Cell& of) {
    return measurement.cells.at(of)[kMse];
}

} // namespace

TEST(Measure, places_metrics_where_their_names_stand) {
    EXPECT_EQ(cellMetrics()[kMse].name, "mse");
    EXPECT_EQ(cellMetrics()[kLmse].name, "lmse");
    EXPECT_EQ(cellMetrics()[kContrast].name, "contrast_slope");
    EXPECT_EQ(cellMetrics()[kSpread].name, "chroma_spread");
    EXPECT_EQ(cellMetrics().size(), 9U);
}

TEST(Measure, tells_contrast_and_spread_in_light_whatever_the_cell_compares) {
    // Chroma is that of the Lab of each cell's numbers, so a picture twice as bright has another
    // one without a factor; logarithms do not care.
    const auto half = [](int c, int y, int x) { return 0.5 * test::scatter(c, y, x); };
    const Measurement measured =
        measure(picture(half), truthOf(test::scatter), ColorSpace::Srgb, 1);
    for (const ValueSpace space : {ValueSpace::Linear, ValueSpace::Encoded}) {
        const CellFigures& plain = measured.cells.at(cell(ScaleKind::None, Region::All, space));
        EXPECT_NEAR(plain[kContrast], 1, 1e-4);
        EXPECT_NEAR(plain[kSpread], std::cbrt(0.5), 0.01);
    }
    const CellFigures& scaled =
        measured.cells.at(cell(ScaleKind::One, Region::All, ValueSpace::Linear));
    EXPECT_NEAR(scaled[kSpread], 1, 1e-4);
}

TEST(Measure, compares_linear_numbers_and_encoded_ones) {
    // 0.25 against 0.5, grey. sRGB of them (IEC 61966-2-1): 0.537099 and 0.735357.
    const auto quarter = [](int, int, int) { return 0.25; };
    const auto half = [](int, int, int) { return 0.5; };
    const Measurement measured = measure(picture(quarter), truthOf(half), ColorSpace::Srgb, 1);
    using enum ScaleKind;
    EXPECT_NEAR(mseOf(measured, cell(None, Region::All, ValueSpace::Linear)), 0.0625, 1e-7);
    EXPECT_NEAR(mseOf(measured, cell(None, Region::All, ValueSpace::Encoded)),
                std::pow(0.735357 - 0.537099, 2), 1e-5);
    EXPECT_NEAR(mseOf(measured, cell(One, Region::All, ValueSpace::Linear)), 0, 1e-12);
    EXPECT_NEAR(mseOf(measured, cell(One, Region::Masked, ValueSpace::Encoded)), 0, 1e-12);
    EXPECT_TRUE(std::isnan(measured.cells.at(cell(None, Region::All, ValueSpace::Linear))[kLmse]));
    const Measurement marigold = measure(picture(quarter), truthOf(half), ColorSpace::Gamma22, 1);
    EXPECT_NEAR(mseOf(marigold, cell(None, Region::All, ValueSpace::Encoded)),
                std::pow(std::pow(0.5, 1 / 2.2) - std::pow(0.25, 1 / 2.2), 2), 1e-6);
}

TEST(Measure, tells_masked_pixels_from_all) {
    Image prediction = picture(test::scatter);
    Truth truth = truthOf(test::scatter);
    prediction.samples[5] += 1;
    truth.valid[5] = 0;
    const Measurement measured = measure(prediction, truth, ColorSpace::Srgb, 2);
    EXPECT_EQ(mseOf(measured, cell(ScaleKind::None, Region::Masked, ValueSpace::Linear)), 0);
    EXPECT_NEAR(mseOf(measured, cell(ScaleKind::None, Region::All, ValueSpace::Linear)),
                1.0 / (3 * kSide * kSide), 1e-7);
    Image small = makeImage(8, 8, {"R", "G", "B"}, ColorSpace::Linear);
    test::expectError(ErrorKind::InvalidInput, {"8x8", "24x24"},
                      [&] { measure(small, truth, ColorSpace::Srgb, 1); });
}

TEST(Summary, is_over_the_pictures_that_every_model_has) {
    const Truth truth = truthOf(test::scatter);
    const auto brighter = [](double by) {
        return [by](int c, int y, int x) { return test::scatter(c, y, x) + by; };
    };
    const auto figures = [&](double by) {
        return PictureFigures{measure(picture(brighter(by)), truth, ColorSpace::Srgb, 1), 0.5};
    };
    std::vector<ModelFigures> models(2);
    models[0] = {"good", "", {figures(0.1), figures(0.1), figures(0.1)}};
    models[1] = {"bad", "", {figures(0.2), std::nullopt, figures(0.4)}};
    const Summary summary = summarize(models, {});
    EXPECT_EQ(summary.pictures, 2);
    const Cell plain = cell(ScaleKind::None, Region::Masked, ValueSpace::Linear);
    EXPECT_NEAR(summary.models[0].cells.at(plain)[kMse].mean, 0.01, 1e-6);
    EXPECT_FALSE(summary.models[0].cells.at(plain)[kMse].difference.has_value());
    const MetricSummary& bad = summary.models[1].cells.at(plain)[kMse];
    EXPECT_NEAR(bad.mean, (0.04 + 0.16) / 2, 1e-6);
    EXPECT_NEAR(bad.difference->mean, 0.09, 1e-6);
    EXPECT_NEAR(bad.difference->low, 0.03, 1e-6) << "both draws the first picture";
    EXPECT_NEAR(bad.difference->high, 0.15, 1e-6);
    EXPECT_EQ(summary.models[1].secondsPerPicture, 0.5);
}
