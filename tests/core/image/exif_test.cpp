// EXIF blocks of writers that are not strict about types.
#include "core/image/exif.h"

#include "tests/core/image/byte_text.h"

#include <gtest/gtest.h>

#include <vector>

using namespace unlit;

namespace {

ExifFacts factsOf(const std::string& text) {
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    return readExif(bytes);
}

} // namespace

TEST(Exif, an_orientation_of_any_type_of_whole_numbers_counts) {
    for (const std::uint32_t type : {1U, 3U, 4U, 6U, 8U, 9U})
        EXPECT_EQ(factsOf(exifBlock(274, type, 6)).orientation, 6) << type;
    EXPECT_EQ(factsOf(exifBlock(274, 2, 6)).orientation, 1); // a text
    EXPECT_EQ(factsOf(exifBlock(274, 4, 600)).orientation, 1);
    // The first byte of the value's four holds a byte in either order.
    const std::string big = std::string("MM\0*\0\0\0\x08\0\x01", 10) + bigEndian(274, 2) +
                            bigEndian(1, 2) + bigEndian(1, 4) + bigEndian(6U << 24U, 4) +
                            std::string(4, '\0');
    EXPECT_EQ(factsOf(big).orientation, 6);
    EXPECT_EQ(factsOf(std::string("Exif\0\0", 6) + big).orientation, 6);
}

// Colour space 2 in the EXIF directory, which a pointer of type LONG (4) or IFD (13) leads to.
TEST(Exif, pointers_may_be_of_the_type_for_directories) {
    for (const std::uint32_t type : {4U, 13U}) {
        const std::string start = exifBlock(0x8769, type, 26);
        EXPECT_TRUE(factsOf(start + exifBlock(0xA001, 3, 2).substr(8)).isAdobeRgb) << type;
        EXPECT_FALSE(factsOf(start + exifBlock(0xA001, 3, 1).substr(8)).isAdobeRgb) << type;
    }
}

TEST(Exif, of_two_orientations_the_first_counts_whatever_its_type) {
    const auto entry = [](std::uint32_t type, std::uint32_t value) {
        return littleEndian(274, 2) + littleEndian(type, 2) + littleEndian(1, 4) +
               littleEndian(value, 4);
    };
    const std::string start = std::string("II*\0\x08\0\0\0\x02\0", 10);
    EXPECT_EQ(factsOf(start + entry(4, 6) + entry(3, 1) + std::string(4, '\0')).orientation, 6);
    EXPECT_EQ(factsOf(start + entry(3, 1) + entry(1, 6) + std::string(4, '\0')).orientation, 1);
}
