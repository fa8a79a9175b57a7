// The ways in which PNGs store pixels and colours, written with libpng itself.
#include "core/image/image_file.h"

#include "core/image/color/color.h"
#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"

#include <png.h>

#include <gtest/gtest.h>

#include <lcms2.h>
#include <zlib.h>

using namespace unlit;

namespace {

struct PngSetup {
    unsigned width = 1;
    unsigned height = 1;
    int bits = 8;
    int colorType = PNG_COLOR_TYPE_RGB;
    bool isInterlaced = false;
    std::function<void(png_structp, png_infop)> addChunks = [](png_structp, png_infop) {};
    std::function<void(png_structp)> addRawChunks = [](png_structp) {}; ///< those libpng ignores
};

using Rows = std::vector<std::vector<unsigned char>>;

class PngKindsTest : public ImageFolderTest {
protected:
    std::filesystem::path path() const { return folder / "a.png"; }

    /// Writes packed rows and reads the picture.
    LoadedImage roundTrip(const PngSetup& setup, Rows rows) const {
        std::FILE* file = std::fopen(path().c_str(), "wb");
        png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
        png_infop info = png_create_info_struct(png);
        png_init_io(png, file);
        png_set_IHDR(png, info, setup.width, setup.height, setup.bits, setup.colorType,
                     setup.isInterlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        setup.addChunks(png, info);
        png_write_info_before_PLTE(png, info);
        setup.addRawChunks(png);
        png_write_info(png, info);
        std::vector<unsigned char*> pointers;
        for (auto& row : rows)
            pointers.push_back(row.data());
        png_write_image(png, pointers.data());
        png_write_end(png, info);
        png_destroy_write_struct(&png, &info);
        std::fclose(file);
        return readImage(path());
    }

    static std::vector<float> plane(const LoadedImage& picture, int channel) {
        const auto values = picture.image.plane(channel);
        return {values.begin(), values.end()};
    }

    static void expectPixel(const LoadedImage& picture, const std::array<double, 3>& expected,
                            double tolerance) {
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(picture.image.plane(static_cast<int>(c))[0], expected[c], tolerance) << c;
    }
};

/// The cICP chunk: primaries, transfer, matrix, full range.
std::function<void(png_structp)> codePoints(unsigned char primaries, unsigned char transfer) {
    return [=](png_structp png) {
        const std::array<unsigned char, 4> data = {primaries, transfer, 0, 1};
        png_write_chunk(png, reinterpret_cast<png_const_bytep>("cICP"), data.data(), data.size());
    };
}

} // namespace

TEST_F(PngKindsTest, narrow_greys_fill_the_whole_range) {
    PngSetup setup;
    setup.width = 4;
    setup.colorType = PNG_COLOR_TYPE_GRAY;
    setup.bits = 1;
    EXPECT_EQ(plane(roundTrip(setup, {{0b10110000}}), 0), (std::vector<float>{1, 0, 1, 1}));
    setup.bits = 2;
    EXPECT_EQ(plane(roundTrip(setup, {{0b00011011}}), 1),
              (std::vector<float>{0, 85.0F / 255, 170.0F / 255, 1}));
    setup.bits = 4;
    EXPECT_EQ(plane(roundTrip(setup, {{0x03, 0xCF}}), 2),
              (std::vector<float>{0, 51.0F / 255, 204.0F / 255, 1}));
}

TEST_F(PngKindsTest, palettes_with_transparent_entries_become_colours_and_a_mask) {
    PngSetup setup;
    setup.width = 3;
    setup.bits = 2;
    setup.colorType = PNG_COLOR_TYPE_PALETTE;
    setup.addChunks = [](png_structp png, png_infop info) {
        const std::array<png_color, 3> palette = {{{51, 102, 153}, {255, 0, 0}, {0, 0, 0}}};
        const std::array<unsigned char, 2> alphas = {51, 0};
        png_set_PLTE(png, info, palette.data(), 3);
        png_set_tRNS(png, info, alphas.data(), 2, nullptr);
    };
    const LoadedImage picture = roundTrip(setup, {{0b00011000}});
    EXPECT_EQ(plane(picture, 0), (std::vector<float>{0.2F, 1, 0}));
    EXPECT_EQ(plane(picture, 2), (std::vector<float>{0.6F, 0, 0}));
    EXPECT_EQ(picture.image.mask, (std::vector<float>{0.2F, 0, 1}));
}

TEST_F(PngKindsTest, grey_with_alpha_and_a_transparent_colour_have_masks) {
    PngSetup setup;
    setup.colorType = PNG_COLOR_TYPE_GRAY_ALPHA;
    LoadedImage picture = roundTrip(setup, {{102, 204}});
    EXPECT_EQ(picture.image.samples, (std::vector<float>{0.4F, 0.4F, 0.4F}));
    EXPECT_EQ(picture.image.mask, std::vector<float>{0.8F});
    setup.width = 2;
    setup.bits = 16;
    setup.colorType = PNG_COLOR_TYPE_RGB;
    setup.addChunks = [](png_structp png, png_infop info) {
        png_color_16 color{};
        color.red = color.green = color.blue = 0x0102;
        png_set_tRNS(png, info, nullptr, 0, &color);
    };
    picture = roundTrip(setup, {{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3}});
    EXPECT_EQ(picture.image.mask, (std::vector<float>{0, 1}));
    EXPECT_EQ(plane(picture, 2)[1], 259.0F / 65535);
}

TEST_F(PngKindsTest, interlaced_pictures_are_the_same_as_others) {
    for (const int bits : {8, 16}) {
        PngSetup setup;
        setup.width = 13;
        setup.height = 11;
        setup.bits = bits;
        setup.colorType = PNG_COLOR_TYPE_RGB_ALPHA;
        Rows rows(setup.height);
        unsigned value = 0;
        for (auto& row : rows)
            for (unsigned i = 0; i < setup.width * 4 * static_cast<unsigned>(bits / 8); ++i)
                row.push_back(static_cast<unsigned char>(value += 37));
        const Image plain = roundTrip(setup, rows).image;
        EXPECT_EQ(plain.plane(0)[0], bits == 8 ? 37.0F / 255 : (37.0F * 256 + 74) / 65535);
        setup.isInterlaced = true;
        const Image interlaced = roundTrip(setup, rows).image;
        EXPECT_EQ(interlaced.samples, plain.samples);
        EXPECT_EQ(interlaced.mask, plain.mask);
    }
}

// ITU-T H.273: primaries 9 (BT.2020) and 1 (BT.709), transfer 16 (PQ) and 13 (sRGB).
TEST_F(PngKindsTest, code_points_win_over_everything_else) {
    PngSetup setup;
    setup.addChunks = [](png_structp png, png_infop info) {
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    };
    setup.addRawChunks = codePoints(9, 16);
    const LoadedImage bright = roundTrip(setup, {{255, 255, 255}});
    EXPECT_EQ(bright.image.space, ColorSpace::Linear);
    expectPixel(bright, {10000.0 / 203, 10000.0 / 203, 10000.0 / 203}, 0.02); // BT.2408's white
    EXPECT_NE(bright.spaceReason.find("PQ"), std::string::npos) << bright.spaceReason;
    setup.addRawChunks = codePoints(1, 13);
    expectPixel(roundTrip(setup, {{51, 102, 153}}), {0.2, 0.4, 0.6}, 1e-6);
    setup.addRawChunks = codePoints(1, 8); // a straight line
    expectPixel(roundTrip(setup, {{51, 102, 153}}),
                {encodeSrgb(0.2F), encodeSrgb(0.4F), encodeSrgb(0.6F)}, 1e-5);
}

TEST_F(PngKindsTest, a_profile_wins_over_gamma) {
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
    PngSetup setup;
    setup.addChunks = [&](png_structp png, png_infop info) {
        png_set_gAMA(png, info, 1 / 1.8);
        png_set_iCCP(png, info, "linear", PNG_COMPRESSION_TYPE_BASE, bytes.data(), size);
    };
    const LoadedImage picture = roundTrip(setup, {{51, 102, 153}});
    expectPixel(picture, {encodeSrgb(0.2F), encodeSrgb(0.4F), encodeSrgb(0.6F)}, 1e-3);
}

// Pure green of BT.2020 lies outside sRGB: red and blue are clipped at 0, green at 1.
TEST_F(PngKindsTest, gamma_and_primaries_are_followed_together) {
    PngSetup setup;
    setup.addChunks = [](png_structp png, png_infop info) {
        png_set_gAMA(png, info, 1);
        png_set_cHRM(png, info, 0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046);
    };
    expectPixel(roundTrip(setup, {{0, 255, 0}}), {0, 1, 0}, 1e-6);
    // ITU-R BT.2087-0: linear BT.2020 (0.4, 0.6, 0.4) in BT.709.
    expectPixel(roundTrip(setup, {{102, 153, 102}}),
                {encodeSrgb(0.4F - 0.2F * 0.5876F), encodeSrgb(0.4F + 0.2F * 1.1329F),
                 encodeSrgb(0.4F - 0.2F * 0.1006F)},
                1e-3);
}

TEST_F(PngKindsTest, stands_upright_as_its_exif_says) {
    PngSetup setup;
    setup.width = 2;
    setup.colorType = PNG_COLOR_TYPE_GRAY;
    setup.addChunks = [](png_structp png, png_infop info) {
        std::array<unsigned char, 22> exif = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1,
                                              18,  0,   3, 0,  0, 0, 1, 0, 6, 0, 0};
        png_set_eXIf_1(png, info, exif.size(), exif.data());
    };
    const LoadedImage picture = roundTrip(setup, {{0, 255}}); // 6: the left end is the top
    EXPECT_EQ(picture.image.width, 1);
    EXPECT_EQ(plane(picture, 0), (std::vector<float>{0, 1}));
}

