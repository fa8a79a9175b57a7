#include "core/runs/run_pictures.h"

#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

using namespace unlit::runs;
using namespace unlit::test;
using testing::ElementsAre;
namespace fs = std::filesystem;

TEST(RunPictures, are_grouped_by_set_sample_and_what_they_show) {
    const TempFolder folder;
    const fs::path set = folder / "visualization/iter_000500/val";
    for (const char* name :
         {"a_2.exr_beauty.png", "a_2.exr_albedo_prediction.png", "a_2.exr_albedo_truth.png",
          "a_2.exr_beauty_prediction.png", "a_10.exr_beauty.png", "a_10.exr_prediction.png",
          "grid.png", ".a_3.exr_beauty.png.1.part", "note.txt"})
        writeText(set / name, "x");
    writeText(folder / "visualization/iter_000500/other/lone.png", "x");
    writeText(folder / "visualization/val.gif", "x");
    fs::create_directories(folder / "visualization/iter_x");
    fs::create_directories(folder / "visualization/iter_001000");
    EXPECT_THAT(pictureSteps(folder.path()), ElementsAre(500, 1000));
    const auto all = picturesAt(folder.path(), 500);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].dataset, "other");
    EXPECT_EQ(all[0].sample, "lone");
    EXPECT_EQ(all[1].dataset, "val");
    EXPECT_EQ(all[1].sample, "a_2.exr");
    ASSERT_NE(all[1].find("albedo_truth"), nullptr);
    EXPECT_EQ(*all[1].find("albedo_truth"), set / "a_2.exr_albedo_truth.png");
    EXPECT_EQ(all[1].find("error"), nullptr);
    EXPECT_THAT(targetsOf(all[1]), ElementsAre("albedo", "beauty"));
    EXPECT_EQ(all[2].sample, "a_10.exr");
    EXPECT_THAT(targetsOf(all[2]), ElementsAre(""));
}

TEST(RunPictures, a_run_without_them_has_none) {
    const TempFolder folder;
    EXPECT_TRUE(pictureSteps(folder.path()).empty());
    EXPECT_TRUE(picturesAt(folder.path(), 5).empty());
}
