// Which of the files that come with the program are recipes.
#include "core/session/train/bundled_recipes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace unlit;

TEST(BundledRecipes, are_the_files_that_a_training_can_be_started_from) {
    const std::filesystem::path configs = std::filesystem::path(UNLIT_SOURCE_DIR) / "configs";
    std::set<std::string> names;
    for (const std::filesystem::path& file : recipesIn(configs))
        names.insert(file.lexically_relative(configs).generic_string());
    EXPECT_THAT(names, testing::IsSupersetOf({"sd21_albedo.yaml", "smoke.yaml", "cpu_small.yaml",
                                              "unlit_small/albedo.yaml"}));
    for (const char* other : {"base/intrinsic.yaml", "layers.yaml", "unlit_small/model.yaml"})
        EXPECT_FALSE(names.contains(other)) << other;
}

TEST(BundledRecipes, a_folder_that_is_not_there_has_none) {
    EXPECT_TRUE(recipesIn("no such folder").empty());
}
