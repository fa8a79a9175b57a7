// 16-bit TIFF: what is written, and that readers are told how it is encoded.
#include "core/image/color/color.h"
#include "core/image/color/icc_profile.h"
#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class Tiff16Test : public ImageFolderTest {
protected:
    std::filesystem::path written(const Image& image) const {
        writeImage(folder / "a.tif", image,
                   {.format = FileFormat::Tiff, .half = true, .overwrite = true});
        return folder / "a.tif";
    }
};

Image ramp(ColorSpace space) {
    return countingImage(16, 16, 1.0F / 767, space);
}

} // namespace

TEST_F(Tiff16Test, another_reader_sees_sixteen_bit_integers) {
    const Image image = ramp(ColorSpace::Srgb);
    const auto input = OIIO::ImageInput::open(written(image).string());
    ASSERT_TRUE(input);
    EXPECT_EQ(input->spec().format, OIIO::TypeDesc::UINT16);
    EXPECT_EQ(input->spec().nchannels, 3);
    std::vector<std::uint16_t> samples(256 * 3);
    ASSERT_TRUE(input->read_image(0, 0, 0, 3, OIIO::TypeDesc::UINT16, samples.data()));
    EXPECT_EQ(samples[0], 0);
    EXPECT_EQ(samples[3 * 255 + 2], 65535);
    EXPECT_EQ(samples[3 * 100 + 1], std::lround((256 + 100) * 65535.0 / 767));
}

TEST_F(Tiff16Test, every_space_reads_back_as_the_same_colours) {
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear}) {
        const Image image = ramp(space);
        Image read = readImage(written(image)).image;
        Image wanted = image;
        convertTo(read, ColorSpace::Linear);
        convertTo(wanted, ColorSpace::Linear);
        for (std::size_t i = 0; i < read.samples.size(); ++i)
            ASSERT_NEAR(read.samples[i], wanted.samples[i], 2e-3) << toString(space) << i;
    }
}

TEST_F(Tiff16Test, the_mask_is_kept_and_the_file_is_the_same_every_time) {
    Image image = ramp(ColorSpace::Srgb);
    image.mask.assign(image.planeSize(), 0.5F);
    const std::string first = readBytes(written(image));
    EXPECT_EQ(readBytes(written(image)), first);
    EXPECT_NEAR(readImage(folder / "a.tif").image.mask.at(7), 0.5, 1e-5);
}

TEST_F(Tiff16Test, raw_numbers_carry_no_profile) {
    EXPECT_TRUE(iccProfileOf(ColorSpace::Raw, false).empty());
    const auto srgb = readIcc(iccProfileOf(ColorSpace::Srgb, false));
    ASSERT_TRUE(srgb);
    EXPECT_TRUE(srgb->isSrgb);
    EXPECT_FALSE(readIcc(iccProfileOf(ColorSpace::Linear, false))->isSrgb);
    EXPECT_EQ(readIcc(iccProfileOf(ColorSpace::Srgb, true))->kind, IccKind::Grey);
}
