#include "core/data/histogram.h"

#include <gtest/gtest.h>

#include <limits>

using namespace unlit::data;

namespace {

PairReport report(double albedo, double light, int width) {
    PairReport made;
    made.width = width;
    made.height = 16;
    made.isComparable = true;
    made.albedoMean = albedo;
    made.lightStops = light;
    return made;
}

} // namespace

TEST(Histogram, counts_in_equal_steps_and_keeps_what_lies_outside_at_the_ends) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Histogram histogram = histogramOf({-5, 0, 0.24, 0.25, 0.99, 1, 7, nan}, 0, 1, 4);
    EXPECT_EQ(histogram.counts, (std::vector<std::size_t>{3, 1, 0, 3}));
    EXPECT_EQ(histogram.total(), 7U);
    EXPECT_EQ(histogram.most(), 3U);
    EXPECT_EQ(Histogram{}.most(), 0U);
}

TEST(Histogram, of_a_set_leaves_out_what_could_not_be_measured) {
    PairReport broken;
    PairReport flat = report(0.9, 0, 4096);
    flat.isComparable = false;
    const SetHistograms set = histogramsOf({report(0.3, 1, 256), broken, flat});
    EXPECT_EQ(set.albedo.total(), 1U);
    EXPECT_EQ(set.light.total(), 1U);
    EXPECT_EQ(set.sides.total(), 2U);     // 256 and 4096, not the one without a size
    EXPECT_EQ(set.albedo.counts[12], 1U); // 0.3 of 40 steps
}

TEST(Histogram, the_scale_of_light_grows_with_it_in_fours_of_stops) {
    const SetHistograms set = histogramsOf({report(0.3, 6.4, 256), report(0.3, -2, 256)});
    EXPECT_EQ(set.light.low, -4);
    EXPECT_EQ(set.light.high, 8);
    EXPECT_EQ(set.light.total(), 2U);
}
