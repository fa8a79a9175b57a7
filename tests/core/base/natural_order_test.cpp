#include "core/base/natural_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using unlit::comesBefore;

TEST(NaturalOrder, numbers_in_names_count_as_numbers) {
    std::vector<std::string> names = {"frame_10", "frame_2", "frame_1", "b",
                                      "frame_2b", "a20c3",   "a20c10",  "a3"};
    std::ranges::sort(names, comesBefore);
    EXPECT_EQ(names, (std::vector<std::string>{"a3", "a20c3", "a20c10", "b", "frame_1", "frame_2",
                                               "frame_2b", "frame_10"}));
}

TEST(NaturalOrder, is_a_strict_order_for_equal_numbers_and_long_ones) {
    EXPECT_TRUE(comesBefore("img01", "img1") != comesBefore("img1", "img01"));
    EXPECT_FALSE(comesBefore("img1", "img1"));
    EXPECT_TRUE(comesBefore("9", "100000000000000000000000000000"));
    EXPECT_TRUE(comesBefore("", "a"));
}
