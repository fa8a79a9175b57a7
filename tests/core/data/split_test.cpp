// Scenes by name, and splits that keep them whole.
#include "core/data/split.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace unlit;
using namespace unlit::data;
using test::expectError;
using testing::ElementsAre;

namespace {

ListedPair pairOf(const std::string& beauty, const std::string& albedo) {
    return {{beauty, ""}, {albedo, ""}, {}, 0};
}

std::vector<std::string> scenes(const std::vector<std::string>& beauties,
                                SceneRule rule = SceneRule::Scene) {
    std::vector<ListedPair> pairs;
    for (const std::string& beauty : beauties)
        pairs.push_back(pairOf(beauty, beauty + ".albedo.png"));
    return scenesOf(pairs, rule);
}

/// 30 scenes of 4 frames.
std::vector<ListedPair> movingScenes() {
    std::vector<ListedPair> pairs;
    for (int scene = 0; scene < 30; ++scene)
        for (int frame = 1; frame <= 4; ++frame) {
            const std::string name = "asset" + std::string(1, static_cast<char>('a' + scene % 26)) +
                                     (scene < 26 ? "" : "x");
            const std::string number = "_000" + std::to_string(frame) + ".png";
            pairs.push_back(pairOf(name + "_beauty" + number, name + "_albedo" + number));
        }
    return pairs;
}

} // namespace

TEST(Scenes, frames_cameras_and_sizes_do_not_make_another_scene) {
    EXPECT_THAT(scenes({"hall_beauty_0001.png", "hall_cam02_beauty_0007.png", "hall_4K_beauty.png",
                        "cellar_beauty_0001.png"}),
                ElementsAre("hall", "hall", "hall", "cellar"));
}

TEST(Scenes, the_number_behind_a_thing_is_part_of_its_name) {
    EXPECT_THAT(scenes({"scene_001_beauty.png", "scene_002_beauty.png"}),
                ElementsAre("scene_001", "scene_002"));
}

TEST(Scenes, numbers_alone_belong_to_their_folder_if_there_are_several) {
    EXPECT_THAT(scenes({"flat/beauty/0001.png", "flat/beauty/0002.png", "loft/beauty/0001.png"}),
                ElementsAre("flat", "flat", "loft"));
    EXPECT_THAT(scenes({"beauty/0001.png", "beauty/0002.png"}), ElementsAre("0001", "0002"));
}

TEST(Scenes, frames_of_a_sequence_are_of_one_scene_whatever_they_are_called) {
    const std::vector<std::string> names =
        scenes({"beauty/0001.png", "beauty/0002.png", "beauty/0003.exr", "hall_beauty_1.png",
                "hall_b.png"},
               SceneRule::Sequence);
    EXPECT_EQ(names[0], names[1]);
    EXPECT_NE(names[0], names[2]) << "of another suffix";
    EXPECT_EQ(names[3], names[4]) << "one scene by its name";
}

TEST(Scenes, pairs_with_one_albedo_are_one_scene_by_any_rule) {
    const std::vector<ListedPair> pairs = {pairOf("day.png", "a.png"), pairOf("night.png", "a.png"),
                                           pairOf("else.png", "b.png")};
    for (const SceneRule rule :
         {SceneRule::Scene, SceneRule::Folder, SceneRule::Pair, SceneRule::Sequence}) {
        const auto names = scenesOf(pairs, rule);
        EXPECT_EQ(names[0], names[1]) << toString(rule);
    }
    EXPECT_NE(scenesOf(pairs, SceneRule::Pair)[0], scenesOf(pairs, SceneRule::Pair)[2]);
}

TEST(Split, the_same_seed_gives_the_same_split_and_another_seed_another) {
    const auto pairs = movingScenes();
    const Split first = splitPairs(pairs, {0.2, 1, SceneRule::Scene});
    EXPECT_EQ(splitPairs(pairs, {0.2, 1, SceneRule::Scene}).validation, first.validation);
    EXPECT_NE(splitPairs(pairs, {0.2, 2, SceneRule::Scene}).validation, first.validation);
    EXPECT_EQ(first.training.size() + first.validation.size(), pairs.size());
    EXPECT_EQ(first.validation.size(), 24U); // a fifth of 120, in whole scenes of 4
    EXPECT_EQ(first.scenes, 30U);
    EXPECT_EQ(first.validationScenes, 6U);
}

TEST(Split, no_scene_is_on_both_sides) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Split split = splitPairs(movingScenes(), {0.3, seed, SceneRule::Scene});
        std::set<std::string> training;
        for (const std::string& scene : scenesOf(split.training, SceneRule::Scene))
            training.insert(scene);
        for (const std::string& scene : scenesOf(split.validation, SceneRule::Scene))
            EXPECT_FALSE(training.contains(scene)) << scene << ", seed " << seed;
    }
}

TEST(Split, a_set_that_grows_keeps_its_order_of_scenes) {
    auto pairs = movingScenes();
    const Split before = splitPairs(pairs, {0.5, 7, SceneRule::Scene});
    pairs.push_back(pairOf("fresh_beauty.png", "fresh_albedo.png"));
    const Split after = splitPairs(pairs, {0.5, 7, SceneRule::Scene});
    std::size_t moved = 0;
    for (const ListedPair& pair : before.validation)
        moved += std::ranges::find(after.training, pair) != after.training.end() ? 1 : 0;
    EXPECT_LE(moved, 4U); // one scene at most
}

TEST(Split, one_scene_cannot_be_split) {
    const std::vector<ListedPair> pairs = {pairOf("a_beauty_0001.png", "a_albedo_0001.png"),
                                           pairOf("a_beauty_0002.png", "a_albedo_0002.png")};
    expectError(ErrorKind::InvalidInput, {"one scene", "'a'"}, [&] { splitPairs(pairs, {}); });
    EXPECT_EQ(splitPairs(pairs, {0.5, 1, SceneRule::Pair}).validation.size(), 1U);
    expectError(ErrorKind::InvalidInput, {"share"}, [&] {
        splitPairs(pairs, {0.0, 1, SceneRule::Pair});
    });
}
