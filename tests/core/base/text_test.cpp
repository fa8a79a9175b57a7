#include "core/base/text.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(Text, bytes_carry_binary_units) {
    EXPECT_EQ(formatBytes(0), "0 B");
    EXPECT_EQ(formatBytes(1023), "1023 B");
    EXPECT_EQ(formatBytes(1536), "1.5 KiB");
    EXPECT_EQ(formatBytes(std::uint64_t{5} << 30), "5.0 GiB");
}

TEST(Text, seconds_read_as_a_person_would_say_them) {
    EXPECT_EQ(formatSeconds(0.42), "0.4 s");
    EXPECT_EQ(formatSeconds(75), "1 min 15 s");
    EXPECT_EQ(formatSeconds(7265), "2 h 1 min");
    EXPECT_EQ(formatSeconds(59.99), "1 min 0 s");
}

TEST(Text, nearest_name_finds_a_slip_and_refuses_a_stranger) {
    const std::vector<std::string> names = {"steps", "ensemble", "seed"};
    EXPECT_EQ(nearestName("stpes", names), "steps");
    EXPECT_EQ(nearestName("Ensembel", names), "ensemble");
    EXPECT_EQ(nearestName("quaternion", names), "");
}
