#include "core/diffusion/random.h"

#include "core/base/error.h"
#include "core/diffusion/multi_res_noise.h"

#include <gtest/gtest.h>
#include <torch/nn/functional/upsampling.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace unlit;
using namespace unlit::diffusion;

TEST(Generator, draws_the_words_of_a_mersenne_twister_of_its_low_32_bits) {
    // Uniform floats are the low 24 bits of each word; the standard library has the same engine.
    std::mt19937 engine(42);
    const torch::Tensor drawn = rand({5}, makeGenerator((std::uint64_t{7} << 32) + 42));
    for (int i = 0; i < 5; ++i) {
        const float expected = static_cast<float>(engine() & 0xffffffU) / 16777216.0F;
        EXPECT_EQ(drawn[i].item<float>(), expected) << i;
    }
}

TEST(Generator, takes_a_negative_seed_as_twos_complement) {
    const torch::Tensor negative = randn({20}, makeGenerator(Seed::fromDecimal("-5")));
    EXPECT_TRUE(torch::equal(negative, randn({20}, makeGenerator(std::uint64_t{0xfffffffb}))));
}

TEST(Generator, copies_share_one_state_and_the_global_generator_is_left_alone) {
    torch::manual_seed(3);
    const torch::Tensor before = torch::rand({4});
    torch::manual_seed(3);
    const torch::Generator first = makeGenerator(1);
    const torch::Generator second = first;
    const torch::Tensor one = randn({3}, first);
    EXPECT_FALSE(torch::equal(one, randn({3}, second)));
    EXPECT_TRUE(torch::equal(torch::rand({4}), before));
}

TEST(Randint, wide_ranges_take_64_bits_a_number) {
    std::mt19937 engine(9);
    const std::uint64_t high = engine();
    const std::uint64_t low = engine();
    const std::int64_t drawn =
        randint(0, std::int64_t{1} << 40, {1}, makeGenerator(9)).item<std::int64_t>();
    EXPECT_EQ(static_cast<std::uint64_t>(drawn), ((high << 32) | low) % (std::uint64_t{1} << 40));
    std::mt19937 again(9);
    EXPECT_EQ(randint(-5, 7, {1}, makeGenerator(9)).item<std::int64_t>(),
              static_cast<std::int64_t>(again() % 12U) - 5);
    EXPECT_THROW(randint(3, 3, {1}, makeGenerator(9)), Error);
}

TEST(ShuffledOrder, is_a_permutation_that_differs_between_epochs) {
    const torch::Generator generator = makeGenerator(2024);
    std::vector<std::int64_t> first = shuffledOrder(50, generator);
    const std::vector<std::int64_t> second = shuffledOrder(50, generator);
    EXPECT_NE(first, second);
    std::ranges::sort(first);
    for (std::int64_t i = 0; i < 50; ++i) {
        EXPECT_EQ(first[static_cast<std::size_t>(i)], i);
    }
    EXPECT_TRUE(shuffledOrder(0, generator).empty());
}

TEST(MultiResNoise, has_unit_deviation_and_repeats_with_its_seed) {
    for (const auto strategy : {NoiseStrategy::Original, NoiseStrategy::PowerOfTwo,
                                NoiseStrategy::RandomStep, NoiseStrategy::EveryLayer}) {
        const auto draw = [&](std::uint64_t seed) {
            return multiResNoise({2, 4, 24, 17}, 0.9, strategy, makeGenerator(seed));
        };
        EXPECT_TRUE(torch::equal(draw(11), draw(11))) << toString(strategy);
        EXPECT_FALSE(torch::equal(draw(11), draw(12))) << toString(strategy);
        EXPECT_NEAR(draw(11).std().item<double>(), 1.0, 1e-5) << toString(strategy);
    }
}

TEST(MultiResNoise, strength_zero_leaves_the_first_level_only) {
    // every_layer halves before its first level, which has weight 0^0 = 1.
    const torch::Generator generator = makeGenerator(4);
    torch::Tensor expected = randn({1, 2, 8, 8}, generator);
    const torch::Tensor coarse = randn({1, 2, 4, 4}, generator);
    namespace F = torch::nn::functional;
    expected = expected + F::interpolate(coarse, F::InterpolateFuncOptions()
                                                     .size(std::vector<std::int64_t>{8, 8})
                                                     .mode(torch::kBilinear)
                                                     .align_corners(false));
    const torch::Tensor noise =
        multiResNoise({1, 2, 8, 8}, 0.0, NoiseStrategy::EveryLayer, makeGenerator(4));
    EXPECT_TRUE(torch::allclose(noise, expected / expected.std(), 0.0, 1e-6));
}

TEST(MultiResNoise, one_strength_for_all_equals_the_same_one_per_sample) {
    const std::vector<std::int64_t> shape = {3, 4, 16, 16};
    const torch::Tensor scalar =
        multiResNoise(shape, 0.5, NoiseStrategy::Original, makeGenerator(8));
    const torch::Tensor each =
        multiResNoise(shape, torch::full({3}, 0.5F), NoiseStrategy::Original, makeGenerator(8));
    EXPECT_TRUE(torch::equal(scalar, each));
}

TEST(MultiResNoise, refuses_shapes_and_strengths_that_do_not_fit) {
    const torch::Generator generator = makeGenerator(8);
    const auto draw = [&](const std::vector<std::int64_t>& shape, const torch::Tensor& strength) {
        return multiResNoise(shape, strength, NoiseStrategy::Original, generator);
    };
    EXPECT_THROW(draw({1, 1, 1, 1}, torch::ones({1})), Error);
    EXPECT_THROW(draw({4, 8, 8}, torch::ones({1})), Error);
    EXPECT_THROW(draw({1, 4, 0, 8}, torch::ones({1})), Error);
    EXPECT_THROW(draw({3, 4, 8, 8}, torch::ones({2})), Error);
    EXPECT_THROW(noiseStrategyFromString("pyramid", "multi_res_noise"), Error);
    EXPECT_EQ(noiseStrategyFromString("random_step", "multi_res_noise"), NoiseStrategy::RandomStep);
}
