#include "core/tensor/target_size.h"

#include <gtest/gtest.h>

namespace unlit::infer {

TEST(TargetSize, FloatingPointArithmeticLosesAPixelWhereWholeNumbersDoNot) {
    // 512 / 2215 * 2215 = 511.99999999999994 in double precision
    EXPECT_EQ(fitLongerSide({739, 2215}, 512, SizeArithmetic::Marigold), (PixelSize{170, 511}));
    EXPECT_EQ(fitLongerSide({739, 2215}, 512, SizeArithmetic::Diffusers), (PixelSize{170, 512}));
}

TEST(TargetSize, ExtremePicturesKeepAtLeastOnePixel) {
    EXPECT_EQ(fitLongerSide({1, 10000}, 768, SizeArithmetic::Diffusers), (PixelSize{0, 768}));
    EXPECT_EQ(processingSize({1, 10000}, 768, SizeArithmetic::Diffusers), (PixelSize{1, 768}));
    // 768 / 10000 * 10000 = 767.9999999999999 in double precision
    EXPECT_EQ(processingSize({10000, 1}, 768, SizeArithmetic::Marigold), (PixelSize{767, 1}));
}

TEST(TargetSize, ZeroKeepsTheSize) {
    EXPECT_EQ(processingSize({37, 53}, 0, SizeArithmetic::Marigold), (PixelSize{37, 53}));
}

TEST(TargetSize, SaysWidthBeforeHeight) {
    EXPECT_EQ(toString(PixelSize{480, 640}), "640x480");
}

} // namespace unlit::infer
