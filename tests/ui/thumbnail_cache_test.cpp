#include "tests/support/wait_for.h"
#include "ui/data/thumbnail_cache.h"

#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"
#include "ui/data/pair_thumbnail.h"
#include "ui/data/thumbnail_maker.h"

#include <QTest>

#include <gtest/gtest.h>

#include <fstream>

namespace unlit::ui {

namespace {

using test::waitFor;

namespace fs = std::filesystem;

QImage sample() {
    QImage image(288, 144, QImage::Format_RGB32);
    image.fill(QColor(200, 100, 40));
    return image;
}

std::size_t filesIn(const fs::path& folder) {
    std::error_code problem;
    fs::directory_iterator files(folder, problem);
    return problem ? 0 : static_cast<std::size_t>(std::distance(files, {}));
}

class ThumbnailCacheTest : public testing::Test {
protected:
    test::TempFolder m_folder;
    fs::path m_cacheFolder = m_folder / "cache/thumbnails";
};

TEST_F(ThumbnailCacheTest, GivesBackWhatWasStoredAndNothingElse) {
    ThumbnailCache cache(m_cacheFolder);
    EXPECT_TRUE(cache.find("key").isNull());
    cache.store("key", sample());
    const QImage found = cache.find("key");
    ASSERT_EQ(found.size(), sample().size());
    EXPECT_NEAR(qRed(found.pixel(10, 10)), 200, 4);
    EXPECT_TRUE(cache.find("other").isNull());
    EXPECT_EQ(filesIn(m_cacheFolder), 1U); // nothing half-written stays
}

TEST_F(ThumbnailCacheTest, AFolderThatIsDeletedIsMadeAnew) {
    ThumbnailCache cache(m_cacheFolder);
    cache.store("a", sample());
    fs::remove_all(m_folder / "cache");
    EXPECT_TRUE(cache.find("a").isNull());
    cache.store("b", sample());
    EXPECT_FALSE(cache.find("b").isNull());
}

TEST_F(ThumbnailCacheTest, AFolderThatCannotBeWrittenIsNoTrouble) {
    std::ofstream(m_folder / "file") << "in the way";
    ThumbnailCache cache(m_folder / "file/thumbnails");
    cache.store("a", sample());
    EXPECT_TRUE(cache.find("a").isNull());
    ThumbnailCache none("");
    none.store("a", sample());
    EXPECT_TRUE(none.find("a").isNull());
}

TEST_F(ThumbnailCacheTest, DamagedFilesAreAsGoodAsNone) {
    fs::create_directories(m_cacheFolder);
    std::ofstream(m_cacheFolder / "key.jpg") << "no picture";
    ThumbnailCache cache(m_cacheFolder);
    EXPECT_TRUE(cache.find("key").isNull());
    cache.store("key", sample());
    EXPECT_FALSE(cache.find("key").isNull());
}

TEST_F(ThumbnailCacheTest, TheKeyChangesWithTheFilesAndTheirLayers) {
    test::writeScenes(m_folder / "set", 1, 32, 32);
    const auto source = data::PictureSource::open(m_folder / "set");
    data::ListedPair pair{{"p0_beauty.exr", ""}, {"p0_albedo.exr", ""}, {}, 0};
    const std::string before = ThumbnailCache::keyOf(*source, pair);
    EXPECT_EQ(ThumbnailCache::keyOf(*source, pair), before);
    pair.albedo.layer = "other";
    EXPECT_NE(ThumbnailCache::keyOf(*source, pair), before);
    pair.albedo.layer.clear();
    fs::last_write_time(m_folder / "set/p0_albedo.exr",
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_NE(ThumbnailCache::keyOf(*source, pair), before);
    fs::remove(m_folder / "set/p0_albedo.exr");
    EXPECT_EQ(ThumbnailCache::keyOf(*source, pair), "");
}

TEST_F(ThumbnailCacheTest, TheOldestGoFirst) {
    ThumbnailCache cache(m_cacheFolder);
    for (const char* key : {"old", "new"})
        cache.store(key, sample());
    fs::last_write_time(m_cacheFolder / "old.jpg",
                        fs::file_time_type::clock::now() - std::chrono::hours(1));
    cache.trim(fs::file_size(m_cacheFolder / "new.jpg"));
    EXPECT_TRUE(cache.find("old").isNull());
    EXPECT_FALSE(cache.find("new").isNull());
}

TEST_F(ThumbnailCacheTest, BeautyIsAtTheLeftAndTheAlbedoIsNeverExposed) {
    Image beauty = makeImage(40, 20, {"R", "G", "B"}, ColorSpace::Linear);
    std::fill(beauty.samples.begin(), beauty.samples.end(), 0.001F); // a dark render
    Image albedo = beauty;
    const QImage pair = pairThumbnail(beauty, albedo);
    ASSERT_EQ(pair.size(), QSize(2 * kThumbnailSidePx, kThumbnailSidePx));
    EXPECT_GT(qGreen(pair.pixel(kThumbnailSidePx / 2, 70)), 60);
    EXPECT_LT(qGreen(pair.pixel(kThumbnailSidePx + 70, 70)), 10);
}

TEST_F(ThumbnailCacheTest, TheMakerServesTheFirstOrderFirstAndTellsFailures) {
    test::writeScenes(m_folder / "set", 3, 32, 32);
    ThumbnailMaker maker(m_cacheFolder);
    maker.setSource(data::PictureSource::open(m_folder / "set"));
    std::vector<int> made;
    std::vector<int> failed;
    QObject::connect(&maker, &ThumbnailMaker::made, &maker,
                     [&](int pair, const QImage&) { made.push_back(pair); });
    QObject::connect(&maker, &ThumbnailMaker::failed, &maker,
                     [&](int pair, const QString&) { failed.push_back(pair); });
    const auto order = [](int pair, const std::string& name) {
        return ThumbnailOrder{pair,
                              {{name + "_beauty.exr", ""}, {name + "_albedo.exr", ""}, {}, 0}};
    };
    maker.want({order(2, "p2"), order(7, "gone"), order(0, "p0")});
    ASSERT_TRUE(waitFor([&] { return made.size() + failed.size() == 3; }));
    EXPECT_EQ(failed, std::vector<int>{7});
    EXPECT_TRUE(maker.isIdle());
    EXPECT_EQ(filesIn(m_cacheFolder), 2U);
    maker.want({order(1, "p1")});
    maker.setSource(data::PictureSource::open(m_folder / "set")); // answers to it come no more
    made.clear();
    maker.want({order(0, "p0")});
    ASSERT_TRUE(waitFor([&] { return !made.empty(); }));
    EXPECT_EQ(made, std::vector<int>{0});
}

} // namespace

} // namespace unlit::ui
