#include "ui/bridge/dropped_files.h"

#include "core/base/error.h"
#include "core/image/image_file.h"
#include "ui/bridge/file_finder.h"

#include <QMimeData>
#include <QTemporaryDir>
#include <QUrl>

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

TEST_F(DroppedFilesTest, FoldersInsideAreLeftOutOnRequest) {
    const auto upper = make("set/a.png");
    make("set/sub/b.png");
    EXPECT_EQ(sortDropped({m_root / "set"}, false).images, std::vector{upper});
}

TEST_F(DroppedFilesTest, OfATextureSetItsBaseColourIsTaken) {
    for (const char* name : {"wood_2K_Albedo.jpg", "wood_2K_Normal.jpg", "wood_2K_Roughness.jpg"})
        make(fs::path("set") / name);
    const DroppedFiles dropped = sortDropped({m_root / "set"});
    ASSERT_EQ(dropped.images.size(), 1U);
    EXPECT_EQ(dropped.images[0].filename(), "wood_2K_Albedo.jpg");
    EXPECT_EQ(dropped.baseColors, 1);
    EXPECT_EQ(dropped.companions.size(), 2U);
}

TEST_F(DroppedFilesTest, MapsWithoutABaseColourAreNamedByTheirSet) {
    for (const char* name : {"wood_Normal.jpg", "wood_Roughness.jpg", "hall.png"})
        make(fs::path("set") / name);
    const DroppedFiles dropped = sortDropped({m_root / "set"});
    EXPECT_EQ(dropped.images, std::vector{m_root / "set/hall.png"});
    EXPECT_EQ(dropped.companions.size(), 2U);
    ASSERT_EQ(dropped.colorlessSets.size(), 1U);
    EXPECT_EQ(fs::path(dropped.colorlessSets[0]).filename(), "wood");
}

TEST_F(DroppedFilesTest, ASearchTellsHowFarItIsAndEndsWhenAsked) {
    for (int i = 0; i < 40; ++i)
        make(fs::path("set") / ("view" + std::to_string(i) + ".png"));
    SearchCount last;
    sortDropped({m_root / "set"}, true, {}, [&](const SearchCount& count) {
        last = count;
        return true;
    });
    EXPECT_EQ(last.found, 40U);
    EXPECT_EQ(last.examined, 40U);
    int asked = 0;
    const DroppedFiles ended =
        sortDropped({m_root / "set"}, true, {}, [&](const SearchCount&) { return ++asked < 5; });
    EXPECT_TRUE(ended.images.empty());
    EXPECT_EQ(asked, 5);
}

TEST_F(DroppedFilesTest, ResultsOfThisProgramAreNotQueuedAgain) {
    const Image picture = makeImage(4, 3, {"R", "G", "B"}, ColorSpace::Srgb);
    fs::create_directories(m_root / "set");
    writeImage(m_root / "set/hall.png", picture, {.format = FileFormat::Png8});
    writeImage(m_root / "set/lit_by_name.png", picture, {.format = FileFormat::Png8});
    std::ofstream(m_root / "set/any.json")
        << R"({"program": "unlit", "settings": {}, "outputs": {"albedo": "lit_by_name.png"}})";
    const auto dropped = sortDropped({m_root / "set"});
    EXPECT_EQ(dropped.images, (std::vector<fs::path>{m_root / "set/hall.png"}));
    ASSERT_EQ(dropped.companions.size(), 1U);
    EXPECT_EQ(dropped.companions[0].use, data::PictureUse::Result);
    // Alone it is meant.
    EXPECT_EQ(sortDropped({m_root / "set/lit_by_name.png"}).images.size(), 1U);
}

TEST_F(DroppedFilesTest, TextNamesFilesByLine) {
    const auto first = make("a.png");
    const auto second = make("b c.png");
    QMimeData data;
    data.setText(QString::fromStdString(first.string() + "\n\nfile://" + m_root.string() +
                                        "/b%20c.png\r\n"));
    EXPECT_EQ(offeredData(data).paths, (std::vector<fs::path>{first, second}));
    data.setText(QString::fromStdString(first.string() + "\n/nowhere/x.png"));
    EXPECT_TRUE(offeredData(data).paths.empty());
    EXPECT_TRUE(offeredData(data).problem.contains(QStringLiteral("/nowhere/x.png")));
}

TEST_F(DroppedFilesTest, PixelsAreTakenBeforeTheAddressThatComesWithThem) {
    QMimeData data;
    data.setUrls({QUrl(QStringLiteral("https://example.org/a.png"))});
    EXPECT_TRUE(offeredData(data).problem.contains(QStringLiteral("web address")));
    QImage image(3, 2, QImage::Format_RGB32);
    image.fill(Qt::red);
    data.setImageData(image);
    EXPECT_EQ(offeredData(data).image.size(), QSize(3, 2));
    EXPECT_TRUE(offeredData(data).problem.isEmpty());
}

TEST_F(DroppedFilesTest, AnEmptyPasteSaysSo) {
    QMimeData nothing;
    EXPECT_EQ(offeredData(nothing).problem, QStringLiteral("The clipboard is empty."));
    QMimeData other;
    other.setData(QStringLiteral("application/x-other"), "x");
    EXPECT_EQ(offeredData(other).problem,
              QStringLiteral("There is no picture in what was copied."));
    QMimeData noPixels;
    noPixels.setImageData(QImage());
    EXPECT_FALSE(offeredData(noPixels).problem.isEmpty());
    QMimeData noBytes;
    noBytes.setData(QStringLiteral("image/png"), QByteArray());
    EXPECT_FALSE(offeredData(noBytes).problem.isEmpty());
}

TEST_F(DroppedFilesTest, PastedPixelsBecomeADeepFileUnderAFreeName) {
    QImage image(2, 1, QImage::Format_RGBA64);
    image.setPixelColor(0, 0, QColor::fromRgba64(65535, 1000, 0, 65535));
    image.setPixelColor(1, 0, QColor::fromRgba64(0, 0, 33333, 0));
    const fs::path first = storePicture(image, m_root / "cache");
    const fs::path second = storePicture(image, m_root / "cache");
    EXPECT_NE(first, second);
    const LoadedImage read = readImage(first);
    EXPECT_NEAR(read.image.plane(1)[0], 1000 / 65535.0, 1e-6);
    EXPECT_NEAR(read.image.plane(2)[1], 33333 / 65535.0, 1e-6);
    EXPECT_EQ(read.image.mask, (std::vector<float>{1, 0}));
    EXPECT_THROW(storePicture(QImage(), m_root / "cache"), Error);
}

} // namespace

} // namespace unlit::ui
