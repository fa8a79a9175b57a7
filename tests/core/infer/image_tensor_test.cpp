#include "core/tensor/image_tensor.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <numeric>

namespace unlit::infer {

TEST(ImageTensor, KeepsPlanesRowsAndColumnsInPlace) {
    Image image = makeImage(5, 4, {"R", "G", "B"}, ColorSpace::Srgb);
    std::iota(image.samples.begin(), image.samples.end(), 0.0F);
    const torch::Tensor tensor = toTensor(image);
    EXPECT_EQ(tensor.sizes(), (std::vector<std::int64_t>{1, 3, 4, 5}));
    EXPECT_EQ(tensor[0][2][3][1].item<float>(), image.plane(2)[3 * 5 + 1]);
    EXPECT_EQ(toRawImage(tensor[0]).samples, image.samples);
}

TEST(ImageTensor, ClipsPredictionsAndTagsThem) {
    const Image image =
        toImage(torch::tensor({-1.0F, 0.5F, 2.0F}).reshape({3, 1, 1}), ColorSpace::Gamma22);
    EXPECT_EQ(image.samples, (std::vector<float>{0.0F, 0.5F, 1.0F}));
    EXPECT_EQ(image.space, ColorSpace::Gamma22);
    EXPECT_EQ(image.channels, (std::vector<std::string>{"R", "G", "B"}));
}

TEST(ImageTensor, RefusesPicturesWithoutThreeChannels) {
    EXPECT_THROW(toTensor(makeImage(2, 2, {"Y"}, ColorSpace::Raw)), Error);
}

} // namespace unlit::infer
