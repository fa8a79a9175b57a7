// Recipes changed one setting at a time: the meaning is what was asked for, bases and comments
// stay.
#include "core/config/recipe_edit.h"

#include "core/config/yaml/document.h"
#include "core/config/yaml/yaml_edit.h"
#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/core/config/config_text.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace unlit;
using namespace unlit::config;
using test::parsed;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSets = R"(# top
dataset:
  val: # which
  - dir: one # first
    filenames: a.txt
    # inside the first
  # above the second
  - dir: two # second
    filenames: b.txt
  # above the third
  - dir: three
max_iter: 5 # end
)";

Node set(const std::string& dir) {
    Node node = Node::emptyMap();
    node["dir"] = Node::quoted(dir);
    node["longer_side"] = Node::plain("64");
    return node;
}

/// A folder with base.yaml, whose list a recipe inherits.
class RecipeEditTest : public testing::Test {
protected:
    RecipeEditTest() {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder / "other");
        std::ofstream(m_folder / "base.yaml")
            << "dataset:\n  val:\n  - dir: one\n  - dir: two\n    crop_size: 8\nlr: 0.5\n";
    }

    Node merged(const std::string& yaml) const {
        std::vector<Diagnostic> told;
        return loadDocumentText(yaml, m_folder / "recipe.yaml", told);
    }

    fs::path m_folder = fs::path(testing::TempDir()) / "recipe_edit";
    std::string m_recipe = "base_config: base.yaml # mine\nmax_iter: 7\n";
};

} // namespace

TEST(ListElements, are_added_behind_the_last_one_and_every_line_stays) {
    const std::string more = withElementAdded(kSets, "dataset.val", set("four"));
    const Node list = *parsed(more).at("dataset.val");
    ASSERT_EQ(list.list.size(), 4U);
    EXPECT_EQ(inlineYaml(list.list[3]), "{dir: four, longer_side: 64}");
    EXPECT_THAT(more, testing::StartsWith(
                          std::string(kSets).substr(0, std::string(kSets).find("max_iter"))));
    EXPECT_THAT(more, testing::EndsWith("max_iter: 5 # end\n"));
}

TEST(ListElements, are_taken_out_with_their_own_comments_alone) {
    const std::string first = withoutElement(kSets, "dataset.val", 0);
    EXPECT_EQ(parsed(first).at("dataset.val.0.dir")->scalar, "two");
    EXPECT_THAT(first, testing::HasSubstr("  # above the second\n"));
    EXPECT_THAT(first, testing::Not(testing::HasSubstr("# first")));
    const std::string last = withoutElement(kSets, "dataset.val", 2);
    EXPECT_EQ(parsed(last).at("dataset.val")->list.size(), 2U);
    EXPECT_THAT(last, testing::HasSubstr("max_iter: 5 # end\n"));
    const std::string middle = withoutElement(kSets, "dataset.val", 1);
    EXPECT_EQ(inlineYaml(*parsed(middle).at("dataset.val")),
              "[{dir: one, filenames: a.txt}, {dir: three}]");
    EXPECT_THAT(middle, testing::HasSubstr("# above the third\n"));
}

TEST(ListElements, of_every_way_to_write_a_list_mean_what_was_asked_for) {
    for (const std::string yaml :
         {"val: []\n", "val:\n", "", "val: [{dir: a}]\n", "{val: [{dir: a}], x: 1}\n",
          "val:\n    - {dir: a}\n    - dir: b\nx: 1\n", "val:\n- dir: a", "x:\n  y: 1\n"}) {
        Node wanted = parsed(yaml);
        Node& list = wanted["val"];
        if (list.kind != Node::Kind::List)
            list = *parseYamlValue("[]");
        list.list.push_back(set("new"));
        const std::string added = withElementAdded(yaml, "val", set("new"));
        EXPECT_EQ(yamlText(parsed(added)), yamlText(wanted)) << yaml;
        const std::size_t count = list.list.size();
        wanted["val"].list.pop_back();
        EXPECT_EQ(yamlText(parsed(withoutElement(added, "val", count - 1))), yamlText(wanted))
            << yaml;
    }
    test::expectError(ErrorKind::InvalidInput, {"val", "no list"},
                      [] { withElementAdded("val: 3\n", "val", set("x")); });
    test::expectError(ErrorKind::InvalidInput, {"val.0"},
                      [] { withoutElement("val: []\n", "val", 0); });
}

TEST_F(RecipeEditTest, a_setting_in_a_list_of_a_base_brings_the_whole_list) {
    const std::string edited =
        withSetting(m_recipe, merged(m_recipe), "dataset.val.1.crop_size", Node::plain("16"));
    EXPECT_EQ(inlineYaml(*parsed(edited).at("dataset.val")),
              "[{dir: one}, {dir: two, crop_size: 16}]");
    EXPECT_THAT(edited, testing::StartsWith(m_recipe));
    const std::string again =
        withSetting(edited, merged(edited), "dataset.val.0.dir", Node::quoted("three"));
    EXPECT_EQ(inlineYaml(*merged(again).at("dataset.val")),
              "[{dir: three}, {dir: two, crop_size: 16}]");
}

