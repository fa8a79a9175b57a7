// Where the program looks for the model that comes with it.
#include "core/session/models/bundled_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;

namespace {

void makeModel(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "model_index.json") << "{}";
}

} // namespace

TEST(BundledModel, is_found_as_installed_and_beside_a_program_that_was_just_built) {
    const test::TempFolder temp;
    EXPECT_EQ(bundledModelOf(temp / "usr/bin/unlit"), "");
    makeModel(temp / "usr/share/unlit/models/unlit-small");
    EXPECT_EQ(bundledModelOf(temp / "usr/bin/unlit"), temp / "usr/share/unlit/models/unlit-small");
    makeModel(temp / "build/share/unlit/models/unlit-small");
    EXPECT_EQ(bundledModelOf(temp / "build/unlit"), temp / "build/share/unlit/models/unlit-small");
}

TEST(BundledModel, a_folder_that_is_no_model_is_none) {
    const test::TempFolder temp;
    std::filesystem::create_directories(temp / "usr/share/unlit/models/unlit-small");
    EXPECT_EQ(bundledModelOf(temp / "usr/bin/unlit"), "");
}
