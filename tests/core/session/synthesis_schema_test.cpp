// The settings of a rendered set, described once.
#include "core/session/data/synthesis_schema.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(SynthesisSchema, every_setting_is_bound_to_its_member) {
    SynthesisOptions made;
    const config::Options options = describe(made);
    const std::vector<std::pair<const char*, const char*>> others = {
        {"count", "7"},
        {"size", "32"},
        {"seed", "18446744073709551615"},
        {"hold_out", "wood,tiles"},
        {"repaint", "0.25"},
        {"swap_relief", "0.5"},
        {"samples", "2"},
        {"workers", "3"},
        {"half", "true"},
        {"overwrite", "true"}};
    EXPECT_EQ(options.size(), others.size());
    for (const auto& [key, text] : others) {
        EXPECT_NE(textOf(optionAt(options, key)), text) << key;
        EXPECT_TRUE(assignText(optionAt(options, key), text)) << key;
    }
    EXPECT_EQ(made.count, 7);
    EXPECT_EQ(made.size, 32);
    EXPECT_EQ(made.seed, 18446744073709551615U);
    EXPECT_EQ(made.heldOut, (std::vector<std::string>{"wood", "tiles"}));
    EXPECT_EQ(made.repaint, 0.25);
    EXPECT_EQ(made.swapRelief, 0.5);
    EXPECT_EQ(made.samples, 2);
    EXPECT_EQ(made.workers, 3);
    EXPECT_TRUE(made.half && made.overwrite);
}

TEST(SynthesisSchema, limits_are_those_of_the_renderer) {
    EXPECT_EQ(synthesisLimits("count").most, 1'000'000);
    EXPECT_EQ(synthesisLimits("size").least, 16);
    EXPECT_EQ(synthesisLimits("size").most, 2048);
    EXPECT_EQ(synthesisLimits("samples").most, 256);
    EXPECT_EQ(synthesisLimits("workers").least, 0);
}
