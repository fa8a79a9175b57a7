// Files of targets in the encoding that their target asks for.
#include "core/data/loader/target_pictures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace unlit;
using namespace unlit::data;
using testing::Each;
using testing::FloatEq;
using testing::FloatNear;
using weights::PredictionSpace;
using weights::TargetInfo;

namespace {

const TargetInfo kAlbedo{"albedo", PredictionSpace::Srgb, false, {}};
const TargetInfo kLinearAlbedo{"albedo", PredictionSpace::Linear, false, {}};
const TargetInfo kMaterial{
    "material", PredictionSpace::Stack, false, {"roughness", "metallicity", ""}};
const TargetInfo kShading{"shading", PredictionSpace::Linear, true, {}};
const TargetInfo kResidual{"residual", PredictionSpace::Linear, true, {}};

Image flat(ColorSpace space, float red, float green, float blue) {
    Image image = makeImage(3, 2, {"R", "G", "B"}, space);
    const std::vector<float> values = {red, green, blue};
    for (int c = 0; c < 3; ++c)
        std::ranges::fill(image.plane(c), values[static_cast<std::size_t>(c)]);
    return image;
}

Image picture(Image file, const TargetInfo& target, ColorSpace transfer = ColorSpace::Srgb) {
    return targetPictures({std::move(file)}, {target}, transfer).front();
}

} // namespace

TEST(TargetPictures, display_targets_get_the_models_curve) {
    // Below 0.0031308 the curve of IEC 61966-2-1 is a line of slope 12.92.
    EXPECT_THAT(picture(flat(ColorSpace::Linear, 0.001F, 1, 0), kAlbedo).plane(0),
                Each(FloatNear(0.01292F, 1e-6F)));
    EXPECT_THAT(
        picture(flat(ColorSpace::Linear, 0.25F, 1, 0), kAlbedo, ColorSpace::Gamma22).plane(0),
        Each(FloatNear(std::pow(0.25F, 1 / 2.2F), 1e-6F)));
    EXPECT_THAT(picture(flat(ColorSpace::Srgb, 0.4F, 1, 0), kAlbedo).plane(0), Each(0.4F));
}

TEST(TargetPictures, linear_targets_stay_or_become_linear) {
    EXPECT_THAT(picture(flat(ColorSpace::Linear, 0.25F, 1.5F, -1), kLinearAlbedo).plane(0),
                Each(0.25F));
    EXPECT_THAT(picture(flat(ColorSpace::Linear, 0.25F, 1.5F, -1), kLinearAlbedo).plane(1),
                Each(1.0F));
    EXPECT_THAT(picture(flat(ColorSpace::Linear, 0.25F, 1.5F, -1), kLinearAlbedo).plane(2),
                Each(0.0F));
    EXPECT_THAT(picture(flat(ColorSpace::Gamma22, 0.5F, 1, 0), kLinearAlbedo).plane(0),
                Each(FloatNear(std::pow(0.5F, 2.2F), 1e-6F)));
}

TEST(TargetPictures, planes_of_a_stack_are_numbers_and_unused_ones_are_zero) {
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Linear, ColorSpace::Raw}) {
        const Image shown = picture(flat(space, 0.3F, 0.7F, 0.9F), kMaterial);
        EXPECT_THAT(shown.plane(0), Each(0.3F));
        EXPECT_THAT(shown.plane(1), Each(0.7F));
        EXPECT_THAT(shown.plane(2), Each(0.0F));
    }
}

TEST(TargetPictures, data_of_one_plane_are_repeated_and_never_encoded) {
    Image rough = makeImage(3, 2, {"Y"}, ColorSpace::Srgb);
    std::ranges::fill(rough.samples, 0.3F);
    const Image shown = picture(rough, {"roughness", PredictionSpace::Linear, false, {}});
    EXPECT_EQ(shown.channelCount(), 3);
    EXPECT_THAT(shown.samples, Each(0.3F));
}

TEST(TargetPictures, those_without_a_unit_share_one) {
    // 101 values 0, 1, … 100 in each plane: the 98 % quantile is 98 exactly.
    Image shading = makeImage(101, 1, {"R", "G", "B"}, ColorSpace::Linear);
    for (int c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < 101; ++i)
            shading.plane(c)[i] = static_cast<float>(100 - i);
    Image residual = makeImage(101, 1, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(residual.samples, 49.0F);
    Image albedo = makeImage(101, 1, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(albedo.samples, 0.5F);
    const auto pictures = targetPictures({albedo, shading, residual},
                                         {kLinearAlbedo, kShading, kResidual}, ColorSpace::Srgb);
    EXPECT_THAT(pictures[0].samples, Each(0.5F)); // has a unit of its own
    EXPECT_FLOAT_EQ(pictures[1].plane(0)[100 - 49], 0.5F);
    EXPECT_FLOAT_EQ(pictures[1].plane(2)[0], 1.0F); // above the unit: clipped
    EXPECT_THAT(pictures[2].samples, Each(FloatEq(0.5F)));
}

TEST(TargetPictures, between_two_values_the_quantile_is_interpolated) {
    // Of 3 values it lies at place 0.98 · 2 = 1.96: 1 + 0.96 · (3 - 1) = 2.92.
    Image shading = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Linear);
    shading.samples = {3, 0, 1};
    const Image shown = picture(shading, kShading);
    EXPECT_FLOAT_EQ(shown.plane(2)[0], 1 / 2.92F);
}

TEST(TargetPictures, black_and_broken_pixels_do_no_harm) {
    EXPECT_THAT(picture(flat(ColorSpace::Linear, 0, 0, 0), kShading).samples, Each(0.0F));
    Image broken = flat(ColorSpace::Linear, 2, 2, 2);
    broken.samples[0] = std::numeric_limits<float>::infinity();
    broken.samples[1] = std::numeric_limits<float>::quiet_NaN();
    const Image shown = picture(broken, kShading);
    EXPECT_EQ(shown.samples[0], 0.0F);
    EXPECT_EQ(shown.samples[1], 0.0F);
    EXPECT_EQ(shown.samples[2], 1.0F);
}
