#include "core/session/infer/sequence_measure.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(SequenceMeasure, the_exposure_is_the_middle_one) {
    EXPECT_DOUBLE_EQ(medianExposure({3, -1, 0.5}), 0.5);
    EXPECT_DOUBLE_EQ(medianExposure({1, 4, 2, 100}), 3);
    EXPECT_DOUBLE_EQ(medianExposure({-2}), -2);
}
