#include "core/infer/expected_error.h"

#include "core/image/color/color.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

namespace unlit::infer {

namespace {

constexpr DetailTarget kAlbedo{DetailRule::Paint, ColorSpace::Srgb, DetailTarget::Part::Albedo};

float log100(float srgb) {
    return encodeDisplay(decodeSrgb(srgb), ColorSpace::Log100);
}

/// Expects 0.1 of everything, 0.3 at worst.
evaluate::ErrorModel plainModel() {
    evaluate::ErrorModel model;
    model.curve = {{1, 2}, {0.1, 0.3}};
    return model;
}

} // namespace

TEST(ExpectedError, looks_at_luminance_chroma_and_how_much_was_changed) {
    const torch::Tensor picture = torch::full({3, 40, 60}, 0.5F);
    torch::Tensor answer = torch::full({3, 40, 60}, 0.7F);
    answer[2].fill_(0.6F);
    const torch::Tensor features = errorFeatures(picture, answer, kAlbedo, ColorSpace::Srgb);
    ASSERT_EQ(features.sizes(), (torch::IntArrayRef{4, 40, 60}));
    const float luminance = (0.2126F + 0.7152F) * log100(0.7F) + 0.0722F * log100(0.6F);
    for (const auto& [y, x] : {std::pair{0, 0}, {20, 30}, {39, 59}}) {
        const auto at = [&, y = y, x = x](int f) { return features[f][y][x].item<float>(); };
        EXPECT_NEAR(at(0), luminance, 1e-5);
        EXPECT_NEAR(at(1), std::pow(luminance, 3), 1e-5);
        EXPECT_NEAR(at(2), log100(0.7F) - log100(0.6F), 1e-5);
        EXPECT_NEAR(at(3), luminance - log100(0.5F), 1e-5);
    }
}

TEST(ExpectedError, the_change_is_a_mean_over_25_pixels) {
    const torch::Tensor picture = torch::full({3, 60, 60}, 0.5F);
    torch::Tensor answer = picture.clone();
    answer.narrow(2, 30, 30).fill_(0.8F);
    const torch::Tensor change = errorFeatures(picture, answer, kAlbedo, ColorSpace::Srgb)[3];
    const float whole = log100(0.8F) - log100(0.5F);
    EXPECT_NEAR(change[30][17].item<float>(), 0, 1e-5);
    EXPECT_NEAR(change[30][30].item<float>(), whole * 13 / 25, 1e-5);
    EXPECT_NEAR(change[30][43].item<float>(), whole, 1e-5);
}

TEST(ExpectedError, is_the_worst_where_the_picture_tells_nothing) {
    torch::Tensor picture = torch::full({3, 60, 60}, 0.5F);
    picture.narrow(2, 0, 20).fill_(1);
    picture.narrow(2, 40, 20).fill_(encodeSrgb(0.005F));
    const torch::Tensor features = errorFeatures(picture, picture, kAlbedo, ColorSpace::Srgb);
    const torch::Tensor expected = expectedError(features, picture, ColorSpace::Srgb, plainModel());
    EXPECT_NEAR(expected[30][5].item<float>(), 0.3, 1e-6);
    EXPECT_NEAR(expected[30][30].item<float>(), 0.1, 1e-6);
    EXPECT_NEAR(expected[30][55].item<float>(), 0.3, 1e-6);
}

} // namespace unlit::infer
