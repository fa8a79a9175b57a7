// L*a*b* of known colours. Expected: the primaries of sRGB in L*a*b* relative to D50, as published
// with the ICC's sRGB profile (ICC.1:2022 adaptation): red 54.29 80.80 69.89, green 87.82 -79.27
// 80.99, blue 29.57 68.30 -112.03.
#include "core/image/color/lab.h"

#include "core/image/image_file.h"
#include "tests/core/image/image_test_support.h"
#include "tests/core/image/tiff_test_files.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;

namespace {

struct Known {
    std::array<double, 3> lab;
    std::array<double, 3> srgb;
};

// L* = 50 is Y = 0.18419, which sRGB encodes as 0.46633.
const std::vector<Known> kKnown = {{{0, 0, 0}, {0, 0, 0}},
                                   {{100, 0, 0}, {1, 1, 1}},
                                   {{50, 0, 0}, {0.46633, 0.46633, 0.46633}},
                                   {{54.29, 80.80, 69.89}, {1, 0, 0}},
                                   {{87.82, -79.27, 80.99}, {0, 1, 0}},
                                   {{29.57, 68.30, -112.03}, {0, 0, 1}}};

std::uint16_t code(double value) {
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(std::lround(value)));
}

/// The picture of a TIFF with these samples.
class LabTest : public ImageFolderTest {
protected:
    Image picture(int photometric, const std::vector<std::uint16_t>& codes, int bits,
                  bool isPlanar = false) const {
        TiffSetup setup;
        setup.width = static_cast<std::uint32_t>(codes.size() / 3);
        setup.height = 1;
        setup.bits = bits;
        setup.photometric = photometric;
        setup.isPlanar = isPlanar;
        std::vector<unsigned char> bytes;
        for (const std::uint16_t each : codes) {
            bytes.push_back(static_cast<unsigned char>(each));
            if (bits == 16) // the machines that we build for store the low byte first
                bytes.push_back(static_cast<unsigned char>(each >> 8U));
        }
        writeTiffFile(folder / "a.tif", setup, bytes);
        return readImage(folder / "a.tif").image;
    }

    static void expectKnown(const Image& image, double tolerance) {
        ASSERT_EQ(image.planeSize(), kKnown.size());
        for (std::size_t i = 0; i < kKnown.size(); ++i)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(image.plane(static_cast<int>(c))[i], kKnown[i].srgb[c], tolerance)
                    << i << " " << c;
    }
};

} // namespace

TEST_F(LabTest, sixteen_bits_with_signed_opponents) {
    std::vector<std::uint16_t> codes;
    for (const Known& known : kKnown)
        codes.insert(codes.end(), {code(known.lab[0] / 100 * 65535), code(known.lab[1] * 256),
                                   code(known.lab[2] * 256)});
    expectKnown(picture(PHOTOMETRIC_CIELAB, codes, 16), 0.008);
    const ImageInfo info = readImageInfo(folder / "a.tif");
    EXPECT_EQ(info.space, ColorSpace::Srgb);
    EXPECT_NE(info.spaceReason.find("L*a*b*"), std::string::npos) << info.spaceReason;
}

TEST_F(LabTest, sixteen_bits_with_offset_opponents) {
    std::vector<std::uint16_t> codes;
    for (const Known& known : kKnown)
        codes.insert(codes.end(),
                     {code(known.lab[0] / 100 * 65280), code((known.lab[1] + 128) * 256),
                      code((known.lab[2] + 128) * 256)});
    expectKnown(picture(PHOTOMETRIC_ICCLAB, codes, 16), 0.008);
}

TEST_F(LabTest, eight_bits_of_both_codings) {
    std::vector<std::uint16_t> codes;
    std::vector<std::uint16_t> offset;
    for (const Known& known : kKnown) {
        const std::uint16_t lightness = code(known.lab[0] * 2.55);
        codes.insert(codes.end(), {lightness, code(known.lab[1]), code(known.lab[2])});
        offset.insert(offset.end(),
                      {lightness, code(known.lab[1] + 128), code(known.lab[2] + 128)});
    }
    // Half a step of a* is 1/50 of the way from a saturated colour to the next, near the dark end
    // of the sRGB curve, where it is steep.
    expectKnown(picture(PHOTOMETRIC_CIELAB, codes, 8), 0.06);
    expectKnown(picture(PHOTOMETRIC_ICCLAB, offset, 8), 0.06);
}

TEST_F(LabTest, greys_are_neutral_and_one_channel_after_the_other_is_the_same) {
    const Image image = picture(PHOTOMETRIC_CIELAB, {10, 128, 250, 0, 0, 0, 0, 0, 0}, 8, true);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(image.plane(0)[i], image.plane(1)[i], 1e-5) << i;
        EXPECT_NEAR(image.plane(2)[i], image.plane(1)[i], 1e-5) << i;
    }
    EXPECT_LT(image.plane(0)[0], image.plane(0)[1]);
    EXPECT_LT(image.plane(0)[1], image.plane(0)[2]);
}

TEST_F(LabTest, other_widths_of_samples_are_refused) {
    TiffSetup setup;
    setup.width = setup.height = 1;
    setup.bits = 32;
    setup.format = SAMPLEFORMAT_IEEEFP;
    setup.photometric = PHOTOMETRIC_CIELAB;
    writeTiffFile(folder / "a.tif", setup, std::vector<unsigned char>(12, 0));
    const Error error = errorOf([&] { readImage(folder / "a.tif"); });
    EXPECT_EQ(error.kind(), ErrorKind::Unsupported);
    EXPECT_NE(std::string(error.what()).find("L*a*b*"), std::string::npos) << error.what();
}
