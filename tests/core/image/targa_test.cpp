// TGAs written here by their specification: whether their fourth byte is alpha.
#include "core/image/image_file.h"

#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

/// Two pixels of 32 bits: 200 100 50 with the alphas given; `flags`: bits of alpha, upper left.
std::string targaOf(int alphaBits, const std::string& alphas, int attributes = -1) {
    std::string bytes = std::string("\0\0\2", 3) + std::string(9, '\0') + littleEndian(2, 2) +
                        littleEndian(1, 2) + std::string(1, 32) +
                        std::string(1, static_cast<char>(0x20 | alphaBits));
    for (const char alpha : alphas)
        bytes += std::string("\x32\x64\xC8") + alpha;
    if (attributes < 0)
        return bytes;
    const auto area = static_cast<std::uint32_t>(bytes.size());
    bytes += littleEndian(495, 2) + std::string(492, '\0') + static_cast<char>(attributes);
    return bytes + littleEndian(area, 4) + littleEndian(0, 4) +
           std::string("TRUEVISION-XFILE.\0", 18);
}

class TargaTest : public ImageFolderTest {
protected:
    LoadedImage read(const std::string& bytes) const {
        return readImage(writeBytes("a.tga", bytes));
    }
};

const std::string kHalfAndFull = "\x80\xFF";

} // namespace

TEST_F(TargaTest, the_fourth_byte_is_alpha_where_the_header_counts_its_bits) {
    const LoadedImage picture = read(targaOf(8, kHalfAndFull));
    ASSERT_EQ(picture.image.mask.size(), 2U);
    EXPECT_NEAR(picture.image.mask[0], 128.0F / 255, 1e-6);
    EXPECT_NEAR(picture.image.plane(0)[0], 200.0F / 255, 1e-6);
    EXPECT_EQ(picture.alpha, AlphaKind::Straight);
    const LoadedImage without = read(targaOf(0, kHalfAndFull));
    EXPECT_TRUE(without.image.mask.empty());
    EXPECT_EQ(without.notes.size(), 1U);
    EXPECT_TRUE(read(targaOf(8, std::string(2, '\0'))).image.mask.empty());
}

TEST_F(TargaTest, the_extension_area_knows_better) {
    for (const int undefined : {0, 1, 2})
        EXPECT_TRUE(read(targaOf(8, kHalfAndFull, undefined)).image.mask.empty()) << undefined;
    const LoadedImage straight = read(targaOf(8, kHalfAndFull, 3));
    EXPECT_EQ(straight.alpha, AlphaKind::Straight);
    EXPECT_NEAR(straight.image.plane(2)[0], 50.0F / 255, 1e-6);
    const LoadedImage multiplied = read(targaOf(8, kHalfAndFull, 4));
    EXPECT_EQ(multiplied.alpha, AlphaKind::Premultiplied);
    EXPECT_NEAR(multiplied.image.plane(2)[0], 50.0F / 128, 1e-6); // divided by its alpha
}
