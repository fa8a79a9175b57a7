#include "core/image/measured_albedos.h"

#include <gtest/gtest.h>

#include <set>

using namespace unlit;

TEST(MeasuredAlbedos, every_entry_is_a_share_with_a_source_and_a_key_of_its_own) {
    std::set<std::string_view> keys;
    double before = 1;
    for (const MeasuredAlbedo& entry : measuredAlbedos()) {
        EXPECT_GT(entry.value, 0) << entry.key;
        EXPECT_LE(entry.value, before) << entry.key << ": brightest first";
        before = entry.value;
        EXPECT_FALSE(entry.name.empty());
        EXPECT_NE(entry.source.find_first_of("12"), std::string_view::npos)
            << entry.key << ": a source with its year or number";
        EXPECT_EQ(entry.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-."),
                  std::string_view::npos);
        EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
    }
}

TEST(MeasuredAlbedos, keys_find_their_entry_and_others_nothing) {
    ASSERT_NE(measuredAlbedo("grey-card"), nullptr);
    EXPECT_EQ(measuredAlbedo("grey-card")->value, 0.18);
    EXPECT_EQ(measuredAlbedo("grey"), nullptr);
    EXPECT_EQ(measuredAlbedo("0.18"), nullptr);
    EXPECT_EQ(measuredAlbedoKeys().size(), measuredAlbedos().size());
}
