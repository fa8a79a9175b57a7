#include "core/session/infer/derived_layers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unlit;

namespace {

Image pixel(float red, float green, float blue) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Linear);
    image.samples = {red, green, blue};
    return image;
}

} // namespace

TEST(DerivedLayers, shading_is_the_quotient_and_the_residual_nothing) {
    const DerivedLayers layers = deriveLayers(pixel(3, 0.5F, 0), pixel(0.5F, 0.25F, 0.125F));
    EXPECT_EQ(layers.shading.samples, (std::vector<float>{6, 2, 0}));
    EXPECT_EQ(layers.residual.samples, (std::vector<float>{0, 0, 0}));
}

TEST(DerivedLayers, black_albedo_leaves_the_light_to_the_residual) {
    const DerivedLayers layers = deriveLayers(pixel(1, 0, 2), pixel(0, 0, 1.0F / 2048));
    EXPECT_EQ(layers.shading.samples, (std::vector<float>{1024, 0, 2048}));
    EXPECT_EQ(layers.residual.samples, (std::vector<float>{1, 0, 1}));
}

TEST(DerivedLayers, the_parts_make_the_whole_again) {
    Image beauty = makeImage(100, 7, {"R", "G", "B"}, ColorSpace::Linear);
    Image albedo = beauty;
    unsigned state = 1;
    for (std::size_t i = 0; i < beauty.samples.size(); ++i) {
        state = state * 1664525U + 1013904223U;
        beauty.samples[i] = static_cast<float>(state >> 8U) / 16777216.0F * 50.0F - 1.0F;
        albedo.samples[i] = i % 11 == 0 ? 0.0F : static_cast<float>(state % 1000) / 999.0F;
    }
    const DerivedLayers layers = deriveLayers(beauty, albedo);
    for (std::size_t i = 0; i < beauty.samples.size(); ++i) {
        EXPECT_TRUE(std::isfinite(layers.shading.samples[i]));
        EXPECT_NEAR(albedo.samples[i] * layers.shading.samples[i] + layers.residual.samples[i],
                    beauty.samples[i], 1e-4);
    }
}

TEST(DerivedLayers, what_is_no_number_gives_zero) {
    const float nan = std::nanf("");
    const float infinity = std::numeric_limits<float>::infinity();
    const DerivedLayers layers = deriveLayers(pixel(nan, infinity, 3e38F), pixel(1, 1, 0));
    EXPECT_EQ(layers.shading.samples, (std::vector<float>{0, 0, 0}));
    EXPECT_EQ(layers.residual.samples, (std::vector<float>{0, 0, 3e38F}));
}
