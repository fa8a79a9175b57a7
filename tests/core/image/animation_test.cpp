// An animation, read back by a decoder that shares no code with its writer (giflib, through
// OpenImageIO).
#include "core/image/animation.h"

#include "core/base/error.h"
#include "tests/support/temp_folder.h"

#include <OpenImageIO/imageio.h>
#include <gtest/gtest.h>

using namespace unlit;

namespace {

Image plain(float red, float green, float blue, int width = 24, int height = 10) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); i += 3) {
        image.samples[i] = red;
        image.samples[i + 1] = green;
        image.samples[i + 2] = blue;
    }
    return image;
}

} // namespace

TEST(Animation, has_its_frames_in_order) {
    const test::TempFolder folder;
    const auto file = folder / "a.gif";
    writeAnimation(file, {plain(1, 0, 0), plain(0, 1, 0), plain(0.2F, 0.4F, 0.8F)}, 5);
    const auto input = OIIO::ImageInput::open(file.string());
    ASSERT_TRUE(input) << OIIO::geterror();
    const float expected[3][3] = {{1, 0, 0}, {0, 1, 0}, {0.2F, 0.4F, 0.8F}};
    for (int frame = 0; frame < 3; ++frame) {
        ASSERT_TRUE(input->seek_subimage(frame, 0)) << frame;
        const OIIO::ImageSpec& spec = input->spec();
        EXPECT_EQ(spec.width, 24);
        EXPECT_EQ(spec.height, 10);
        std::vector<float> pixels(
            static_cast<std::size_t>(spec.width * spec.height * spec.nchannels));
        ASSERT_TRUE(
            input->read_image(frame, 0, 0, spec.nchannels, OIIO::TypeDesc::FLOAT, pixels.data()));
        const std::size_t middle = static_cast<std::size_t>((5 * 24 + 12) * spec.nchannels);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(pixels[middle + c], expected[frame][c], 0.04) << frame; // a palette's step
    }
    EXPECT_FALSE(input->seek_subimage(3, 0));
}

TEST(Animation, refuses_frames_of_two_sizes_and_leaves_the_old_file) {
    const test::TempFolder folder;
    const auto file = folder / "a.gif";
    writeAnimation(file, {plain(1, 0, 0)}, 5);
    const auto before = std::filesystem::file_size(file);
    EXPECT_THROW(writeAnimation(file, {plain(1, 0, 0), plain(0, 1, 0, 8, 8)}, 5), Error);
    EXPECT_THROW(writeAnimation(file, {}, 5), Error);
    EXPECT_EQ(std::filesystem::file_size(file), before);
}
