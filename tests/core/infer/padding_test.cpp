#include "core/infer/padding.h"

#include <gtest/gtest.h>

namespace unlit::infer {

TEST(Padding, FillsToMultiplesAtTheRightAndBottom) {
    const Padding padding = paddingToMultiple({37, 56}, 8);
    EXPECT_EQ(padding.bottom, 3);
    EXPECT_EQ(padding.right, 0);
}

TEST(Padding, FillsToOneCellOnlyWhatIsShorter) {
    const Padding padding = paddingToOneCell({1, 77}, 8);
    EXPECT_EQ(padding.bottom, 7);
    EXPECT_EQ(padding.right, 0);
}

TEST(Padding, RepeatsTheEdgeEvenFurtherThanThePictureReaches) {
    const torch::Tensor pixel = torch::full({1, 3, 1, 1}, 0.25F);
    const torch::Tensor padded = padReplicate(pixel, {7, 7});
    EXPECT_TRUE(torch::equal(padded, torch::full({1, 3, 8, 8}, 0.25F)));
}

TEST(Padding, UnpadGivesThePictureBack) {
    const torch::Tensor picture = torch::arange(2 * 3 * 5 * 6).reshape({2, 3, 5, 6});
    const torch::Tensor padded = padReplicate(picture.to(torch::kFloat32), {3, 2});
    EXPECT_EQ(padded[0][0][7][7].item<float>(), picture[0][0][4][5].item<float>());
    EXPECT_TRUE(torch::equal(unpad(padded, {3, 2}), picture.to(torch::kFloat32)));
}

TEST(Padding, AMaskCellIsValidOnlyIfAllItsPixelsAre) {
    torch::Tensor valid = torch::ones({1, 1, 5, 4}, torch::kBool);
    valid[0][0][1][3] = false;
    const torch::Tensor expected = torch::tensor({true, false, true, true}).reshape({1, 1, 2, 2});
    EXPECT_TRUE(torch::equal(shrinkMask(valid, 2), expected)); // the fifth row has no whole cell
}

} // namespace unlit::infer
