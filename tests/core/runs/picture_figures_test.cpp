#include "core/train/writers/picture_figures.h"

#include "tests/core/runs/run_test_files.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit::runs;
using namespace unlit::test;

TEST(PictureFigures, are_read_as_they_were_written) {
    const TempFolder folder;
    const PictureFigures written{{"albedo_psnr", "shading_psnr"},
                                 {{"a.exr", {24.625, 10.5}}, {"b \"c\".exr", {1e-7, 99}}}};
    writePictureFigures(folder.path(), written);
    const PictureFigures read = readPictureFigures(folder.path());
    EXPECT_EQ(read, written);
    EXPECT_EQ(read.find("a.exr", "shading", "psnr"), 10.5);
    EXPECT_FALSE(read.find("a.exr", "", "psnr"));
    EXPECT_FALSE(read.find("a.exr", "albedo", "ssim"));
    EXPECT_FALSE(read.find("c.exr", "albedo", "psnr"));
}

TEST(PictureFigures, that_are_no_numbers_are_none) {
    const TempFolder folder;
    writePictureFigures(folder.path(), {{"psnr"}, {{"masked.exr", {std::nan("")}}}});
    EXPECT_FALSE(readPictureFigures(folder.path()).find("masked.exr", "", "psnr"));
}

TEST(PictureFigures, are_none_where_the_file_is_missing_or_broken) {
    const TempFolder folder;
    EXPECT_EQ(readPictureFigures(folder.path()), PictureFigures{});
    for (const char* text :
         {"", "{", "[]", R"({"metrics": 1, "pictures": {}})", R"({"metrics": [1], "pictures": {}})",
          R"({"metrics": ["psnr"], "pictures": []})"}) {
        writeText(folder / "figures.json", text);
        EXPECT_EQ(readPictureFigures(folder.path()), PictureFigures{}) << text;
    }
    writeText(folder / "figures.json",
              R"({"metrics": ["psnr", "ssim"], "pictures": {"a": [1], "b": 2, "c": ["x", 3]}})");
    const PictureFigures figures = readPictureFigures(folder.path());
    EXPECT_EQ(figures.find("a", "", "psnr"), 1);
    EXPECT_FALSE(figures.find("a", "", "ssim"));
    EXPECT_FALSE(figures.find("b", "", "psnr"));
    EXPECT_FALSE(figures.find("c", "", "psnr"));
    EXPECT_EQ(figures.find("c", "", "ssim"), 3);
}
