// Settings that have flags: their texts, limits and JSON.
#include "core/config/schema/option.h"
#include "core/config/schema/setting_makers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace unlit::config;

namespace {

struct Sample {
    int steps = 4;
    std::optional<int> size;
    double share = 0.05;
    std::optional<double> stops;
    std::uint64_t seed = 2024;
    bool isOn = false;
    std::vector<std::string> names;
    std::string layer;

    Options options() {
        Options list;
        list.push_back(
            {setting("steps", steps, {.help = "S", .min = Bound{1}, .max = Bound{10}}), "One"});
        list.push_back({setting("size", size, {.help = "S", .min = Bound{0}}), "One"});
        list.push_back(
            {setting("share", share, {.help = "S", .min = Bound{0, false}, .max = Bound{1}}),
             "Two"});
        list.push_back(
            {setting("stops", stops, {.help = "S", .unit = "stops", .min = Bound{-64}}), "Two"});
        list.back().nullWord = "auto";
        list.push_back(seedOption("seed", seed, "S", "Two"));
        list.push_back({setting("is_on", isOn, {.help = "S"}), "Two"});
        list.push_back({setting("names", names, {.help = "S"}), "Two"});
        list.push_back({setting("layer", layer, {.help = "S"}), "Two"});
        return list;
    }

    bool take(const char* key, const std::string& text) {
        return assignText(optionAt(options(), key), text);
    }
};

} // namespace

TEST(Option, numbers_are_taken_inside_of_their_limits_alone) {
    Sample sample;
    EXPECT_TRUE(sample.take("steps", "10"));
    for (const char* wrong : {"0", "11", "4.5", "four", "", " 4", "4 ", "99999999999999999999"})
        EXPECT_FALSE(sample.take("steps", wrong)) << wrong;
    EXPECT_EQ(sample.steps, 10);
    EXPECT_TRUE(sample.take("share", "1"));
    for (const char* wrong : {"0", "1.01", "nan", "inf", "-0.5", "1,0", "+-1"})
        EXPECT_FALSE(sample.take("share", wrong)) << wrong;
    EXPECT_EQ(sample.share, 1);
}

TEST(Option, a_seed_has_all_of_its_64_bits) {
    Sample sample;
    EXPECT_TRUE(sample.take("seed", "18446744073709551615"));
    EXPECT_EQ(sample.seed, 18446744073709551615U);
    EXPECT_EQ(jsonOf(sample.options())["seed"].dump(), "18446744073709551615");
    EXPECT_FALSE(sample.take("seed", "18446744073709551616"));
    EXPECT_TRUE(sample.take("seed", "-1"));
    EXPECT_EQ(textOf(optionAt(sample.options(), "seed")), "18446744073709551615");
    EXPECT_FALSE(sample.take("seed", "-9223372036854775809"));
}

TEST(Option, what_is_unset_has_a_word_or_is_null) {
    Sample sample;
    EXPECT_EQ(textOf(optionAt(sample.options(), "stops")), "auto");
    EXPECT_TRUE(sample.take("stops", "+0.5"));
    EXPECT_EQ(sample.stops, 0.5);
    EXPECT_TRUE(sample.take("stops", "auto"));
    EXPECT_FALSE(sample.stops);
    const auto json = jsonOf(sample.options());
    EXPECT_EQ(json["stops"], "auto");
    EXPECT_TRUE(json["size"].is_null());
    EXPECT_TRUE(json["layer"].is_null());
    EXPECT_EQ(json["share"].dump(), "0.05");
    EXPECT_EQ(json["is_on"], false);
    EXPECT_EQ(json["names"], nlohmann::ordered_json::array());
}

TEST(Option, names_stand_between_commas) {
    Sample sample;
    EXPECT_TRUE(sample.take("names", "a,b"));
    EXPECT_EQ(sample.names, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(textOf(optionAt(sample.options(), "names")), "a,b");
    EXPECT_FALSE(sample.take("names", "a,"));
    EXPECT_FALSE(sample.take("is_on", "yes"));
}

TEST(Option, says_what_is_allowed) {
    Sample sample;
    const Options options = sample.options();
    EXPECT_EQ(allowedText(optionAt(options, "steps")), "a whole number from 1 to 10");
    EXPECT_EQ(allowedText({setting("n", sample.steps,
                                   {.help = "N", .min = Bound{1}, .max = Bound{1'000'000}}),
                           ""}),
              "a whole number from 1 to 1000000");
    EXPECT_EQ(allowedText(optionAt(options, "stops")), "auto, or stops of at least -64");
    EXPECT_EQ(allowedText(optionAt(options, "seed")), "a whole number from -2^63 to 2^64-1");
    EXPECT_EQ(under(options, "One").size(), 2U);
    EXPECT_EQ(only(options, {"seed", "steps"}).front().key(), "steps");
}
