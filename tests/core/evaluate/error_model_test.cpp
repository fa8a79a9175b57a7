#include "core/evaluate/error_model.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace unlit::evaluate {

namespace {

/// Errors whose mean is exp(-2 + 3 luminance - 2 chroma), exponentially scattered.
std::vector<ErrorSample> samples(std::size_t count) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> unit(0, 1);
    std::vector<ErrorSample> all;
    for (std::size_t i = 0; i < count; ++i) {
        ErrorSample sample;
        for (float& feature : sample.features)
            feature = unit(random);
        const float mean = std::exp(-2 + 3 * sample.features[0] - 2 * sample.features[2]);
        sample.error = -mean * std::log(1 - unit(random) * 0.999999F);
        all.push_back(sample);
    }
    return all;
}

} // namespace

TEST(ErrorModel, finds_the_mean_of_errors_again) {
    const ErrorModel model = fitErrorModel(samples(60000), 30);
    for (const float luminance : {0.2F, 0.5F, 0.8F})
        for (const float chroma : {0.2F, 0.8F}) {
            const double expected = std::exp(-2 + 3 * luminance - 2 * chroma);
            EXPECT_NEAR(model.expectedError({luminance, 0.5F, chroma, 0.5F}), expected,
                        0.12 * expected)
                << luminance << " " << chroma;
        }
    // What says nothing has next to no weight beside what does.
    EXPECT_LT(std::abs(model.features[1].weight), 0.03 * std::abs(model.features[0].weight));
    EXPECT_LT(std::abs(model.features[3].weight), 0.03 * std::abs(model.features[0].weight));
}

TEST(ErrorModel, values_outside_of_what_was_seen_count_as_its_ends) {
    const ErrorModel model = fitErrorModel(samples(5000), 10);
    const auto at = [&](float luminance) {
        return model.regression({luminance, 0.5F, 0.5F, 0.5F});
    };
    EXPECT_EQ(at(7), at(2));
    EXPECT_EQ(at(-7), at(-1));
    EXPECT_GT(at(2), at(0.5F));
}

TEST(ErrorModel, errors_that_are_all_alike_or_none_are_learned_too) {
    std::vector<ErrorSample> all = samples(200);
    for (ErrorSample& sample : all)
        sample.error = 0.25F;
    EXPECT_NEAR(fitErrorModel(all, 5).expectedError(all[3].features), 0.25, 1e-4);
    for (ErrorSample& sample : all) {
        sample.error = 0;
        sample.features = {};
    }
    EXPECT_NEAR(fitErrorModel(all, 5).expectedError({}), 0, 1e-9);
    test::expectError(ErrorKind::InvalidInput, {"no pixel to calibrate on"},
                      [] { fitErrorModel({}, 5); });
}

} // namespace unlit::evaluate
