#include "core/infer/latent_statistics.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <cmath>

using namespace unlit;
using namespace unlit::infer;

// 1, 2, 3, 6: mean 3, variance (4 + 1 + 0 + 9) / 4 = 3.5.
TEST(LatentStatistics, does_not_depend_on_how_numbers_come_in) {
    LatentStatistics one;
    one.add(torch::tensor({1.0F, 2.0F, 3.0F, 6.0F}).view({1, 2, 1, 2}));
    LatentStatistics several;
    several.add(torch::tensor({1.0F, 2.0F}));
    several.add(torch::empty({0}));
    several.add(torch::tensor({3.0F, 6.0F}).to(torch::kBFloat16));
    for (const LatentStatistics* statistics : {&one, &several}) {
        EXPECT_EQ(statistics->count(), 4);
        EXPECT_DOUBLE_EQ(statistics->mean(), 3);
        EXPECT_DOUBLE_EQ(statistics->deviation(), std::sqrt(3.5));
        EXPECT_DOUBLE_EQ(statistics->scalingFactor(), 1 / std::sqrt(3.5));
    }
}

TEST(LatentStatistics, a_large_mean_takes_no_digits_from_the_spread) {
    LatentStatistics statistics;
    for (const double value : {1e8 - 1, 1e8 + 1})
        statistics.add(torch::full({3}, value, torch::kFloat64));
    EXPECT_DOUBLE_EQ(statistics.deviation(), 1);
}

TEST(LatentStatistics, latents_without_spread_cannot_be_scaled) {
    LatentStatistics statistics;
    const auto factor = [&] { (void)statistics.scalingFactor(); };
    test::expectError(ErrorKind::InvalidInput, {"no spread"}, factor);
    statistics.add(torch::full({8}, 0.25F));
    test::expectError(ErrorKind::InvalidInput, {"no spread"}, factor);
    statistics.add(torch::full({1}, std::numeric_limits<float>::quiet_NaN()));
    test::expectError(ErrorKind::InvalidInput, {"no spread"}, factor);
}
