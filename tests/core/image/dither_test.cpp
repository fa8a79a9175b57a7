// Dithered 8-bit PNG: means are kept, levels are kept, bands go.
#include "core/image/dither.h"
#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

using namespace unlit;

namespace {

class DitherTest : public ImageFolderTest {
protected:
    std::vector<float> roundTrip(Image image) const {
        ditherToLevels(image);
        writeImage(folder / "a.png", image, {.format = FileFormat::Png8, .overwrite = true});
        return readImage(folder / "a.png").image.samples;
    }
};

Image uniform(float value) {
    Image image = makeImage(64, 64, {"R", "G", "B"}, ColorSpace::Srgb);
    std::fill(image.samples.begin(), image.samples.end(), value);
    return image;
}

} // namespace

TEST_F(DitherTest, the_mean_of_a_flat_colour_is_kept) {
    for (const float level : {0.25F, 10.5F, 127.3F, 254.9F}) {
        const std::vector<float> samples = roundTrip(uniform(level / 255));
        const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) /
                            static_cast<double>(samples.size()) * 255;
        // 64x64 thresholds of a low-discrepancy sequence: well within a hundredth of a level.
        EXPECT_NEAR(mean, level, 0.01);
        EXPECT_EQ(std::set(samples.begin(), samples.end()).size(), 2U);
    }
}

TEST_F(DitherTest, values_that_are_levels_stay) {
    Image image = makeImage(256, 1, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<float>(i % 256) / 255.0F;
    EXPECT_EQ(roundTrip(image), image.samples);
}

TEST_F(DitherTest, neighbours_average_out_in_small_windows) {
    const float level = 100.5F;
    const std::vector<float> samples = roundTrip(uniform(level / 255));
    for (int y = 0; y < 64; y += 8)
        for (int x = 0; x < 64; x += 8) {
            double sum = 0;
            for (int dy = 0; dy < 8; ++dy)
                for (int dx = 0; dx < 8; ++dx)
                    sum += samples[static_cast<std::size_t>((y + dy) * 64 + x + dx)] * 255;
            EXPECT_NEAR(sum / 64, level, 0.1);
        }
}

TEST_F(DitherTest, the_same_picture_gives_the_same_file) {
    const Image image = uniform(100.4F / 255);
    roundTrip(image);
    const std::string first = readBytes(folder / "a.png");
    roundTrip(image);
    EXPECT_EQ(readBytes(folder / "a.png"), first);
}

TEST_F(DitherTest, nothing_but_numbers_becomes_a_level) {
    Image image = uniform(0.5F);
    image.samples[0] = std::nanf("");
    image.samples[1] = -3;
    image.samples[2] = INFINITY;
    const std::vector<float> samples = roundTrip(image);
    EXPECT_EQ(samples[0], 0);
    EXPECT_EQ(samples[1], 0);
    EXPECT_EQ(samples[2], 1);
}
