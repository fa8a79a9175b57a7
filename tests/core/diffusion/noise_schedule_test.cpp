#include "core/diffusion/noise_schedule.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <algorithm>
#include <cmath>

using namespace unlit;
using namespace unlit::diffusion;

namespace {

SchedulerConfig stableDiffusion() {
    SchedulerConfig config;
    config.betaStart = 0.00085;
    config.betaEnd = 0.012;
    config.betaSchedule = BetaSchedule::ScaledLinear;
    return config;
}

} // namespace

TEST(NoiseSchedule, scaled_linear_interpolates_the_root_of_beta) {
    const NoiseSchedule schedule(stableDiffusion());
    double product = 1.0;
    for (int t = 0; t < 1000; ++t) {
        const double root =
            std::sqrt(0.00085) + (std::sqrt(0.012) - std::sqrt(0.00085)) * t / 999.0;
        product *= 1.0 - root * root;
        ASSERT_NEAR(schedule.alphaCumprod(t), product, 1e-6) << t;
    }
}

TEST(NoiseSchedule, linear_interpolates_beta) {
    SchedulerConfig config;
    config.numTrainTimesteps = 3;
    config.betaStart = 0.1;
    config.betaEnd = 0.3;
    const NoiseSchedule schedule(config);
    EXPECT_NEAR(schedule.alphaCumprod(0), 0.9, 1e-6);
    EXPECT_NEAR(schedule.alphaCumprod(1), 0.9 * 0.8, 1e-6);
    EXPECT_NEAR(schedule.alphaCumprod(2), 0.9 * 0.8 * 0.7, 1e-6);
}

TEST(NoiseSchedule, squared_cosine_follows_its_formula_up_to_the_cap) {
    SchedulerConfig config;
    config.betaSchedule = BetaSchedule::SquaredCosCapV2;
    const NoiseSchedule schedule(config);
    const auto share = [](double t) {
        return std::pow(std::cos((t / 1000.0 + 0.008) / 1.008 * std::acos(-1.0) / 2.0), 2);
    };
    for (int t = 0; t < 999; ++t) {
        // The betas multiply up to the ratio of the shares, as long as none is capped.
        ASSERT_NEAR(schedule.alphaCumprod(t), share(t + 1) / share(0), 1e-5) << t;
    }
    EXPECT_NEAR(schedule.betas()[999].item<float>(), 0.999, 1e-7);
}

TEST(NoiseSchedule, trained_betas_take_the_place_of_the_schedule) {
    SchedulerConfig config;
    config.numTrainTimesteps = 2;
    config.trainedBetas = {0.5, 0.25};
    const NoiseSchedule schedule(config);
    EXPECT_FLOAT_EQ(schedule.alphaCumprod(0), 0.5F);
    EXPECT_FLOAT_EQ(schedule.alphaCumprod(1), 0.375F);
}

TEST(NoiseSchedule, zero_terminal_snr_ends_in_exactly_nothing_and_keeps_its_start) {
    for (const std::int64_t length : {2, 10, 1000}) {
        SchedulerConfig config = stableDiffusion();
        config.numTrainTimesteps = length;
        const NoiseSchedule plain(config);
        config.rescaleBetasZeroSnr = true;
        const NoiseSchedule rescaled(config);
        EXPECT_EQ(rescaled.alphaCumprod(length - 1), 0.0F) << length;
        EXPECT_NEAR(rescaled.alphaCumprod(0), plain.alphaCumprod(0), 1e-6) << length;
        const torch::Tensor falls = rescaled.alphasCumprod().diff();
        EXPECT_TRUE((falls < 0).all().item<bool>()) << length;
    }
}

TEST(NoiseSchedule, refuses_settings_without_a_finite_schedule) {
    SchedulerConfig config = stableDiffusion();
    config.numTrainTimesteps = 1; // the first value is the last: nothing to rescale
    config.rescaleBetasZeroSnr = true;
    EXPECT_THROW(NoiseSchedule{config}, Error);
}

TEST(NoiseSchedule, refuses_timesteps_outside) {
    const NoiseSchedule schedule(stableDiffusion());
    EXPECT_THROW(schedule.alphaCumprod(-1), Error);
    EXPECT_THROW(schedule.alphaCumprod(1000), Error);
    EXPECT_THROW(schedule.alphasCumprodAt(torch::tensor({5, 1000}, torch::kInt64)), Error);
    const torch::Tensor two = schedule.alphasCumprodAt(torch::tensor({5, 999}, torch::kInt64));
    EXPECT_EQ(two[0].item<float>(), schedule.alphaCumprod(5));
    EXPECT_EQ(two[1].item<float>(), schedule.alphaCumprod(999));
}
