#include "core/weights/target_space.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

weights::TargetInfo target(const char* name, weights::PredictionSpace space) {
    weights::TargetInfo info;
    info.name = name;
    info.predictionSpace = space;
    return info;
}

} // namespace

TEST(TargetSpace, DisplayEncodedTargetsHaveTheFoldersTransfer) {
    const auto albedo = target("albedo", weights::PredictionSpace::Srgb);
    EXPECT_EQ(colorSpaceOf(albedo, ColorSpace::Gamma22), ColorSpace::Gamma22);
    EXPECT_EQ(colorSpaceOf(albedo, ColorSpace::Srgb), ColorSpace::Srgb);
}

TEST(TargetSpace, LinearColoursAreLinearAndLinearDataIsRaw) {
    const auto linear = [](const char* name) {
        return colorSpaceOf(target(name, weights::PredictionSpace::Linear), ColorSpace::Srgb);
    };
    EXPECT_EQ(linear("albedo"), ColorSpace::Linear);
    EXPECT_EQ(linear("shading"), ColorSpace::Linear);
    EXPECT_EQ(linear("residual"), ColorSpace::Linear);
    EXPECT_EQ(linear("roughness"), ColorSpace::Raw);
    EXPECT_EQ(linear("metallicity"), ColorSpace::Raw);
}

TEST(TargetSpace, StacksAreRaw) {
    EXPECT_EQ(colorSpaceOf(target("material", weights::PredictionSpace::Stack), ColorSpace::Srgb),
              ColorSpace::Raw);
}

} // namespace unlit::infer
