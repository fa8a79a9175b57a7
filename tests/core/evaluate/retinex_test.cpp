// Poisson's equation and Retinex on pictures whose answer is known.
#include "core/evaluate/retinex.h"

#include "core/evaluate/baselines.h"
#include "core/evaluate/poisson.h"
#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

constexpr int kPatchesSide = 64;

/// Patches of one colour each, 16 pixels wide: neighbours differ by half and more.
double patch(int c, int y, int x) {
    const int number = (y / 16) * 4 + x / 16;
    return 0.08 + 0.8 * ((number * 7 + c * 5) % 11) / 10.0;
}

/// Soft light: a ramp by a factor of two across the picture.
double light(int, int, int x) {
    return std::exp2(-static_cast<double>(x) / kPatchesSide);
}

Image patches(const test::ValueAt& value) {
    Image image = makeImage(kPatchesSide, kPatchesSide, {"R", "G", "B"}, ColorSpace::Linear);
    image.samples = test::makePictures(kPatchesSide, kPatchesSide, value, value).prediction;
    return image;
}

/// Largest and smallest ratio of albedo to patch over the valid pixels.
std::pair<double, double> ratios(const Image& albedo, const std::vector<unsigned char>& valid) {
    const Image truth = patches(patch);
    double low = 1e9;
    double high = 0;
    for (std::size_t i = 0; i < albedo.samples.size(); ++i) {
        if (valid[i % albedo.planeSize()] == 0)
            continue;
        const double ratio = albedo.samples[i] / truth.samples[i];
        low = std::min(low, ratio);
        high = std::max(high, ratio);
    }
    return {low, high};
}

} // namespace

TEST(Poisson, gives_back_a_picture_from_its_differences) {
    const int width = 37;
    const int height = 23;
    std::vector<float> truth;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            truth.push_back(static_cast<float>(test::scatter(0, y, x)));
    Differences grid{width, height, std::vector<unsigned char>(truth.size(), 1),
                     std::vector<float>(truth.size()), std::vector<float>(truth.size())};
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (i % width + 1 < width)
            grid.right[i] = truth[i + 1] - truth[i];
        if (i + width < truth.size())
            grid.down[i] = truth[i + width] - truth[i];
    }
    grid.present[40] = 0;
    const auto values = integrate(grid, std::vector<float>(truth.size(), 0.5F), {});
    ASSERT_TRUE(values.has_value());
    double mean = 0; // each part keeps the mean of the start, not of the picture
    for (std::size_t i = 0; i < truth.size(); ++i)
        mean += grid.present[i] * truth[i] / static_cast<double>(truth.size() - 1);
    for (std::size_t i = 0; i < truth.size(); ++i)
        EXPECT_NEAR((*values)[i], grid.present[i] ? truth[i] - mean + 0.5 : 0, 1e-4) << i;
}

TEST(Poisson, makes_a_picture_flat_whose_differences_are_next_to_nothing) {
    constexpr std::size_t kCount = kPatchesSide * kPatchesSide;
    std::vector<float> start;
    double mean = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
        start.push_back(-4.0F * static_cast<float>(test::scatter(1, static_cast<int>(i), 3)));
        mean += start.back() / static_cast<double>(kCount);
    }
    for (const float difference : {0.0F, 1e-10F, 1e-6F}) {
        Differences grid{kPatchesSide, kPatchesSide, std::vector<unsigned char>(kCount, 1),
                         std::vector<float>(kCount), std::vector<float>(kCount)};
        grid.right[kCount / 2 + 10] = difference;
        const auto values = integrate(grid, start, {});
        ASSERT_TRUE(values.has_value());
        for (std::size_t i = 0; i < kCount; ++i)
            ASSERT_NEAR((*values)[i], mean, 1e-4) << difference << " at " << i;
    }
}

TEST(Poisson, stops_when_asked) {
    std::stop_source stop;
    stop.request_stop();
    const Differences grid{2, 1, {1, 1}, {1, 0}, {0, 0}};
    EXPECT_FALSE(integrate(grid, {0, 0}, stop.get_token()).has_value());
}

TEST(Retinex, takes_soft_light_from_a_Mondrian) {
    const std::vector<unsigned char> everywhere(kPatchesSide * kPatchesSide, 1);
    const Image lit = patches([](int c, int y, int x) { return patch(c, y, x) * light(c, y, x); });
    const auto before = ratios(lit, everywhere);
    EXPECT_GT(before.second / before.first, 1.9);
    for (const RetinexThresholds& thresholds :
         {RetinexThresholds{0.05, {}}, RetinexThresholds{0.05, 0.05}}) {
        const auto albedo = retinexAlbedo(lit, everywhere, thresholds, {});
        ASSERT_TRUE(albedo.has_value());
        const auto after = ratios(*albedo, everywhere);
        // Where a patch ends, the step of the light (1.1 %) is taken for surface: four steps.
        EXPECT_LT(after.second / after.first, 1.06);
    }
}

TEST(Retinex, of_chroma_keeps_edges_that_brightness_does_not_show) {
    // Two colours of the same mean brightness side by side, under a shadow edge that is grey.
    const auto surface = [](int c, int, int x) {
        return x < kPatchesSide / 2 ? (c == 0 ? 0.6 : 0.3) : (c == 2 ? 0.66 : 0.33);
    };
    const std::vector<unsigned char> everywhere(kPatchesSide * kPatchesSide, 1);
    const Image flat = patches(surface);
    const auto grey = retinexAlbedo(flat, everywhere, {0.2, {}}, {});
    const auto colour = retinexAlbedo(flat, everywhere, {0.2, 0.1}, {});
    const auto brightnessStep = [](const Image& image) {
        const auto mean = [&](std::size_t i) {
            return image.plane(0)[i] + image.plane(1)[i] + image.plane(2)[i];
        };
        return mean(kPatchesSide - 1) / mean(0);
    };
    EXPECT_NEAR(brightnessStep(*grey), 1, 1e-3) << "a step of 10 % is taken for light";
    EXPECT_NEAR(brightnessStep(*colour), 1.1, 1e-3);
}

TEST(Retinex, leaves_out_what_is_not_part_of_the_picture) {
    std::vector<unsigned char> valid(kPatchesSide * kPatchesSide, 1);
    for (std::size_t i = 0; i < valid.size(); i += 3)
        valid[i] = 0;
    const auto albedo = retinexAlbedo(patches(patch), valid, {0.05, {}}, {});
    for (std::size_t i = 0; i < valid.size(); i += 3)
        EXPECT_EQ(albedo->samples[i], 0);
}

TEST(Baselines, have_names_and_make_pictures) {
    const std::vector<unsigned char> everywhere(kPatchesSide * kPatchesSide, 1);
    const Image shown = patches(patch);
    for (const Baseline baseline : allBaselines()) {
        EXPECT_EQ(baselineFromString(toString(baseline)), baseline);
        EXPECT_FALSE(describe(baseline).empty());
        const auto albedo = baselineAlbedo(baseline, shown, everywhere, {});
        ASSERT_TRUE(albedo.has_value());
        EXPECT_EQ(albedo->width, kPatchesSide);
        EXPECT_TRUE(std::ranges::all_of(albedo->samples, [](float v) { return std::isfinite(v); }));
    }
    EXPECT_EQ(baselineAlbedo(Baseline::Input, shown, everywhere, {})->samples, shown.samples);
    EXPECT_EQ(baselineAlbedo(Baseline::Constant, shown, everywhere, {})->samples[7], 0.18F);
    EXPECT_FALSE(baselineFromString("retinex").has_value());
}
