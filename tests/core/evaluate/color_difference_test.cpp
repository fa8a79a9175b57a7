#include "core/evaluate/color_difference.h"

#include <gtest/gtest.h>

namespace unlit::evaluate {

TEST(ColorDifference, has_the_numbers_of_its_source) {
    struct Pair {
        Lab first;
        Lab second;
        double difference;
    };

    // Sharma, Wu, Dalal 2005, table 1: rows 1, 4, 7, 10, 17, 19, 25, 32.
    for (const Pair& pair :
         {Pair{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
          Pair{{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
          Pair{{50, 0, 0}, {50, -1, 2}, 2.3669},
          Pair{{50, 2.49, -0.001}, {50, -2.49, 0.0010}, 7.1792},
          Pair{{50, 2.5, 0}, {73, 25, -18}, 27.1492}, Pair{{50, 2.5, 0}, {56, -27, -3}, 31.9030},
          Pair{{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
          Pair{{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441}}) {
        EXPECT_NEAR(colorDifference(pair.first, pair.second), pair.difference, 1e-4);
        EXPECT_NEAR(colorDifference(pair.second, pair.first), pair.difference, 1e-4);
    }
}

TEST(ColorDifference, lab_of_light_is_relative_to_white) {
    const auto white = labOf(1, 1, 1);
    EXPECT_NEAR(white.l, 100, 1e-3);
    EXPECT_NEAR(white.a, 0, 0.02);
    EXPECT_NEAR(white.b, 0, 0.02);
    const auto grey = labOf(0.18418651, 0.18418651, 0.18418651);
    EXPECT_NEAR(grey.l, 50, 1e-2); // ((50 + 16) / 116)^3
    const auto red = labOf(1, 0, 0);
    EXPECT_NEAR(red.l, 53.24, 0.01); // sRGB's red
    EXPECT_NEAR(red.a, 80.09, 0.05);
    EXPECT_NEAR(red.b, 67.20, 0.05);
}

} // namespace unlit::evaluate
