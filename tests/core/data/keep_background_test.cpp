// Backgrounds without an albedo, that stay as they are seen.
#include "core/base/error.h"
#include "core/data/loader/keep_background.h"
#include "core/data/loader/pair_dataset.h"
#include "core/image/image_file.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <torch/types.h>

#include <algorithm>
#include <fstream>
#include <limits>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

constexpr int kSkyRows = 12;
constexpr int kWide = 40;
constexpr int kHigh = 32;

/// A scene whose upper rows are a sky: light, no albedo, left out by a mask.
struct SkyPairs : testing::Test {
    TempFolder folder;
    PairDatasetOptions options;

    SkyPairs() {
        ScenePair scene = makeScene(3, kWide, kHigh);
        Image mask = makeImage(kWide, kHigh, {"Y"}, ColorSpace::Raw);
        std::ranges::fill(mask.samples, 1.0F);
        for (int i = 0; i < kSkyRows * kWide; ++i) {
            const auto pixel = static_cast<std::size_t>(i);
            mask.samples[pixel] = 0;
            for (int c = 0; c < 3; ++c) {
                scene.beauty.plane(c)[pixel] = 0.2F + 0.1F * static_cast<float>(c);
                scene.albedo.plane(c)[pixel] = 0;
            }
        }
        scene.beauty.plane(1)[0] = std::numeric_limits<float>::quiet_NaN();
        writeExrFile(folder.path() / "beauty.exr", scene.beauty);
        writeExrFile(folder.path() / "albedo.exr", scene.albedo);
        writeExrFile(folder.path() / "mask.exr", mask);
        std::ofstream(folder.path() / "list.txt") << "beauty.exr albedo.exr mask.exr\n";
        options.root = folder.path();
        options.list = folder.path() / "list.txt";
    }

    Sample sample(double chance, std::int64_t epoch = 0) {
        options.augment.scene.keepBackgroundChance = chance;
        return PairDataset(options).get(0, epoch);
    }
};

torch::Tensor sky(const torch::Tensor& picture_CHW) {
    return picture_CHW.slice(1, 0, kSkyRows);
}

torch::Tensor ground(const torch::Tensor& picture_CHW) {
    return picture_CHW.slice(1, kSkyRows);
}

} // namespace

TEST_F(SkyPairs, a_sky_is_left_out_unless_it_is_to_stay) {
    EXPECT_EQ(sky(sample(0).valid_1HW).sum().item<int>(), 0);
    const Sample kept = sample(1);
    EXPECT_EQ(sky(kept.valid_1HW).sum().item<int>(), kSkyRows * kWide - 1);
    EXPECT_FALSE(kept.valid_1HW.index({0, 0, 0}).item<bool>()) << "what is no number";
    EXPECT_TRUE(sky(kept.targets_TCHW[0]).slice(2, 1).equal(sky(kept.beauty_CHW).slice(2, 1)));
}

TEST_F(SkyPairs, what_has_an_albedo_keeps_it) {
    const Sample before = sample(0);
    const Sample kept = sample(1);
    EXPECT_TRUE(ground(kept.targets_TCHW[0]).equal(ground(before.targets_TCHW[0])));
    EXPECT_TRUE(ground(kept.valid_1HW).equal(ground(before.valid_1HW)));
    EXPECT_TRUE(kept.beauty_CHW.equal(before.beauty_CHW));
}

TEST_F(SkyPairs, black_around_what_was_cut_out_is_nothing_that_is_seen) {
    ScenePair scene = makeScene(3, kWide, kHigh);
    for (int c = 0; c < 3; ++c)
        std::ranges::fill(scene.beauty.plane(c).first(kSkyRows * kWide), 0.0F);
    scene.beauty.plane(2)[1] = 0.05F; // a star
    writeExrFile(folder.path() / "beauty.exr", scene.beauty);
    EXPECT_EQ(sky(sample(1).valid_1HW).sum().item<int>(), 1);
    EXPECT_TRUE(ground(sample(1).valid_1HW).equal(ground(sample(0).valid_1HW)));
}

TEST_F(SkyPairs, no_shadow_falls_on_a_sky_that_stays) {
    options.exposure.fixedEv = 0;
    const torch::Tensor lit = sample(1).beauty_CHW.clone();
    options.augment.scene.shadowChance = 1;
    bool groundDarkens = false;
    for (std::int64_t epoch = 0; epoch < 8; ++epoch) {
        const Sample shadowed = sample(1, epoch);
        EXPECT_TRUE(sky(shadowed.beauty_CHW).equal(sky(lit)));
        groundDarkens |= !ground(shadowed.beauty_CHW).equal(ground(lit));
    }
    EXPECT_TRUE(groundDarkens);
}

TEST_F(SkyPairs, the_chance_is_kept_and_changes_no_other_draw) {
    options.augment.geometric = {0.5, true, false};
    options.augment.photometric.exposureEv = 1;
    constexpr int epochs = 200;
    int kept = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        const Sample plain = sample(0, epoch);
        const Sample half = sample(0.5, epoch);
        EXPECT_TRUE(half.beauty_CHW.equal(plain.beauty_CHW));
        kept += half.valid_1HW.equal(plain.valid_1HW) ? 0 : 1;
    }
    EXPECT_NEAR(kept, epochs / 2, 30); // four standard deviations
}

TEST_F(SkyPairs, sets_of_other_or_more_targets_are_refused) {
    options.targets = weights::unnamedTargets(1);
    options.targets.front().predictionSpace = weights::PredictionSpace::Linear;
    EXPECT_THROW(sample(0.5), Error);
    EXPECT_NO_THROW(sample(0));
    options.targets = weights::unnamedTargets(2);
    std::ofstream(options.list) << "beauty.exr albedo.exr albedo.exr mask.exr\n";
    EXPECT_THROW(sample(0.5), Error);
}
