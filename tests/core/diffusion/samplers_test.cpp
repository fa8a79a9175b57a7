// DDIM and DDPM steps against hand calculations on schedules of a few timesteps.
#include "core/base/error.h"
#include "core/diffusion/ddim.h"
#include "core/diffusion/ddpm.h"
#include "core/diffusion/random.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <cmath>

using namespace unlit;
using namespace unlit::diffusion;

namespace {

/// alphaCumprod = 0.64, 0.36, 0.16, 0.04: their roots are 0.8, 0.6, 0.4, 0.2.
SchedulerConfig fourTimesteps(PredictionType type) {
    SchedulerConfig config;
    config.numTrainTimesteps = 4;
    config.trainedBetas = {1.0 - 0.64, 1.0 - 0.36 / 0.64, 1.0 - 0.16 / 0.36, 1.0 - 0.04 / 0.16};
    config.clipSample = false;
    config.setAlphaToOne = false;
    config.predictionType = type;
    return config;
}

torch::Tensor one(double value) {
    return torch::full({1, 1, 1, 1}, value, torch::kFloat32);
}

double value(const torch::Tensor& tensor) {
    return tensor.item<double>();
}

} // namespace

TEST(Ddim, one_step_of_each_prediction_type_follows_the_formula) {
    // t = 1 (signal 0.6, spread 0.8) to t = 0 (signal 0.8, spread 0.6); clean 0.5, noise -1.
    const double noisy = 0.6 * 0.5 + 0.8 * -1.0;
    const double next = 0.8 * 0.5 + 0.6 * -1.0;
    const std::vector<std::pair<PredictionType, double>> outputs = {
        {PredictionType::Epsilon, -1.0},
        {PredictionType::Sample, 0.5},
        {PredictionType::VPrediction, 0.6 * -1.0 - 0.8 * 0.5}};
    for (const auto& [type, output] : outputs) {
        DdimScheduler scheduler(fourTimesteps(type));
        scheduler.setTimesteps(4);
        const DdimStep step = scheduler.step(one(output), 1, one(noisy));
        EXPECT_NEAR(value(step.predictedOriginal), 0.5, 1e-5) << toString(type);
        EXPECT_NEAR(value(step.prev), next, 1e-5) << toString(type);
    }
}

TEST(Ddim, the_last_step_ends_at_the_final_alpha) {
    SchedulerConfig config = fourTimesteps(PredictionType::Sample);
    DdimScheduler scheduler(config);
    scheduler.setTimesteps(4);
    const double noisy = 0.8 * 0.5 + 0.6 * -1.0;
    EXPECT_EQ(scheduler.previousTimestep(0), -1);
    // Without set_alpha_to_one the share of timestep 0 stays: the step changes nothing.
    EXPECT_NEAR(value(scheduler.step(one(0.5), 0, one(noisy)).prev), noisy, 1e-6);
    config.setAlphaToOne = true;
    DdimScheduler clean(config);
    clean.setTimesteps(4);
    EXPECT_NEAR(value(clean.step(one(0.5), 0, one(noisy)).prev), 0.5, 1e-6);
}

TEST(Ddim, the_previous_timestep_is_a_stride_away_in_trailing_spacing_too) {
    SchedulerConfig config;
    config.timestepSpacing = TimestepSpacing::Trailing;
    DdimScheduler scheduler(config);
    scheduler.setTimesteps(3);
    EXPECT_EQ(scheduler.timesteps(), (std::vector<std::int64_t>{999, 666, 332}));
    EXPECT_EQ(scheduler.previousTimestep(666), 333);
}

TEST(Ddim, eta_adds_the_ancestral_deviation) {
    DdimScheduler scheduler(fourTimesteps(PredictionType::Sample));
    scheduler.setTimesteps(4);
    const double noisy = 0.6 * 0.5 + 0.8 * -1.0;
    const double variance = (1.0 - 0.64) / (1.0 - 0.36) * (1.0 - 0.36 / 0.64);
    const double expected =
        0.8 * 0.5 + std::sqrt(0.36 - variance) * -1.0 + std::sqrt(variance) * 2.0;
    EXPECT_NEAR(value(scheduler.step(one(0.5), 1, one(noisy), 1.0, one(2.0)).prev), expected, 1e-5);
}

TEST(Ddim, clips_the_predicted_original_to_its_range) {
    SchedulerConfig config = fourTimesteps(PredictionType::Sample);
    config.clipSample = true;
    config.clipSampleRange = 0.25;
    DdimScheduler scheduler(config);
    scheduler.setTimesteps(4);
    EXPECT_NEAR(value(scheduler.step(one(-3.0), 2, one(0.0)).predictedOriginal), -0.25, 1e-7);
}

