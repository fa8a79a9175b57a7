#include "core/diffusion/predicted_sample.h"

#include <gtest/gtest.h>

#include <torch/types.h>

using namespace unlit::diffusion;

TEST(PredictedSample, TheOutputForACleanLatentStandsForThatLatent) {
    torch::manual_seed(1);
    const torch::Tensor original = torch::randn({1, 4, 5, 6});
    const torch::Tensor sample = torch::randn({1, 4, 5, 6});
    for (const PredictionType type :
         {PredictionType::Epsilon, PredictionType::Sample, PredictionType::VPrediction}) {
        SchedulerConfig config;
        config.predictionType = type;
        config.clipSample = false;
        config.thresholding = false;
        for (const float alpha : {0.05F, 0.5F, 0.99F}) {
            const torch::Tensor output = modelOutputFor(config, original, sample, alpha);
            const PredictedSample back = predictSample(config, output, sample, alpha);
            EXPECT_LT((back.original - original).abs().max().item<float>(), 1e-4F);
            const torch::Tensor mixed =
                std::sqrt(alpha) * back.original + std::sqrt(1 - alpha) * back.noise;
            EXPECT_LT((mixed - sample).abs().max().item<float>(), 1e-4F);
        }
    }
}
