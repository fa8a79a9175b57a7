// Backgrounds without an albedo, that stay as they are seen.
#include "core/base/error.h"
#include "core/image/image_file.h"
#include "tests/core/data/sky_pairs.h"

#include <gmock/gmock.h>

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

/// Of numbers in [-1, 1] that are sRGB's, by its definition.
torch::Tensor inLight(const torch::Tensor& picture_CHW) {
    const torch::Tensor v = picture_CHW.to(torch::kDouble).add(1).div(2);
    return torch::where(v.le(0.04045), v / 12.92, ((v + 0.055) / 1.055).pow(2.4));
}

} // namespace

TEST_F(SkyPairs, a_sky_is_left_out_unless_it_is_to_stay) {
    EXPECT_EQ(sky(keptSample(0).valid_1HW).sum().item<int>(), 0);
    const Sample kept = keptSample(1);
    EXPECT_EQ(sky(kept.valid_1HW).sum().item<int>(), kSkyRows * kWide - 1);
    EXPECT_FALSE(kept.valid_1HW.index({0, 0, 0}).item<bool>()) << "what is no number";
}

TEST_F(SkyPairs, a_sky_keeps_its_light_beside_that_of_the_ground) {
    for (const double ev : {0.0, -1.0}) {
        options.exposure.fixedEv = ev;
        const Sample kept = keptSample(1);
        const torch::Tensor light = inLight(kept.beauty_CHW);
        const torch::Tensor truth = inLight(kept.targets_TCHW[0]);
        const torch::Tensor factors = (truth / light).log();
        const torch::Tensor known = ground(light)
                                        .gt(1e-3)
                                        .logical_and(ground(truth).gt(1e-3))
                                        .logical_and(ground(keptSample(0).valid_1HW));
        const double typical = ground(factors).masked_select(known).mean().item<double>();
        EXPECT_GT(std::abs(typical), 0.05) << "a ground that says nothing";
        const torch::Tensor ofSky = sky(factors).slice(2, 1); // the first pixel is no number
        EXPECT_NEAR(ofSky.min().item<double>(), typical, 0.01);
        EXPECT_NEAR(ofSky.max().item<double>(), typical, 0.01);
    }
}

TEST_F(SkyPairs, what_has_an_albedo_keeps_it) {
    const Sample before = keptSample(0);
    const Sample kept = keptSample(1);
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
    EXPECT_EQ(sky(keptSample(1).valid_1HW).sum().item<int>(), 1);
    EXPECT_TRUE(ground(keptSample(1).valid_1HW).equal(ground(keptSample(0).valid_1HW)));
}

TEST_F(SkyPairs, no_shadow_falls_on_a_sky_that_stays) {
    options.exposure.fixedEv = 0;
    const torch::Tensor lit = keptSample(1).beauty_CHW.clone();
    options.augment.scene.shadowChance = 1;
    bool groundDarkens = false;
    for (std::int64_t epoch = 0; epoch < 8; ++epoch) {
        const Sample shadowed = keptSample(1, epoch);
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
        const Sample plain = keptSample(0, epoch);
        const Sample half = keptSample(0.5, epoch);
        EXPECT_TRUE(half.beauty_CHW.equal(plain.beauty_CHW));
        kept += half.valid_1HW.equal(plain.valid_1HW) ? 0 : 1;
    }
    EXPECT_NEAR(kept, epochs / 2, 30); // four standard deviations
}

TEST_F(SkyPairs, sets_of_other_or_more_targets_are_refused) {
    options.targets = weights::unnamedTargets(1);
    options.targets.front().predictionSpace = weights::PredictionSpace::Linear;
    EXPECT_THROW(keptSample(0.5), Error);
    EXPECT_NO_THROW(keptSample(0));
    options.targets = weights::unnamedTargets(2);
    std::ofstream(options.list) << "beauty.exr albedo.exr albedo.exr mask.exr\n";
    EXPECT_THROW(keptSample(0.5), Error);
}