TEST(Ddim, dynamic_thresholding_divides_by_a_quantile_of_each_sample) {
    SchedulerConfig config = fourTimesteps(PredictionType::Sample);
    config.thresholding = true;
    config.dynamicThresholdingRatio = 0.5;
    config.sampleMaxValue = 10.0;
    DdimScheduler scheduler(config);
    scheduler.setTimesteps(4);
    const torch::Tensor output =
        torch::tensor({{-8.0F, 4.0F, 2.0F}, {0.5F, -0.25F, 0.125F}}).reshape({2, 3, 1, 1});
    const torch::Tensor original =
        scheduler.step(output, 1, torch::zeros({2, 3, 1, 1})).predictedOriginal.reshape({2, 3});
    // Medians 4 and 0.25; the second is raised to 1, so that small values stay.
    const torch::Tensor expected = torch::tensor({{-1.0F, 1.0F, 0.5F}, {0.5F, -0.25F, 0.125F}});
    EXPECT_TRUE(torch::allclose(original, expected, 0.0, 1e-6)) << original;
}

TEST(Ddim, refuses_to_step_without_timesteps_or_outside_them) {
    DdimScheduler scheduler(fourTimesteps(PredictionType::Sample));
    EXPECT_THROW(scheduler.step(one(0), 1, one(0)), Error);
    scheduler.setTimesteps(2);
    EXPECT_THROW(scheduler.step(one(0), 4, one(0)), Error);
    EXPECT_THROW(scheduler.setTimesteps(5), Error);
}

TEST(Ddim, two_runs_give_identical_numbers) {
    const auto run = [] {
        const auto generator = makeGenerator(2024);
        SchedulerConfig config;
        config.timestepSpacing = TimestepSpacing::Trailing;
        DdimScheduler scheduler(config);
        scheduler.setTimesteps(7);
        torch::Tensor sample = randn({2, 4, 9, 5}, generator);
        for (const std::int64_t t : scheduler.timesteps()) {
            sample = scheduler.step(torch::tanh(sample), t, sample).prev;
        }
        return sample;
    };
    EXPECT_TRUE(torch::equal(run(), run()));
}

TEST(Ddpm, adds_noise_by_each_samples_own_timestep) {
    const DdpmScheduler scheduler(fourTimesteps(PredictionType::VPrediction));
    const torch::Tensor clean = torch::full({2, 1, 1, 1}, 0.5);
    const torch::Tensor noise = torch::full({2, 1, 1, 1}, -1.0);
    const torch::Tensor timesteps = torch::tensor({0, 1}, torch::kInt64);
    const torch::Tensor noisy = scheduler.addNoise(clean, noise, timesteps);
    EXPECT_NEAR(value(noisy[0]), 0.8 * 0.5 - 0.6, 1e-6);
    EXPECT_NEAR(value(noisy[1]), 0.6 * 0.5 - 0.8, 1e-6);
    const torch::Tensor velocity = scheduler.velocity(clean, noise, timesteps);
    EXPECT_NEAR(value(velocity[0]), -0.8 - 0.6 * 0.5, 1e-6);
    EXPECT_NEAR(value(velocity[1]), -0.6 - 0.8 * 0.5, 1e-6);
    EXPECT_THROW(scheduler.addNoise(clean, noise, torch::tensor({0, 4}, torch::kInt64)), Error);
}

TEST(Ddpm, steps_to_the_posterior_mean_and_adds_its_variance) {
    DdpmScheduler scheduler(fourTimesteps(PredictionType::Sample));
    scheduler.setTimesteps(4);
    const double stepAlpha = 0.36 / 0.64;
    const double mean =
        0.8 * (1.0 - stepAlpha) / 0.64 * 0.5 + std::sqrt(stepAlpha) * 0.36 / 0.64 * -0.3;
    const double deviation = std::sqrt(0.36 / 0.64 * (1.0 - stepAlpha));
    EXPECT_NEAR(value(scheduler.step(one(0.5), 1, one(-0.3), one(0.0)).prev), mean, 1e-5);
    EXPECT_NEAR(value(scheduler.step(one(0.5), 1, one(-0.3), one(2.0)).prev),
                mean + 2.0 * deviation, 1e-5);
    // Nothing is added at timestep 0, where the clean latent is reached.
    EXPECT_NEAR(value(scheduler.step(one(0.5), 0, one(-0.3), one(2.0)).prev), 0.5, 1e-5);
    EXPECT_THROW(scheduler.step(one(0.5), 7, one(0.0), one(0.0)), Error);
}