TEST_F(RecipeEditTest, a_map_is_changed_key_by_key_and_what_stays_keeps_its_comments) {
    const std::string yaml = "x: # what comes out\n"
                             "  names: [a, b] # in this order\n"
                             "  a: # the first\n"
                             "    space: srgb # as shown\n"
                             "    free: false\n"
                             "  b: {space: linear} # the second\n"
                             "y: 1\n";
    Node value = *parsed(yaml).at("x");
    value["a"]["free"] = Node::plain("true");
    value["c"] = *parseYamlValue("{space: stack}");
    std::erase_if(value.entries, [](const Entry& entry) { return entry.key == "b"; });
    EXPECT_EQ(withSetting(yaml, parsed(yaml), "x", value), "x: # what comes out\n"
                                                           "  names: [a, b] # in this order\n"
                                                           "  a: # the first\n"
                                                           "    space: srgb # as shown\n"
                                                           "    free: true\n"
                                                           "  c:\n"
                                                           "    space: stack\n"
                                                           "y: 1\n");
    EXPECT_EQ(withSetting(yaml, parsed(yaml), "x", *parsed(yaml).at("x")), yaml);
    Node dotted = Node::emptyMap();
    dotted["v1.0"] = Node::plain("2"); // no part of a path: the whole map is written
    const std::string whole = withSetting(yaml, parsed(yaml), "x", dotted);
    EXPECT_EQ(inlineYaml(*parsed(whole).at("x")), "{v1.0: 2}");
}

TEST_F(RecipeEditTest, of_a_map_of_a_base_only_what_differs_is_written) {
    std::ofstream(m_folder / "base.yaml") << "x:\n  a: {space: srgb}\n  b: {space: linear}\n";
    Node value = *merged(m_recipe).at("x");
    value["b"]["space"] = Node::quoted("srgb");
    const std::string edited = withSetting(m_recipe, merged(m_recipe), "x", value);
    EXPECT_EQ(inlineYaml(*parsed(edited).at("x")), "{b: {space: srgb}}");
    EXPECT_EQ(inlineYaml(*merged(edited).at("x")), "{a: {space: srgb}, b: {space: srgb}}");
    value["a"] = Node::null();
    const std::string without = withSetting(edited, merged(edited), "x", value);
    EXPECT_EQ(inlineYaml(*merged(without).at("x")), "{a: null, b: {space: srgb}}");
}

TEST_F(RecipeEditTest, elements_come_and_go_in_a_list_of_a_base) {
    const std::string more = withListElement(m_recipe, merged(m_recipe), "dataset.val", set("new"));
    EXPECT_EQ(merged(more).at("dataset.val")->list.size(), 3U);
    const std::string less = withoutListElement(m_recipe, merged(m_recipe), "dataset.val", 0);
    EXPECT_EQ(inlineYaml(*merged(less).at("dataset.val")), "[{dir: two, crop_size: 8}]");
}

TEST_F(RecipeEditTest, without_its_own_word_a_setting_is_the_base_s_again) {
    const std::string edited = withSetting(m_recipe, merged(m_recipe), "lr", Node::plain("3e-5"));
    EXPECT_EQ(merged(edited).at("lr")->scalar, "3e-5");
    EXPECT_EQ(withoutSetting(edited, "lr"), m_recipe);
    EXPECT_EQ(merged(withoutSetting(edited, "lr")).at("lr")->scalar, "0.5");
}

TEST_F(RecipeEditTest, a_recipe_that_moves_finds_its_bases) {
    const fs::path from = m_folder / "recipe.yaml";
    const fs::path to = fs::path(testing::TempDir()) / "recipe_elsewhere/deep/recipe.yaml";
    const std::string moved = movedRecipe(m_recipe, from, to);
    std::vector<Diagnostic> told;
    EXPECT_EQ(loadDocumentText(moved, to, told).at("lr")->scalar, "0.5");
    EXPECT_TRUE(told.empty());
    EXPECT_THAT(moved, testing::EndsWith("# mine\nmax_iter: 7\n"));
    // One folder down the loader finds it all the same: nothing is changed.
    EXPECT_EQ(movedRecipe(m_recipe, from, m_folder / "other/recipe.yaml"), m_recipe);
    EXPECT_EQ(movedRecipe(m_recipe, from, m_folder / "renamed.yaml"), m_recipe);
    const std::string two = "base_config: [base.yaml, gone.yaml]\n";
    EXPECT_THAT(movedRecipe(two, from, to), testing::HasSubstr("gone.yaml"));
}
