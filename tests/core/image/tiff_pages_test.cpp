// Which of the pages of a TIFF is the picture, and what is said about the others.
#include "core/image/image_file.h"

#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"
#include "tests/core/image/tiff_test_files.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;

namespace {

struct TiffPage {
    std::uint32_t size = 2;
    unsigned char level = 0;
    std::uint32_t subfile = 0;
};

class TiffPagesTest : public ImageFolderTest {
protected:
    std::filesystem::path write(const std::vector<TiffPage>& pages) const {
        const std::filesystem::path path = folder / "a.tif";
        std::filesystem::remove(path);
        for (const TiffPage& page : pages) {
            TiffSetup setup;
            setup.width = setup.height = page.size;
            setup.mode = "a";
            setup.more = [&](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page.subfile); };
            writeTiffFile(path, setup,
                          std::vector<unsigned char>(page.size * page.size * 3, page.level));
        }
        return path;
    }
};

} // namespace

TEST_F(TiffPagesTest, thumbnails_and_masks_are_passed_over_and_said) {
    const auto path = write({{1, 255, FILETYPE_REDUCEDIMAGE}, {1, 255, FILETYPE_MASK}, {4, 51, 0}});
    const LoadedImage picture = readImage(path);
    EXPECT_EQ(picture.image.width, 4);
    EXPECT_NEAR(picture.image.samples[0], 0.2F, 1e-6);
    ASSERT_EQ(picture.notes.size(), 1U);
    EXPECT_NE(picture.notes[0].find("page 3"), std::string::npos) << picture.notes[0];
    EXPECT_EQ(readImageInfo(path).width, 4);
}

TEST_F(TiffPagesTest, further_pages_are_said_and_smaller_copies_are_not) {
    const auto path = write({{4, 51, 0}, {2, 51, FILETYPE_REDUCEDIMAGE}, {3, 0, 0}});
    const LoadedImage picture = readImage(path);
    EXPECT_EQ(picture.image.width, 4);
    ASSERT_EQ(picture.notes.size(), 1U);
    EXPECT_NE(picture.notes[0].find("1 further page"), std::string::npos) << picture.notes[0];
    EXPECT_TRUE(readImage(write({{4, 51, 0}, {2, 51, FILETYPE_REDUCEDIMAGE}})).notes.empty());
}

TEST_F(TiffPagesTest, where_all_are_reduced_the_first_is_the_picture) {
    EXPECT_EQ(readImage(write({{3, 0, FILETYPE_REDUCEDIMAGE}, {1, 0, FILETYPE_REDUCEDIMAGE}}))
                  .image.width,
              3);
}

// TIFF 6.0, section 8: "SubfileType" of old writers, 2 is a reduced picture; and a transparency
// mask by its PhotometricInterpretation alone.
TEST_F(TiffPagesTest, a_mask_is_known_by_the_meaning_of_its_samples) {
    const std::filesystem::path path = folder / "a.tif";
    const auto entry = [](std::uint32_t tag, std::uint32_t type, std::uint32_t value) {
        return littleEndian(tag, 2) + littleEndian(type, 2) + littleEndian(1, 4) +
               littleEndian(value, 4);
    };
    // A page of `size` grey bytes square, whose directory stands at `at`.
    const auto page = [&](std::uint32_t at, std::uint32_t size, std::uint32_t meaning, char level,
                          bool isLast) {
        const std::uint32_t pixels = at + 2 + 8 * 12 + 4;
        const std::uint32_t end = pixels + size * size;
        return littleEndian(8, 2) + entry(256, 3, size) + entry(257, 3, size) + entry(258, 3, 8) +
               entry(259, 3, 1) + entry(262, 3, meaning) + entry(273, 4, pixels) +
               entry(278, 3, size) + entry(279, 4, size * size) +
               littleEndian(isLast ? 0 : end, 4) + std::string(size * size, level);
    };
    const std::string mask = page(8, 2, PHOTOMETRIC_MASK, '\xFF', false);
    const auto second = static_cast<std::uint32_t>(8 + mask.size());
    writeBytes("a.tif", std::string("II*\0\x08\0\0\0", 8) + mask +
                            page(second, 4, PHOTOMETRIC_MINISBLACK, 51, true));
    const LoadedImage picture = readImage(path);
    EXPECT_EQ(picture.image.width, 4);
    EXPECT_NEAR(picture.image.samples[0], 0.2F, 1e-6);
}
