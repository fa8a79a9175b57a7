#include "core/infer/low_frequencies.h"

#include "core/tensor/image_tensor.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

/// 1 on every other pixel: detail that no coarse grid can hold.
torch::Tensor checkerboard(std::int64_t side) {
    const torch::Tensor line = torch::arange(side, torch::kFloat32);
    return (line.view({-1, 1}) + line).remainder(2).view({1, 1, side, side}).expand({1, 3, -1, -1});
}

float largestOf(const torch::Tensor& values) {
    return values.abs().max().item<float>();
}

} // namespace

TEST(LowFrequencies, TheGridIsAnEighthOfATileButNeverFinerThanTheOverview) {
    EXPECT_EQ(anchorGrid({1000, 2000}, {400, 400}, {384, 768}), (PixelSize{20, 40}));
    EXPECT_EQ(anchorGrid({1000, 2000}, {400, 400}, {16, 32}), (PixelSize{16, 32}));
    EXPECT_EQ(anchorGrid({1, 2000}, {1, 400}, {1, 768}), (PixelSize{1, 40}));
}

TEST(LowFrequencies, AWrongLevelIsMendedAndTheDetailStays) {
    const torch::Tensor detail = checkerboard(64) * 0.2;
    const torch::Tensor overview = torch::full({1, 3, 16, 16}, 0.5);
    const torch::Tensor held = anchored(detail + 0.1, overview, {8, 8}, 1.0);
    // The checkerboard's own mean is 0.1.
    EXPECT_LT(largestOf(held - (detail + 0.4)), 1e-5F);
    const torch::Tensor half = anchored(detail + 0.1, overview, {8, 8}, 0.5);
    EXPECT_LT(largestOf(half - (detail + 0.25)), 1e-5F);
}

TEST(LowFrequencies, TilesOfDifferentLevelsBecomeOne) {
    torch::Tensor fine = torch::full({1, 1, 64, 64}, 0.3);
    fine.narrow(3, 32, 32).fill_(0.6);
    const torch::Tensor held = anchored(fine, torch::full({1, 1, 8, 8}, 0.45), {8, 8}, 1.0);
    // Away from the border by a cell of the grid nothing of the step is left.
    EXPECT_LT(largestOf(held.narrow(3, 0, 24) - 0.45), 1e-5F);
    EXPECT_LT(largestOf(held.narrow(3, 40, 24) - 0.45), 1e-5F);
}

TEST(LowFrequencies, APictureIsHeldInPlaceAsATensorIs) {
    Image picture = test::testPicture(53, 37);
    for (float& value : picture.samples)
        value *= 0.5F;
    const torch::Tensor fine = viewOf(picture).clone();
    const torch::Tensor overview = torch::rand({1, 3, 18, 26}) * 0.5 + 0.25;
    const torch::Tensor expected = anchored(fine, overview, {5, 7}, 1.0).clamp(0, 1);
    anchorPicture(picture, overview, {5, 7});
    EXPECT_LT(largestOf(viewOf(picture) - expected), 1e-5F);
    EXPECT_GT(largestOf(viewOf(picture) - fine), 0.1F);
}

} // namespace unlit::infer
