#include "core/tensor/interpolate.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

torch::Tensor rowOf(std::vector<float> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return torch::tensor(values).reshape({1, 1, 1, count});
}

} // namespace

TEST(Interpolate, NearestExactTakesThePixelUnderTheCentre) {
    const torch::Tensor row = rowOf({0, 1, 2});
    const auto exact = interpolate(row, {1, 2}, Interpolation::NearestExact, Antialias::Off);
    const auto older = interpolate(row, {1, 2}, Interpolation::Nearest, Antialias::Off);
    EXPECT_TRUE(torch::equal(exact, rowOf({0, 2}))); // centres 0.75 and 2.25
    EXPECT_TRUE(torch::equal(older, rowOf({0, 1}))); // floor(0), floor(1.5)
}

TEST(Interpolate, AntialiasAveragesWhatPlainBilinearSkips) {
    const torch::Tensor row = rowOf({8, 0, 0, 0, 0, 0, 0, 0});
    const auto plain = interpolate(row, {1, 2}, Interpolation::Bilinear, Antialias::Off);
    const auto smooth = interpolate(row, {1, 2}, Interpolation::Bilinear, Antialias::On);
    EXPECT_EQ(plain[0][0][0][0].item<float>(), 0.0F);
    EXPECT_GT(smooth[0][0][0][0].item<float>(), 0.0F);
}

TEST(Interpolate, EightBitDomainRoundsHalfToEven) {
    const auto pair = [](int left, int right) {
        return torch::tensor({left, right}).to(torch::kUInt8).reshape({1, 1, 1, 2});
    };
    const auto mean = [&](int left, int right) {
        return interpolate8Bit(pair(left, right), {1, 1}, Interpolation::Bilinear).item<int>();
    };
    EXPECT_EQ(mean(2, 3), 2); // 2.5
    EXPECT_EQ(mean(3, 4), 4); // 3.5
}

TEST(Interpolate, EightBitBicubicStaysInRange) {
    const torch::Tensor step =
        torch::tensor({0, 0, 255, 255}).to(torch::kUInt8).reshape({1, 1, 1, 4});
    const auto wide = interpolate8Bit(step, {1, 16}, Interpolation::Bicubic);
    // Overshoot that wrapped around would put small numbers beside 255.
    EXPECT_EQ(wide[0][0][0][15].item<int>(), 255);
    EXPECT_EQ(wide.slice(3, 0, 4).max().item<int>(), 0);
    EXPECT_EQ(wide.slice(3, 12, 16).min().item<int>(), 255);
}

TEST(Interpolate, KnowsTorchsNames) {
    EXPECT_EQ(interpolationFromTorchName("nearest"), Interpolation::Nearest);
    EXPECT_EQ(interpolationFromTorchName("nearest-exact"), Interpolation::NearestExact);
    EXPECT_EQ(interpolationFromTorchName("lanczos"), std::nullopt);
}

TEST(Interpolate, RefusesASizeWithoutPixels) {
    EXPECT_THROW(interpolate(rowOf({1}), {0, 5}, Interpolation::Bilinear, Antialias::On), Error);
}

} // namespace unlit::infer
