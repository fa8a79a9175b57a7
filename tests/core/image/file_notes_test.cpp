// Files with more in them than their picture: markers and chunks put into plain ones, and what is
// said about them.
#include "core/image/image_file.h"

#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

#include <zlib.h>

using namespace unlit;

namespace {

class FileNotesTest : public ImageFolderTest {
protected:
    /// A JPEG of 16 x 8 pixels with a marker behind its first two bytes.
    std::filesystem::path jpegWith(int marker, const std::string& data) const {
        const std::filesystem::path path = folder / "a.jpg";
        OIIO::ImageSpec spec(16, 8, 3, OIIO::TypeDesc::UINT8);
        const std::vector<unsigned char> grey(16 * 8 * 3, 128);
        auto output = OIIO::ImageOutput::create("jpeg");
        EXPECT_TRUE(output->open(path.string(), spec));
        EXPECT_TRUE(output->write_image(OIIO::TypeDesc::UINT8, grey.data()));
        output->close();
        const std::string plain = readBytes(path);
        const std::string segment = std::string("\xFF") + static_cast<char>(0xE0 + marker) +
                                    bigEndian(static_cast<std::uint32_t>(data.size() + 2), 2) +
                                    data;
        return writeBytes("a.jpg", plain.substr(0, 2) + segment + plain.substr(2));
    }

    /// A PNG of 2 x 1 pixels with a chunk behind its header.
    std::filesystem::path pngWith(const std::string& kind, const std::string& data) const {
        Image image = makeImage(2, 1, {"R", "G", "B"}, ColorSpace::Srgb);
        image.samples = {235.0F / 255, 0.5F, 16.0F / 255, 0.5F, 16.0F / 255, 0.5F};
        writeImage(folder / "a.png", image, {FileFormat::Png8, false, true});
        std::string plain = readBytes(folder / "a.png");
        for (const char* const own : {"iCCP", "sRGB", "gAMA", "cHRM", "cICP"})
            if (const std::size_t at = plain.find(own); at != std::string::npos) {
                const auto byte = [&](std::size_t i) {
                    return static_cast<unsigned char>(plain[at - 4 + i]);
                };
                const std::size_t length = byte(2) * 256U + byte(3);
                plain.erase(at - 4, length + 12);
            }
        const std::string body = kind + data;
        const auto sum =
            crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
        const std::string chunk = bigEndian(static_cast<std::uint32_t>(data.size()), 4) + body +
                                  bigEndian(static_cast<std::uint32_t>(sum), 4);
        constexpr std::size_t header = 33; // the signature and IHDR
        return writeBytes("a.png", plain.substr(0, header) + chunk + plain.substr(header));
    }

    static std::string noteOf(const std::filesystem::path& path) {
        const std::vector<std::string> notes = readImage(path).notes;
        EXPECT_EQ(readImageInfo(path).notes, notes);
        return notes.empty() ? "" : notes.front();
    }
};

} // namespace

TEST_F(FileNotesTest, a_gain_map_and_further_pictures_of_a_jpeg_are_said) {
    const std::string xmp = std::string("http://ns.adobe.com/xap/1.0/\0", 29) +
                            "<x xmlns:g='http://ns.adobe.com/hdr-gain-map/1.0/'/>";
    EXPECT_NE(noteOf(jpegWith(1, xmp)).find("gain map"), std::string::npos);
    EXPECT_NE(
        noteOf(jpegWith(2, std::string("urn:iso:std:iso:ts:21496:-1\0", 28))).find("gain map"),
        std::string::npos);
    EXPECT_NE(noteOf(jpegWith(2, std::string("MPF\0II*\0", 8))).find("several pictures"),
              std::string::npos);
    EXPECT_EQ(noteOf(jpegWith(13, "a caption")), "");
}

TEST_F(FileNotesTest, half_a_profile_is_a_profile_that_cannot_be_used) {
    const auto path = jpegWith(2, std::string("ICC_PROFILE\0\x01\x02half", 18));
    EXPECT_NE(readImage(path).spaceReason.find("profile that cannot be used"), std::string::npos);
    EXPECT_NE(readImage(pngWith("iCCP", std::string("x\0\0nothing", 10)))
                  .spaceReason.find("profile that cannot be used"),
              std::string::npos);
}

TEST_F(FileNotesTest, a_jpeg_by_another_name_stands_upright_for_any_type_of_its_tag) {
    for (const std::uint32_t type : {3U, 4U}) {
        const auto path = jpegWith(1, std::string("Exif\0\0", 6) + exifBlock(274, type, 6));
        std::filesystem::rename(path, folder / "phone.heic");
        EXPECT_EQ(readImage(folder / "phone.heic").image.width, 8) << type;
    }
}

TEST_F(FileNotesTest, chunks_of_a_png_say_range_turn_and_animation) {
    const LoadedImage narrow = readImage(pngWith("cICP", std::string("\x01\x0D\0\0", 4)));
    EXPECT_NEAR(narrow.image.plane(0)[0], 1, 1e-5);
    EXPECT_NEAR(narrow.image.plane(1)[0], 0, 1e-5);
    EXPECT_NE(noteOf(pngWith("acTL", bigEndian(2, 4) + bigEndian(0, 4))).find("animation"),
              std::string::npos);
    EXPECT_EQ(readImage(pngWith("eXIf", exifBlock(274, 4, 6))).image.width, 1);
    std::string digits;
    for (const char byte : std::string("Exif\0\0", 6) + exifBlock(274, 3, 6)) {
        constexpr std::string_view hex = "0123456789abcdef";
        digits += hex[static_cast<unsigned char>(byte) >> 4U];
        digits += hex[static_cast<unsigned char>(byte) & 15U];
    }
    const std::string text = std::string("Raw profile type exif\0", 22) + "\nexif\n      32\n" +
                             digits.substr(0, 20) + "\n" + digits.substr(20) + "\n";
    EXPECT_EQ(readImage(pngWith("tEXt", text)).image.width, 1);
    EXPECT_EQ(
        readImage(pngWith("tEXt", std::string("Raw profile type exif\0", 22) + "\nexif\n 9\nzz"))
            .image.width,
        2);
}

TEST_F(FileNotesTest, kinds_that_are_not_read_are_called_by_their_names) {
    for (const auto& [bytes, name] : {std::pair{std::string("\0\0\0\x1c"
                                                            "ftypavif",
                                                            12),
                                                "AVIF"},
                                      {std::string("\0\0\0\x18"
                                                   "ftypheic",
                                                   12),
                                       "HEIC"},
                                      {std::string("\0\0\0\x18"
                                                   "ftypmif1",
                                                   12),
                                       "HEIC"},
                                      {std::string("\0\0\0\x18"
                                                   "ftypcrx ",
                                                   12),
                                       "CR3"},
                                      {std::string("\xFF\x0A\0\0", 4), "JPEG XL"},
                                      {std::string("\x89HDF\r\n\x1a\n", 8), "HDF5"},
                                      {std::string("\x93NUMPY\1\0", 8), "NumPy"},
                                      {std::string("P6\n1 1\n", 7), "Netpbm"},
                                      {std::string("qoif\0\0\0\0", 8), "QOI"}}) {
        const Error error =
            errorOf([&] { readImage(writeBytes("a.any", bytes + std::string(40, '\0'))); });
        EXPECT_EQ(error.kind(), ErrorKind::Unsupported) << name;
        EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
        EXPECT_NE(error.hint().find("export it"), std::string::npos) << error.hint();
    }
}
