#include "core/image/color/chromaticities.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

void expectNear(const Matrix3& actual, const Matrix3& expected, double tolerance) {
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            EXPECT_NEAR(actual[row][column], expected[row][column], tolerance)
                << "row " << row << ", column " << column;
}

} // namespace

// The matrix that IEC 61966-2-1 prints for sRGB.
TEST(Chromaticities, rec709_to_xyz_is_the_published_matrix) {
    expectNear(rgbToXyz(kRec709),
               {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}},
               6e-5);
}

// Academy S-2014-004 prints TRA1, AP1 to XYZ.
TEST(Chromaticities, ap1_to_xyz_is_the_published_matrix) {
    expectNear(rgbToXyz(kAp1),
               {{{0.6624541811, 0.1340042065, 0.1561876870},
                 {0.2722287168, 0.6740817658, 0.0536895174},
                 {-0.0055746495, 0.0040607335, 1.0103391003}}},
               1e-6);
}

// As colour-science and OpenColorIO's ACES configs give it (Bradford).
TEST(Chromaticities, ap1_to_rec709_is_the_published_matrix) {
    expectNear(rgbToRgb(kAp1, kRec709),
               {{{1.70505, -0.62179, -0.08326},
                 {-0.13026, 1.14080, -0.01055},
                 {-0.02400, -0.12897, 1.15297}}},
               2e-4);
}

TEST(Chromaticities, white_stays_white_and_there_and_back_is_the_identity) {
    const Matrix3 there = rgbToRgb(kAp1, kRec709);
    for (const auto& row : there)
        EXPECT_NEAR(row[0] + row[1] + row[2], 1.0, 1e-12);
    expectNear(multiply(there, rgbToRgb(kRec709, kAp1)), {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
               1e-12);
}

TEST(Chromaticities, impossible_ones_are_not_usable) {
    EXPECT_TRUE(isUsable(kRec709));
    EXPECT_TRUE(isUsable(kAp1));
    EXPECT_FALSE(isUsable({}));
    EXPECT_FALSE(isUsable({{0.1, 0.1}, {0.2, 0.2}, {0.3, 0.3}, {0.31, 0.33}})); // on one line
    EXPECT_FALSE(
        isUsable({{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, {0.9, 0.05}})); // white outside
}
