// WebP files put together from chunks: profile, orientation, animations.
#include "core/image/image_file.h"

#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <webp/encode.h>

#include <lcms2.h>

using namespace unlit;

namespace {

constexpr unsigned kAnimation = 2;
constexpr unsigned kExif = 8;
constexpr unsigned kIcc = 32;

std::string webpChunk(const std::string& name, const std::string& data) {
    return name + littleEndian(static_cast<std::uint32_t>(data.size()), 4) + data +
           std::string(data.size() % 2, '\0');
}

/// The chunk "VP8L" of a picture of one colour, without its file around it.
std::string losslessChunk(int width, int height, int red, int green, int blue) {
    std::string rgb;
    for (int i = 0; i < width * height; ++i)
        rgb +=
            std::string{static_cast<char>(red), static_cast<char>(green), static_cast<char>(blue)};
    std::uint8_t* output = nullptr;
    const std::size_t size = WebPEncodeLosslessRGB(
        reinterpret_cast<const std::uint8_t*>(rgb.data()), width, height, 3 * width, &output);
    const std::string file(reinterpret_cast<const char*>(output), size);
    WebPFree(output);
    return file.substr(12);
}

std::string webpOf(unsigned flags, int width, int height, const std::string& chunks) {
    const std::string header = littleEndian(flags, 4) +
                               littleEndian(static_cast<std::uint32_t>(width - 1), 3) +
                               littleEndian(static_cast<std::uint32_t>(height - 1), 3);
    const std::string body = "WEBP" + webpChunk("VP8X", header) + chunks;
    return "RIFF" + littleEndian(static_cast<std::uint32_t>(body.size()), 4) + body;
}

/// Linear light over sRGB's primaries.
std::string linearSrgbProfile() {
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, 1);
    cmsToneCurve* curves[] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsFreeToneCurve(curve);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::string bytes(size, '\0');
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

using WebpTest = ImageFolderTest;

} // namespace

TEST_F(WebpTest, its_profile_counts) {
    const auto path = writeBytes(
        "a.webp", webpOf(kIcc, 4, 2,
                         webpChunk("ICCP", linearSrgbProfile()) + losslessChunk(4, 2, 128, 64, 0)));
    const LoadedImage picture = readImage(path);
    EXPECT_NE(picture.spaceReason.find("converted to sRGB"), std::string::npos);
    // IEC 61966-2-1: 1.055 (128 / 255)^(1 / 2.4) - 0.055.
    EXPECT_NEAR(picture.image.plane(0)[0], 0.736642F, 1e-4);
    EXPECT_EQ(picture.image.plane(2)[0], 0);
    const auto broken = writeBytes(
        "b.webp",
        webpOf(kIcc, 4, 2, webpChunk("ICCP", "no profile") + losslessChunk(4, 2, 128, 64, 0)));
    EXPECT_NE(readImage(broken).spaceReason.find("cannot be used"), std::string::npos);
}

TEST_F(WebpTest, stands_upright_with_and_without_the_mark_of_jpeg_before_its_exif) {
    for (const std::string& mark : {std::string(), std::string("Exif\0\0", 6)}) {
        const auto path =
            writeBytes("a.webp", webpOf(kExif, 4, 2,
                                        losslessChunk(4, 2, 1, 2, 3) +
                                            webpChunk("EXIF", mark + exifBlock(274, 3, 6))));
        EXPECT_EQ(readImage(path).image.width, 2);
        EXPECT_EQ(readImageInfo(path).height, 4);
    }
}

TEST_F(WebpTest, the_first_picture_of_an_animation_is_read_and_said) {
    const auto frame = [](int x, int red) {
        return webpChunk("ANMF", littleEndian(static_cast<std::uint32_t>(x / 2), 3) +
                                     littleEndian(0, 3) + littleEndian(1, 3) + littleEndian(1, 3) +
                                     littleEndian(100, 3) + std::string(1, '\0') +
                                     losslessChunk(2, 2, red, 0, 0));
    };
    const std::string chunks =
        webpChunk("ANIM", littleEndian(0, 4) + littleEndian(0, 2)) + frame(2, 255) + frame(0, 51);
    const auto path = writeBytes("a.webp", webpOf(kAnimation, 4, 2, chunks));
    const LoadedImage picture = readImage(path);
    EXPECT_EQ(picture.image.width, 4);
    ASSERT_EQ(picture.image.mask.size(), 8U); // the frame covers the right half
    EXPECT_EQ(picture.image.mask[0], 0);
    EXPECT_EQ(picture.image.mask[2], 1);
    EXPECT_EQ(picture.image.plane(0)[2], 1);
    ASSERT_EQ(picture.notes.size(), 1U);
    EXPECT_NE(picture.notes[0].find("2 pictures"), std::string::npos) << picture.notes[0];
    EXPECT_EQ(readImageInfo(path).notes, picture.notes);
}

TEST_F(WebpTest, damage_is_refused_at_every_length) {
    const std::string good = webpOf(
        kIcc, 4, 2, webpChunk("ICCP", linearSrgbProfile()) + losslessChunk(4, 2, 128, 64, 0));
    for (std::size_t length = 12; length + 1 < good.size(); length += 7)
        errorOf([&] { readImage(writeBytes("cut.webp", good.substr(0, length))); });
}

TEST_F(WebpTest, what_stands_there_counts_even_where_the_header_does_not_announce_it) {
    const std::string picture = losslessChunk(4, 2, 128, 64, 0);
    const std::string profile = webpChunk("ICCP", linearSrgbProfile());
    const std::string exif = webpChunk("EXIF", exifBlock(274, 3, 6));
    const LoadedImage read = readImage(writeBytes("a.webp", webpOf(0, 4, 2, profile + picture)));
    EXPECT_NEAR(read.image.plane(0)[0], 0.736642F, 1e-4); // as above
    EXPECT_EQ(readImage(writeBytes("b.webp", webpOf(0, 4, 2, picture + exif))).image.width, 2);
    const LoadedImage none = readImage(writeBytes("c.webp", webpOf(kIcc | kExif, 4, 2, picture)));
    EXPECT_EQ(none.image.width, 4);
    EXPECT_NE(none.spaceReason.find("without a profile"), std::string::npos);
}
