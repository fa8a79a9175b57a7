// JPEGs made with libjpeg itself: inks, profiles, progressive scans, and several pictures in a
// file.
#include "core/image/image_file.h"

#include "core/image/color/color.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>
#include <lcms2.h>

using namespace unlit;

namespace {

struct JpegSetup {
    J_COLOR_SPACE given = JCS_RGB;    ///< of the pixel
    J_COLOR_SPACE stored = JCS_YCbCr; ///< in the file
    bool hasAdobeMarker = false;
    bool isProgressive = false;
    std::vector<unsigned char> profile = {};
    std::string marker = {}; ///< of APP2, before the profile
};

/// A file of 16x16 equal pixels.
std::string jpegOf(std::vector<unsigned char> pixel, const JpegSetup& setup) {
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = jpeg.image_height = 16;
    jpeg.input_components = static_cast<int>(pixel.size());
    jpeg.in_color_space = setup.given;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, setup.stored);
    jpeg.write_Adobe_marker = setup.hasAdobeMarker ? TRUE : FALSE;
    jpeg_set_quality(&jpeg, 100, TRUE);
    if (setup.isProgressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    if (!setup.marker.empty())
        jpeg_write_marker(&jpeg, JPEG_APP0 + 2,
                          reinterpret_cast<const JOCTET*>(setup.marker.data()),
                          static_cast<unsigned>(setup.marker.size()));
    if (!setup.profile.empty())
        jpeg_write_icc_profile(&jpeg, setup.profile.data(),
                               static_cast<unsigned>(setup.profile.size()));
    std::vector<unsigned char> row;
    for (int x = 0; x < 16; ++x)
        row.insert(row.end(), pixel.begin(), pixel.end());
    unsigned char* rows = row.data();
    for (int y = 0; y < 16; ++y)
        jpeg_write_scanlines(&jpeg, &rows, 1);
    jpeg_finish_compress(&jpeg);
    std::string file(reinterpret_cast<char*>(bytes), size);
    jpeg_destroy_compress(&jpeg);
    std::free(bytes);
    return file;
}

/// Rec.709 primaries without a curve.
std::vector<unsigned char> linearProfile() {
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, 1);
    cmsToneCurve* curves[] = {curve, curve, curve};
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::vector<unsigned char> bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    cmsFreeToneCurve(curve);
    return bytes;
}

class JpegKindsTest : public ImageFolderTest {
protected:
    void expectColor(const std::string& bytes, const std::array<float, 3>& expected) const {
        const LoadedImage picture = readImage(writeBytes("a.jpg", bytes));
        ASSERT_EQ(picture.image.width, 16);
        for (std::size_t c = 0; c < 3; ++c)
            for (const float value : picture.image.plane(static_cast<int>(c)))
                ASSERT_NEAR(value, expected[c], 2.5F / 255) << c;
        EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
    }
};

// Inks of 20, 40 and 60 % without black, 255 for none: light of 80, 60 and 40 %.
const std::vector<unsigned char> kInksInverted = {204, 153, 102, 255};
constexpr std::array<float, 3> kLight = {0.8F, 0.6F, 0.4F};

} // namespace

// Pillow, ImageMagick, GraphicsMagick and OpenImageIO do not look for the marker either.
TEST_F(JpegKindsTest, inks_are_inverted_as_adobe_writes_them_with_its_marker_and_without) {
    const std::filesystem::path path = folder / "a.jpg";
    expectColor(jpegOf(kInksInverted, {JCS_CMYK, JCS_CMYK, true}), kLight);
    EXPECT_TRUE(readImageInfo(path).notes.empty());
    expectColor(jpegOf(kInksInverted, {JCS_CMYK, JCS_CMYK, false}), kLight);
    ASSERT_EQ(readImage(path).notes.size(), 1U);
    EXPECT_NE(readImage(path).notes[0].find("which way round"), std::string::npos);
}

TEST_F(JpegKindsTest, inks_stored_as_luma_and_chroma_are_inks) {
    expectColor(jpegOf(kInksInverted, {JCS_CMYK, JCS_YCCK, true}), kLight);
    // Black takes light away from all three: half of it here.
    std::vector<unsigned char> halfBlack = kInksInverted;
    halfBlack[3] = 128;
    expectColor(jpegOf(halfBlack, {JCS_CMYK, JCS_YCCK, true}),
                {0.8F * 128 / 255, 0.6F * 128 / 255, 0.4F * 128 / 255});
    const ImageInfo info = readImageInfo(folder / "a.jpg");
    EXPECT_NE(info.spaceReason.find("CMYK"), std::string::npos) << info.spaceReason;
}

TEST_F(JpegKindsTest, progressive_and_plain_rgb_and_grey_files_are_read) {
    JpegSetup setup;
    setup.isProgressive = true;
    expectColor(jpegOf({204, 153, 102}, setup), kLight);
    expectColor(jpegOf({204, 153, 102}, {JCS_RGB, JCS_RGB, true}), kLight);
    expectColor(jpegOf({102}, {JCS_GRAYSCALE, JCS_GRAYSCALE}), {0.4F, 0.4F, 0.4F});
}

TEST_F(JpegKindsTest, a_profile_is_followed) {
    JpegSetup setup;
    setup.profile = linearProfile();
    expectColor(jpegOf({204, 153, 102}, setup),
                {encodeSrgb(0.8F), encodeSrgb(0.6F), encodeSrgb(0.4F)});
    const ImageInfo info = readImageInfo(folder / "a.jpg");
    EXPECT_NE(info.spaceReason.find("converted to sRGB"), std::string::npos) << info.spaceReason;
}

// CIPA DC-007: an APP2 segment "MPF" in the first of several JPEGs, one after the other.
TEST_F(JpegKindsTest, the_first_picture_of_several_is_taken) {
    JpegSetup setup;
    setup.marker = std::string("MPF\0II*\0\x08\0\0\0\0\0\0\0\0\0", 18);
    const std::string first = jpegOf({204, 153, 102}, setup);
    const std::string second = jpegOf({0, 0, 255}, setup);
    expectColor(first + second, kLight);
    expectColor(first + second.substr(0, 30), kLight); // what follows does not matter
}
