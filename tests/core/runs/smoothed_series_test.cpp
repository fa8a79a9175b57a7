#include "core/runs/smoothed_series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace unlit::runs;

TEST(SmoothedSeries, a_constant_stays_that_constant_from_the_beginning) {
    MinMaxPyramid raw;
    SmoothedSeries smoothed(0.99);
    for (int i = 0; i < 50; ++i)
        raw.append(0.7);
    smoothed.follow(raw);
    for (std::size_t i = 0; i < 50; ++i)
        EXPECT_NEAR(smoothed.values()[i], 0.7, 1e-12);
}

TEST(SmoothedSeries, is_the_weighted_mean_of_all_before) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    constexpr double kWeight = 0.9;
    MinMaxPyramid raw;
    SmoothedSeries smoothed(kWeight);
    for (int i = 0; i < 200; ++i) {
        raw.append(uniform(random));
        smoothed.follow(raw);
        double sum = 0;
        double weights = 0;
        for (int k = 0; k <= i; ++k) {
            const double weight = std::pow(kWeight, i - k);
            sum += weight * raw[static_cast<std::size_t>(k)];
            weights += weight;
        }
        EXPECT_NEAR(smoothed.values()[static_cast<std::size_t>(i)], sum / weights, 1e-12);
    }
}

TEST(SmoothedSeries, passes_over_NaN_and_begins_anew_when_numbers_are_forgotten) {
    MinMaxPyramid raw;
    SmoothedSeries smoothed(0.5);
    raw.append(std::nan(""));
    raw.append(4);
    raw.append(std::nan(""));
    raw.append(1);
    smoothed.follow(raw);
    EXPECT_TRUE(std::isnan(smoothed.values()[0]));
    EXPECT_DOUBLE_EQ(smoothed.values()[1], 4);
    EXPECT_DOUBLE_EQ(smoothed.values()[2], 4);
    EXPECT_DOUBLE_EQ(smoothed.values()[3], (0.5 * 4 + 1) / 1.5);
    raw.truncate(2);
    raw.append(7);
    smoothed.follow(raw);
    ASSERT_EQ(smoothed.values().size(), 3U);
    EXPECT_DOUBLE_EQ(smoothed.values()[2], (0.5 * 4 + 7) / 1.5);
}

TEST(SmoothedSeries, without_weight_it_is_the_series) {
    MinMaxPyramid raw;
    SmoothedSeries smoothed(0);
    for (const double value : {1.0, -5.0, 3.0})
        raw.append(value);
    smoothed.follow(raw);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(smoothed.values()[i], raw[i]);
}
