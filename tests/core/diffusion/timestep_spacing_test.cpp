#include "core/diffusion/timestep_spacing.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace unlit;
using namespace unlit::diffusion;

namespace {

using Timesteps = std::vector<std::int64_t>;

SchedulerConfig spaced(TimestepSpacing spacing, std::int64_t offset = 0) {
    SchedulerConfig config;
    config.timestepSpacing = spacing;
    config.stepsOffset = offset;
    return config;
}

} // namespace

TEST(TimestepSpacing, trailing_rounds_a_half_to_the_even_neighbour) {
    // 1000, 937.5, 875, 812.5, … less one: 937.5 -> 938, 812.5 -> 812.
    const Timesteps timesteps = spacedTimesteps(spaced(TimestepSpacing::Trailing), 16);
    EXPECT_EQ(Timesteps(timesteps.begin(), timesteps.begin() + 5),
              (Timesteps{999, 937, 874, 811, 749}));
}

TEST(TimestepSpacing, trailing_gives_every_count_its_entries_and_never_a_negative_one) {
    for (std::int64_t steps = 1; steps <= 1000; ++steps) {
        const Timesteps timesteps = spacedTimesteps(spaced(TimestepSpacing::Trailing), steps);
        ASSERT_EQ(timesteps.size(), static_cast<std::size_t>(steps));
        EXPECT_EQ(timesteps.front(), 999) << steps;
        EXPECT_GE(timesteps.back(), 0) << steps;
        EXPECT_EQ(std::ranges::adjacent_find(timesteps, std::ranges::less_equal{}), timesteps.end())
            << steps << " steps do not descend";
    }
}

TEST(TimestepSpacing, trailing_ends_one_stride_above_zero_where_numpy_adds_an_entry) {
    // numpy's arange yields steps + 1 entries for these; the last proper one is 1000 / steps - 1.
    const std::vector<std::pair<std::int64_t, std::int64_t>> lastOf = {
        {61, 15}, {103, 9}, {121, 7}, {122, 7}, {201, 4}};
    for (const auto& [steps, last] : lastOf) {
        EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Trailing), steps).back(), last) << steps;
    }
}

TEST(TimestepSpacing, leading_adds_its_offset) {
    EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Leading, 1), 4),
              (Timesteps{751, 501, 251, 1}));
    EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Leading), 3), (Timesteps{666, 333, 0}));
}

TEST(TimestepSpacing, linspace_reaches_both_ends) {
    EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Linspace), 4), (Timesteps{999, 666, 333, 0}));
    EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Linspace), 1), (Timesteps{0}));
    // 999 / 6 = 166.5, 832.5: halves go to the even neighbour.
    EXPECT_EQ(spacedTimesteps(spaced(TimestepSpacing::Linspace), 7),
              (Timesteps{999, 832, 666, 500, 333, 166, 0}));
}

TEST(TimestepSpacing, follows_another_training_length) {
    SchedulerConfig config = spaced(TimestepSpacing::Trailing);
    config.numTrainTimesteps = 40;
    EXPECT_EQ(spacedTimesteps(config, 4), (Timesteps{39, 29, 19, 9}));
    config.timestepSpacing = TimestepSpacing::Leading;
    EXPECT_EQ(spacedTimesteps(config, 4), (Timesteps{30, 20, 10, 0}));
}

TEST(TimestepSpacing, refuses_counts_outside_the_schedule) {
    for (const std::int64_t steps : {-1, 0, 1001}) {
        EXPECT_THROW(spacedTimesteps(spaced(TimestepSpacing::Leading), steps), Error) << steps;
    }
}

TEST(TimestepSpacing, refuses_to_step_past_the_schedule) {
    const SchedulerConfig config = spaced(TimestepSpacing::Leading, 1);
    EXPECT_EQ(spacedTimesteps(config, 1000).front(), 1000);
    try {
        usableTimesteps(config, 1000);
        FAIL() << "timestep 1000 of a schedule of 1000 was accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("timestep 1000"), std::string::npos);
        EXPECT_FALSE(error.hint().empty());
    }
    EXPECT_EQ(usableTimesteps(config, 999).front(), 999);
}
