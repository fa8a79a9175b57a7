#include "core/session/data/dataset_commands.h"

#include "core/base/error.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using testing::HasSubstr;

namespace {

class DatasetCommands : public testing::Test {
protected:
    DatasetInput listInput() const {
        return {.source = m_list, .root = {}, .layers = {}, .without = m_without};
    }

    test::TempFolder m_folder;
    std::filesystem::path m_list = test::writeScenes(m_folder.path(), 3, 48, 40);
    std::filesystem::path m_without;
};

} // namespace

TEST_F(DatasetCommands, pairs_of_a_list_name_their_line) {
    const auto opened = openDataset(listInput(), {}, {});
    ASSERT_TRUE(opened);
    ASSERT_EQ(opened->pairs.size(), 3U);
    EXPECT_EQ(opened->pairs[1].reason, "line 2 of list.txt says so");
}

TEST_F(DatasetCommands, pairs_of_a_quarantine_are_left_out) {
    m_without = m_folder / "bad.txt";
    std::ofstream(m_without) << "p1_beauty.exr p1_albedo.exr\n";
    const auto pairs = datasetPairs(listInput(), {}, {});
    ASSERT_TRUE(pairs);
    ASSERT_EQ(pairs->size(), 2U);
    EXPECT_EQ((*pairs)[1].beauty.path, "p2_beauty.exr");
    DatasetCheckOptions options;
    options.useCache = false;
    EXPECT_EQ(checkDataset(listInput(), options, {}, {})->pairs.size(), 2U);
}

TEST_F(DatasetCommands, a_quarantine_that_is_not_there_or_holds_everything_is_said) {
    m_without = m_folder / "none.txt";
    EXPECT_THROW(datasetPairs(listInput(), {}, {}), Error);
    m_without = m_list;
    try {
        datasetPairs(listInput(), {}, {});
        FAIL() << "nothing is left";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("all 3 pairs"));
    }
}

TEST_F(DatasetCommands, a_folder_without_pairs_opens_and_says_why) {
    std::filesystem::create_directories(m_folder / "empty");
    const auto nothing = openDataset({.source = m_folder / "empty"}, {}, {});
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->pairs.empty());
    EXPECT_THAT(whyNoPairs("renders", *nothing), HasSubstr("it has no files"));
    std::ofstream(m_folder / "empty/notes.txt") << "x";
    const auto notes = openDataset({.source = m_folder / "empty"}, {}, {});
    EXPECT_THAT(whyNoPairs("renders", *notes), HasSubstr("'notes.txt' was left over because"));
}
