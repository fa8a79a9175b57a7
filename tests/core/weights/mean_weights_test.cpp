#include "core/weights/mean_weights.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

using namespace unlit;
using namespace unlit::weights;

TEST(MeanWeights, are_sums_of_shares_in_float32) {
    const StateDict a = {{"w", torch::tensor({1.0F, -2.0F}).to(torch::kFloat16)},
                         {"position_ids", torch::tensor({3, 4})}};
    const StateDict b = {{"w", torch::tensor({3.0F, 6.0F})},
                         {"position_ids", torch::tensor({3, 4})}};
    const WeightSource mean = meanOf({{weightsOf(a), 0.25, "a"}, {weightsOf(b), 0.75, "b"}});
    ASSERT_EQ(mean.specs.size(), 2U);
    for (const TensorSpec& spec : mean.specs)
        if (spec.name == "w") {
            EXPECT_EQ(spec.dtype, torch::kFloat32);
            EXPECT_TRUE(torch::equal(mean.tensor(spec), torch::tensor({2.5F, 4.0F})));
        } else {
            EXPECT_TRUE(torch::equal(mean.tensor(spec), torch::tensor({3, 4})));
        }
}

TEST(MeanWeights, of_different_networks_are_refused_by_tensor) {
    const auto mean = [](const StateDict& a, const StateDict& b) {
        meanOf({{weightsOf(a), 0.5, "a/unet"}, {weightsOf(b), 0.5, "b/unet"}});
    };
    test::expectError(ErrorKind::InvalidInput, {"a/unet", "b/unet", "conv.weight", "shape"}, [&] {
        mean({{"conv.weight", torch::zeros({2, 3})}}, {{"conv.weight", torch::zeros({3, 2})}});
    });
    test::expectError(ErrorKind::InvalidInput, {"no conv.bias"}, [&] {
        mean({{"conv.weight", torch::zeros(2)}},
             {{"conv.weight", torch::zeros(2)}, {"conv.bias", torch::zeros(2)}});
    });
    test::expectError(ErrorKind::InvalidInput, {"no conv.bias"}, [&] {
        mean({{"conv.weight", torch::zeros(2)}, {"conv.bias", torch::zeros(2)}},
             {{"conv.weight", torch::zeros(2)}});
    });
}
