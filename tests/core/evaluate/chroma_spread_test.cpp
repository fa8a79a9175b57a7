// Whether the colours of a prediction lie as far apart as the truth's.
#include "core/evaluate/chroma_spread.h"

#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit::evaluate;
using unlit::test::makePictures;
using unlit::test::MetricPictures;
using unlit::test::scatter;

namespace {

double redThenGreen(int c, int, int x) {
    return c == x ? 1 : 0;
}

double whiteThenRed(int c, int, int x) {
    return x == 0 || c == 0 ? 1 : 0;
}

double greenThenRed(int c, int y, int x) {
    return redThenGreen(c, y, 1 - x);
}

double red(int c, int, int) {
    return c == 0 ? 1 : 0;
}

double spreadOf(const unlit::test::ValueAt& predicted, const unlit::test::ValueAt& actual) {
    return chromaSpread(makePictures(2, 1, predicted, actual).input());
}

} // namespace

TEST(ChromaSpread, is_one_for_the_truth_and_zero_for_one_colour) {
    EXPECT_NEAR(chromaSpread(makePictures(8, 8, scatter, scatter).input()), 1, 1e-12);
    EXPECT_NEAR(spreadOf(red, redThenGreen), 0, 1e-6) << "however strong it is";
}

TEST(ChromaSpread, is_how_far_colours_lie_apart) {
    // CIELAB of the Rec.709 primaries under D65 (a, b): red 80.1, 67.2; green -86.2, 83.2. White to
    // red: hypot(80.1, 67.2) = 104.55; red to green: hypot(166.3, 16.0) = 167.07.
    EXPECT_NEAR(spreadOf(whiteThenRed, redThenGreen), 104.55 / 167.07, 1e-3);
}

TEST(ChromaSpread, does_not_ask_which_colour_is_where) {
    EXPECT_NEAR(spreadOf(greenThenRed, redThenGreen), 1, 1e-12);
}

TEST(ChromaSpread, has_no_meaning_for_a_truth_of_one_colour) {
    EXPECT_TRUE(std::isnan(spreadOf(redThenGreen, red)));
}

TEST(ChromaSpread, looks_at_valid_pixels_only) {
    MetricPictures pictures = makePictures(8, 8, scatter, scatter);
    pictures.valid.assign(64, 1);
    pictures.valid[9] = 0;
    pictures.prediction[9] = 50;
    EXPECT_NEAR(chromaSpread(pictures.input()), 1, 1e-12);
}
