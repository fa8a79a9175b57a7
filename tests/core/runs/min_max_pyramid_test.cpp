#include "core/runs/min_max_pyramid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace unlit::runs;

namespace {

double randomValue(std::mt19937& random) {
    switch (random() % 12) {
    case 0:
        return std::numeric_limits<double>::quiet_NaN();
    case 1:
        return std::numeric_limits<double>::infinity();
    case 2:
        return 3; // equal numbers
    default:
        return std::normal_distribution<double>(0, 10)(random);
    }
}

/// One number after the other, as nobody would do it twice.
Extremes byHand(const std::vector<double>& values, std::size_t first, std::size_t last) {
    Extremes extremes;
    for (std::size_t i = first; i < last; ++i) {
        if (!std::isfinite(values[i]))
            continue;
        if (!extremes.hasAny() || values[i] < extremes.least) {
            extremes.least = values[i];
            extremes.leastAt = static_cast<std::uint32_t>(i);
        }
        if (extremes.most == -std::numeric_limits<double>::infinity() ||
            values[i] > extremes.most) {
            extremes.most = values[i];
            extremes.mostAt = static_cast<std::uint32_t>(i);
        }
    }
    return extremes;
}

void expectSame(const Extremes& actual, const Extremes& expected) {
    ASSERT_EQ(actual.hasAny(), expected.hasAny());
    if (!expected.hasAny())
        return;
    EXPECT_EQ(actual.least, expected.least);
    EXPECT_EQ(actual.most, expected.most);
    EXPECT_EQ(actual.leastAt, expected.leastAt);
    EXPECT_EQ(actual.mostAt, expected.mostAt);
}

} // namespace

TEST(MinMaxPyramid, loses_no_extremum_of_any_stretch_while_it_grows_and_is_cut) {
    std::mt19937 random(11);
    MinMaxPyramid pyramid;
    std::vector<double> values;
    for (int round = 0; round < 400; ++round) {
        const auto more = static_cast<int>(random() % 200);
        for (int i = 0; i < more; ++i) {
            values.push_back(randomValue(random));
            pyramid.append(values.back());
        }
        if (random() % 10 == 0) {
            values.resize(values.size() - std::min<std::size_t>(values.size(), random() % 700));
            pyramid.truncate(values.size());
        }
        ASSERT_EQ(pyramid.size(), values.size());
        for (int i = 0; i < 20; ++i) {
            const std::size_t a = random() % (values.size() + 1);
            const std::size_t b = random() % (values.size() + 1);
            expectSame(pyramid.range(std::min(a, b), std::max(a, b)),
                       byHand(values, std::min(a, b), std::max(a, b)));
        }
        expectSame(pyramid.range(0, values.size()), byHand(values, 0, values.size()));
    }
}

TEST(MinMaxPyramid, remembers_what_is_no_finite_number) {
    MinMaxPyramid pyramid;
    pyramid.append(1);
    pyramid.append(std::nan(""));
    pyramid.append(2);
    pyramid.append(-std::numeric_limits<double>::infinity());
    EXPECT_EQ(pyramid.notFinite(), (std::vector<std::uint32_t>{1, 3}));
    pyramid.truncate(3);
    EXPECT_EQ(pyramid.notFinite(), (std::vector<std::uint32_t>{1}));
    EXPECT_FALSE(pyramid.range(1, 2).hasAny());
    EXPECT_FALSE(pyramid.range(2, 2).hasAny());
}

TEST(MinMaxPyramid, tells_when_numbers_were_forgotten) {
    MinMaxPyramid pyramid;
    pyramid.append(1);
    pyramid.truncate(5);
    EXPECT_EQ(pyramid.generation(), 0U);
    pyramid.truncate(0);
    EXPECT_EQ(pyramid.generation(), 1U);
}
