// How much colour a prediction keeps.
#include "core/evaluate/chroma_fidelity.h"

#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit::evaluate;
using unlit::test::makePictures;
using unlit::test::MetricPictures;
using unlit::test::scatter;

namespace {

double grey(int, int y, int x) {
    return scatter(0, y, x);
}

} // namespace

TEST(ChromaFidelity, is_one_for_the_truth_and_zero_for_grey) {
    EXPECT_NEAR(chromaFidelity(makePictures(8, 8, scatter, scatter).input()), 1, 1e-12);
    EXPECT_NEAR(chromaFidelity(makePictures(8, 8, grey, scatter).input()), 0, 1e-3);
}

TEST(ChromaFidelity, of_a_red_and_a_green_is_the_slope_in_Lab) {
    // CIELAB of the Rec.709 primaries under D65 (a, b): red 80.1, 67.2; green -86.2, 83.2.
    const auto red = [](int c, int, int) { return c == 0 ? 1.0 : 0.0; };
    const auto green = [](int c, int, int) { return c == 1 ? 1.0 : 0.0; };
    const double expected = (80.1 * -86.2 + 67.2 * 83.2) / (80.1 * 80.1 + 67.2 * 67.2);
    EXPECT_NEAR(chromaFidelity(makePictures(2, 2, green, red).input()), expected, 2e-3);
}

TEST(ChromaFidelity, falls_when_a_prediction_is_greyed) {
    const auto halfGrey = [](int c, int y, int x) {
        const double mean = (scatter(0, y, x) + scatter(1, y, x) + scatter(2, y, x)) / 3;
        return 0.5 * (scatter(c, y, x) + mean);
    };
    const double kept = chromaFidelity(makePictures(16, 16, halfGrey, scatter).input());
    EXPECT_GT(kept, 0.3);
    EXPECT_LT(kept, 0.7);
}

TEST(ChromaFidelity, has_no_meaning_for_a_grey_truth) {
    EXPECT_TRUE(std::isnan(chromaFidelity(makePictures(8, 8, scatter, grey).input())));
}

TEST(ChromaFidelity, looks_at_valid_pixels_only) {
    MetricPictures pictures = makePictures(8, 8, scatter, scatter);
    pictures.valid.assign(64, 1);
    pictures.valid[9] = 0;
    pictures.prediction[9] = 50;
    EXPECT_NEAR(chromaFidelity(pictures.input()), 1, 1e-12);
}