// Extensions to PNG, 1.5.0: it may stand behind the pixels, where ImageMagick writes it; the third
// edition asks for it before them. With JPEG's mark libpng drops it.
TEST_F(PngKindsTest, exif_counts_behind_the_pixels_and_with_the_mark_of_jpeg) {
    PngSetup setup;
    setup.width = 2;
    setup.colorType = PNG_COLOR_TYPE_GRAY;
    roundTrip(setup, {{0, 255}});
    const std::string plain = readBytes(path());
    using namespace std::string_literals;
    const std::string exif = "II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"s;
    constexpr std::size_t head = 33; // the signature and IHDR
    for (const std::size_t at : {head, plain.size() - 12})
        for (const std::string& data : {exif, "Exif\0\0"s + exif}) {
            const std::string body = "eXIf" + data;
            const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                                   static_cast<uInt>(body.size()));
            const auto big = [](std::uint64_t value) {
                return std::string{static_cast<char>(value >> 24U), static_cast<char>(value >> 16U),
                                   static_cast<char>(value >> 8U), static_cast<char>(value)};
            };
            const auto turned = writeBytes("turned.png", plain.substr(0, at) + big(data.size()) +
                                                             body + big(sum) + plain.substr(at));
            EXPECT_EQ(readImage(turned).image.height, 2) << at << " " << data.size();
            EXPECT_EQ(readImageInfo(turned).height, 2) << at << " " << data.size();
        }
}

