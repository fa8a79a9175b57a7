#include "core/infer/ensemble/ensemble.h"

#include <gtest/gtest.h>

#include <cmath>

namespace unlit::infer {

namespace {

torch::Tensor column(std::vector<float> values) {
    const auto count = static_cast<std::int64_t>(values.size());
    return torch::tensor(values).reshape({count, 1});
}

} // namespace

TEST(Ensemble, MedianOfAnEvenCountIsTheLowerMiddle) {
    const auto result = reduceEnsemble(column({0.4F, 0.1F, 0.9F, 0.2F}), Reduction::Median);
    EXPECT_FLOAT_EQ(result.prediction.item<float>(), 0.2F);
    // |x - 0.2| = 0.2, 0.1, 0.7, 0: the lower middle of 0, 0.1, 0.2, 0.7
    EXPECT_FLOAT_EQ(result.uncertainty.item<float>(), 0.1F);
}

TEST(Ensemble, MeanComesWithUnbiasedDeviation) {
    const auto result = reduceEnsemble(column({1.0F, 2.0F, 3.0F, 6.0F}), Reduction::Mean);
    EXPECT_FLOAT_EQ(result.prediction.item<float>(), 3.0F);
    EXPECT_FLOAT_EQ(result.uncertainty.item<float>(), std::sqrt(14.0F / 3.0F));
}

TEST(Ensemble, OneMemberIsItsOwnMedianAndHasNoDeviation) {
    const auto median = reduceEnsemble(column({0.7F}), Reduction::Median);
    EXPECT_FLOAT_EQ(median.prediction.item<float>(), 0.7F);
    EXPECT_FLOAT_EQ(median.uncertainty.item<float>(), 0.0F);
    EXPECT_TRUE(
        std::isnan(reduceEnsemble(column({0.7F}), Reduction::Mean).uncertainty.item<float>()));
}

} // namespace unlit::infer
