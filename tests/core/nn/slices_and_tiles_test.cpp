// What bounds memory: attention and VAE in slices give the same numbers; tiles are blended as
// diffusers blends them.
#include "core/base/error.h"
#include "core/nn/layers/attention.h"
#include "core/nn/layers/attention_kernel.h"
#include "core/nn/vae/tiles.h"
#include "core/options/attention_heads.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <torch/autograd.h>
#include <torch/utils.h>

namespace unlit::nn {

namespace {

/// As an encoder without weights: the mean of each block of `factor` by `factor` cells.
torch::Tensor shrink(const torch::Tensor& x, int64_t factor) {
    return torch::avg_pool2d(x, {factor, factor});
}

/// As a decoder without weights.
torch::Tensor grow(const torch::Tensor& x, int64_t factor) {
    return torch::upsample_nearest2d(x, {x.size(2) * factor, x.size(3) * factor});
}

} // namespace

TEST(AttentionSlicing, gives_the_same_for_any_slice) {
    const torch::Tensor q = torch::randn({2, 30, 24}, seeded(1)),
                        k = torch::randn({2, 17, 24}, seeded(2)),
                        v = torch::randn({2, 17, 24}, seeded(3));
    const torch::Tensor whole = chunkedAttention(q, k, v, 3);
    for (const int64_t slice : {1, 2, 4, 5, 6, 100}) {
        AttentionKernelOptions options;
        options.sliceHeads = slice;
        EXPECT_TRUE(torch::allclose(chunkedAttention(q, k, v, 3, options), whole, 1e-6, 1e-6))
            << slice;
    }
}

TEST(AttentionSlicing, trains_the_same_network) {
    UNet2DConditionModel unet = tinyUNet();
    std::vector<torch::Tensor> outputs, gradients;
    for (const auto slicing : {AttentionSlicing::Off, AttentionSlicing::Auto, AttentionSlicing::Max,
                               slicingByHeads(2)}) {
        setAttentionSlicing(*unet, slicing);
        const torch::Tensor out =
            unet->forward(torch::randn({1, 4, 8, 6}, seeded(7)), torch::tensor({int64_t{400}}),
                          torch::ones({1, 2, 20}));
        out.square().mean().backward();
        outputs.push_back(out.detach());
        gradients.push_back(unet->conv_in->weight.grad().clone());
        unet->zero_grad();
    }
    for (const size_t i : {1, 2, 3}) {
        EXPECT_TRUE(torch::allclose(outputs[i], outputs[0], 1e-5, 1e-6));
        EXPECT_TRUE(torch::allclose(gradients[i], gradients[0], 1e-4, 1e-6));
    }
}

TEST(VaeSlicing, gives_what_each_sample_gives_alone) {
    const torch::NoGradGuard noGrad;
    AutoencoderKL vae = tinyVae(3);
    const torch::Tensor pictures = torch::randn({3, 3, 16, 24}, seeded(1));
    const torch::Tensor together = vae->encode(pictures).mean;
    const torch::Tensor decodedTogether = vae->decode(together);
    vae->setSlicing(true);
    const torch::Tensor sliced = vae->encode(pictures).mean;
    EXPECT_TRUE(torch::allclose(sliced, together, 1e-5, 1e-5));
    EXPECT_TRUE(torch::allclose(vae->decode(together), decodedTogether, 1e-5, 1e-5));
    EXPECT_TRUE(torch::equal(sliced.narrow(0, 1, 1), vae->encode(pictures.narrow(0, 1, 1)).mean));
}

// With a "network" that sees no further than its cell, overlaps agree, and blending equal values
// changes nothing beyond rounding: every cell must be there, in its place.
TEST(VaeTiling, puts_every_cell_where_it_belongs) {
    const VaeTiling tiling{.sampleMinSize = 32, .overlapFactor = 0.25};
    for (const auto& [height, width] : {std::pair<int64_t, int64_t>{16, 24},
                                        {32, 32},
                                        {32, 40},
                                        {80, 33},
                                        {100, 171},
                                        {49, 200}}) {
        const torch::Tensor picture = torch::randn({2, 3, height, width}, seeded(4));
        const torch::Tensor latent =
            runInTiles(picture, encodeTiles(tiling, 8), [](const auto& x) { return shrink(x, 8); });
        EXPECT_TRUE(torch::allclose(latent, shrink(picture, 8), 1e-5, 1e-6)) << height << width;
        const torch::Tensor decoded =
            runInTiles(latent, decodeTiles(tiling, 8), [](const auto& x) { return grow(x, 8); });
        EXPECT_TRUE(torch::allclose(decoded, grow(latent, 8), 1e-5, 1e-6)) << height << width;
    }
}

// A tile of 8 cells, a quarter of it overlap: tiles begin at 0, 6, 12; 2 cells fade; 6 are kept.
// Tile n answers with n everywhere, so that the second tile begins with n=0 and half of each.
TEST(VaeTiling, fades_linearly_from_tile_to_tile) {
    const VaeTiling tiling{.sampleMinSize = 8, .overlapFactor = 0.25};
    const TilePlan plan = decodeTiles(tiling, 1);
    EXPECT_EQ(plan.stride, 6);
    EXPECT_EQ(plan.blend, 2);
    EXPECT_EQ(plan.kept, 6);
    double number = -1;
    const auto numbered = [&](const torch::Tensor& x) { return torch::full_like(x, ++number); };
    const torch::Tensor row = runInTiles(torch::zeros({1, 1, 1, 16}), plan, numbered);
    EXPECT_TRUE(torch::equal(row.flatten(),
                             torch::tensor({0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.5F, 1.0F,
                                            1.0F, 1.0F, 1.0F, 1.0F, 1.5F, 2.0F, 2.0F})));
    number = -1;
    // Two by two tiles 0 1 / 2 3: the corner fades from above first, then from the left, with the
    // left tile as it has become.
    const torch::Tensor square = runInTiles(torch::zeros({1, 1, 12, 12}), plan, numbered)[0][0];
    EXPECT_EQ(square[6][6].item<float>(), 0.0F);
    EXPECT_EQ(square[7][6].item<float>(), 1.0F); // 0 and 2, half of each
    // Above is tile 1, there already half of 0: (0.5 + 3) / 2; to the left tile 2, half of 0.
    EXPECT_EQ(square[7][7].item<float>(), 0.5F * 1.0F + 0.5F * 1.75F);
    EXPECT_EQ(square[11][11].item<float>(), 3.0F);
}

TEST(VaeTiling, small_pictures_are_not_cut) {
    const torch::NoGradGuard noGrad;
    AutoencoderKL vae = tinyVae(3);
    const torch::Tensor picture = torch::randn({1, 3, 32, 32}, seeded(1));
    const torch::Tensor whole = vae->encode(picture).mean;
    vae->setTiling(VaeTiling{.sampleMinSize = 32});
    EXPECT_TRUE(torch::equal(vae->encode(picture).mean, whole));
    vae->setTiling(VaeTiling{.sampleMinSize = 24});
    const torch::Tensor tiled = vae->encode(picture).mean;
    EXPECT_EQ(tiled.sizes(), whole.sizes());
    EXPECT_FALSE(torch::equal(tiled, whole));
    EXPECT_EQ(vae->decode(tiled).sizes(), picture.sizes());
}

TEST(VaeTiling, refuses_tiles_that_hold_nothing) {
    test::expectError(ErrorKind::InvalidInput, {"tile of 4 pixels"},
                      [] { encodeTiles({.sampleMinSize = 4}, 8); });
    test::expectError(ErrorKind::InvalidInput, {"tile of 64 pixels"},
                      [] { decodeTiles({.sampleMinSize = 64, .overlapFactor = 1.0}, 8); });
}

} // namespace unlit::nn