namespace {

std::string rawPngChunk(const std::string& name, const std::string& data) {
    const std::string content = name + data;
    const auto sum = crc32(0, reinterpret_cast<const unsigned char*>(content.data()),
                           static_cast<unsigned>(content.size()));
    return bigEndian(static_cast<std::uint32_t>(data.size()), 4) + content +
           bigEndian(static_cast<std::uint32_t>(sum), 4);
}

std::string deflated(const std::string& bytes) {
    std::string packed(compressBound(bytes.size()), '\0');
    uLongf size = packed.size();
    compress(reinterpret_cast<unsigned char*>(packed.data()), &size,
             reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return packed.substr(0, size);
}

/// A profile with sRGB's primaries and this exponent.
std::string powerProfile(double exponent) {
    const cmsCIExyY white = {0.3127, 0.3290, 1};
    const cmsCIExyYTRIPLE primaries = {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, exponent);
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

/// One pixel of 128, 128, 128 with these chunks before it.
std::string pngWith(const std::string& chunks) {
    return "\x89PNG\r\n\x1A\n" +
           rawPngChunk("IHDR",
                       bigEndian(1, 4) + bigEndian(1, 4) + std::string("\x08\x02\0\0\0", 5)) +
           chunks + rawPngChunk("IDAT", deflated(std::string("\0\x80\x80\x80", 4))) +
           rawPngChunk("IEND", "");
}

} // namespace

// PNG, third edition, 4.3 and 11.3.2: iCCP counts before sRGB and gAMA; one of them is allowed.
TEST_F(PngKindsTest, the_first_profile_counts_whatever_stands_beside_it) {
    const auto profile = [](double exponent) {
        return rawPngChunk("iCCP", std::string("x\0\0", 3) + deflated(powerProfile(exponent)));
    };
    const auto lightOf = [&](const std::string& chunks) {
        const LoadedImage picture = readImage(writeBytes("p.png", pngWith(chunks)));
        return decodeSrgb(picture.image.plane(0)[0]);
    };
    const float linear = 128.0F / 255;
    const std::string srgb = rawPngChunk("sRGB", std::string(1, '\0'));
    const std::string gamma = rawPngChunk("gAMA", bigEndian(45455, 4));
    EXPECT_NEAR(lightOf(profile(1)), linear, 1e-3);
    EXPECT_NEAR(lightOf(srgb + gamma + profile(1)), linear, 1e-3);
    EXPECT_NEAR(lightOf(profile(1) + srgb), linear, 1e-3);
    EXPECT_NEAR(lightOf(profile(1) + profile(3)), linear, 1e-3);
    std::string cut = deflated(powerProfile(1));
    cut.resize(cut.size() / 2);
    const LoadedImage broken =
        readImage(writeBytes("p.png", pngWith(rawPngChunk("iCCP", std::string("x\0\0", 3) + cut))));
    EXPECT_NE(broken.spaceReason.find("cannot be used"), std::string::npos);
}
