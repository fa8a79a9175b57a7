#include "core/weights/target_info.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::weights;
using nlohmann::json;

namespace {

void expectTargetsRefused(const json& properties, const std::vector<std::string>& says) {
    test::expectError(ErrorKind::InvalidInput, says,
                      [&] { targetsFromJson(properties, "some/model_index.json"); });
}

} // namespace

TEST(TargetInfo, reads_what_marigold_publishes) {
    // The form of prs-eth/marigold-iid-appearance and -lighting.
    const json properties = json::parse(R"({
        "target_names": ["albedo", "material", "shading"],
        "albedo": {"prediction_space": "srgb"},
        "material": {"prediction_space": "stack",
                     "sub_target_names": ["roughness", "metallicity", null]},
        "roughness": {"prediction_space": "linear", "up_to_scale": false},
        "metallicity": {"prediction_space": "linear", "up_to_scale": false},
        "shading": {"prediction_space": "linear", "up_to_scale": true}})");
    const std::vector<TargetInfo> targets = targetsFromJson(properties, "model_index.json");
    ASSERT_EQ(targets.size(), 3U);
    EXPECT_EQ(targets[0].name, "albedo");
    EXPECT_EQ(targets[0].predictionSpace, PredictionSpace::Srgb);
    EXPECT_EQ(targets[1].predictionSpace, PredictionSpace::Stack);
    EXPECT_EQ(targets[1].subTargets, (std::vector<std::string>{"roughness", "metallicity", ""}));
    EXPECT_EQ(targets[2].predictionSpace, PredictionSpace::Linear);
    EXPECT_TRUE(targets[2].upToScale);
    EXPECT_EQ(toJson(targets), properties);
}

TEST(TargetInfo, a_folder_without_names_predicts_albedo) {
    ASSERT_EQ(unnamedTargets(1).size(), 1U);
    EXPECT_EQ(unnamedTargets(1)[0].name, "albedo");
    EXPECT_EQ(unnamedTargets(2)[1].name, "target_2");
}

TEST(TargetInfo, names_that_would_choose_a_path_are_refused) {
    for (const char* const name : {"../../etc/x", "a/b", "", ".hidden", "a\\b", "a\nb"})
        expectTargetsRefused({{"target_names", {name}}}, {"some/model_index.json", "file name"});
    expectTargetsRefused({{"target_names", {std::string(65, 'a')}}}, {"file name"});
    expectTargetsRefused(
        {{"target_names", {"m"}},
         {"m", {{"prediction_space", "stack"}, {"sub_target_names", {"a", "../b", "c"}}}}},
        {"file name"});
}

TEST(TargetInfo, wrong_forms_are_named) {
    expectTargetsRefused(json::array(), {"not an object"});
    expectTargetsRefused(json::object(), {"no list of target_names"});
    expectTargetsRefused({{"target_names", json::array()}}, {"no list of target_names"});
    expectTargetsRefused({{"target_names", {3}}}, {"not a text"});
    expectTargetsRefused({{"target_names", {"a", "a"}}}, {"'a' twice"});
    expectTargetsRefused({{"target_names", {"a"}}, {"a", 3}}, {"'a' are not an object"});
    expectTargetsRefused({{"target_names", {"a"}}, {"a", {{"prediction_space", "cmyk"}}}},
                         {"cmyk", "srgb, linear and stack"});
    expectTargetsRefused({{"target_names", {"a"}}, {"a", {{"up_to_scale", 1}}}}, {"up_to_scale"});
    expectTargetsRefused({{"target_names", {"a"}}, {"a", {{"prediction_space", "stack"}}}},
                         {"three sub_target_names"});
}
