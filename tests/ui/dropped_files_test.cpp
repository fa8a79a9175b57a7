#include "ui/bridge/dropped_files.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

namespace fs = std::filesystem;

class DroppedFilesTest : public testing::Test {
protected:
    fs::path make(const fs::path& name) {
        const fs::path path = m_root / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << "x";
        return path;
    }

    QTemporaryDir m_folder;
    fs::path m_root = m_folder.path().toStdString();
};

TEST_F(DroppedFilesTest, FolderGivesItsImagesInNaturalOrderSubFoldersIncluded) {
    const auto ten = make("set/frame10.exr");
    const auto two = make("set/frame2.exr");
    const auto inside = make("set/sub/a.png");
    make("set/notes.txt");
    make("set/.hidden/b.png");
    make("set/.c.png");
    const auto dropped = sortDropped({m_root / "set"});
    EXPECT_EQ(dropped.images, (std::vector<fs::path>{two, ten, inside}));
    EXPECT_TRUE(dropped.ignored.empty());
}

TEST_F(DroppedFilesTest, FolderWithModelIndexIsTheModelNotAPileOfImages) {
    make("model/model_index.json");
    make("model/preview.png");
    const auto dropped = sortDropped({m_root / "model"});
    EXPECT_EQ(dropped.modelFolder, m_root / "model");
    EXPECT_TRUE(dropped.images.empty());
}

TEST_F(DroppedFilesTest, FilesThatAreNoImagesAreNamed) {
    const auto image = make("a.png");
    const auto text = make("a.txt");
    const auto dropped = sortDropped({image, text});
    EXPECT_EQ(dropped.images, std::vector{image});
    EXPECT_EQ(dropped.ignored, std::vector{text});
}

} // namespace

} // namespace unlit::ui
