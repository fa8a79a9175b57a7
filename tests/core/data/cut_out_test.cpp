// Backgrounds without an albedo, made black as around things that were cut out.
#include "tests/core/data/sky_pairs.h"

#include <gmock/gmock.h>

#include <torch/types.h>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

constexpr float kBlack = -1; ///< what a network sees of it

struct CutOut : SkyPairs {
    Sample cutSample(double chance, std::int64_t epoch = 0) {
        options.augment.scene.cutOutChance = chance;
        return sample(epoch);
    }
};

} // namespace

TEST_F(CutOut, what_has_no_albedo_is_black_and_counts_for_nothing) {
    const Sample whole = cutSample(0);
    const Sample cut = cutSample(1);
    EXPECT_TRUE(sky(cut.beauty_CHW).eq(kBlack).all().item<bool>());
    EXPECT_TRUE(cut.valid_1HW.equal(whole.valid_1HW));
    EXPECT_TRUE(ground(cut.beauty_CHW).equal(ground(whole.beauty_CHW)));
    EXPECT_TRUE(cut.targets_TCHW[0].equal(whole.targets_TCHW[0]));
}

TEST_F(CutOut, the_border_stays_hard_where_pictures_are_resized) {
    options.size.longerSide = kWide / 2 + 3;
    const Sample whole = cutSample(0);
    const Sample cut = cutSample(1);
    const torch::Tensor expected = torch::where(whole.valid_1HW, whole.beauty_CHW, kBlack);
    EXPECT_TRUE(cut.beauty_CHW.equal(expected));
    EXPECT_FALSE(whole.beauty_CHW.equal(expected));
}

TEST_F(CutOut, a_background_that_was_cut_off_does_not_stay) {
    options.augment.scene.keepBackgroundChance = 1;
    EXPECT_EQ(sky(cutSample(1).valid_1HW).sum().item<int>(), 0);
}

TEST_F(CutOut, the_chance_is_kept_and_changes_no_other_draw) {
    options.augment.geometric = {0.5, true, false};
    options.augment.photometric.exposureEv = 1;
    options.augment.scene.shadowChance = 0.5;
    constexpr int epochs = 200;
    int cuts = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
        const Sample plain = cutSample(0, epoch);
        const Sample half = cutSample(0.5, epoch);
        EXPECT_TRUE(half.valid_1HW.equal(plain.valid_1HW));
        const torch::Tensor differs = half.beauty_CHW.ne(plain.beauty_CHW).any(0, true);
        EXPECT_FALSE(differs.logical_and(plain.valid_1HW).any().item<bool>());
        cuts += differs.any().item<bool>() ? 1 : 0;
    }
    EXPECT_NEAR(cuts, epochs / 2, 30); // four standard deviations
}
