// Losses scaled for float16: gradients come back as they are, steps that overflow are left out.
#include "core/base/error.h"
#include "core/train/optim/gradient_scaler.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <limits>

namespace unlit::train {

namespace {

NamedParameter weightWith(double gradient) {
    torch::Tensor weight = test::onTestDevice(torch::ones({3}));
    weight.requires_grad_(true);
    weight.mutable_grad() = torch::full_like(weight.detach(), gradient);
    return {"w", weight};
}

} // namespace

TEST(GradientScaler, gives_gradients_back_as_they_are) {
    GradientScaler scaler;
    torch::Tensor weight = test::onTestDevice(torch::tensor({2.0F, -3.0F}));
    weight.requires_grad_(true);
    scaler.scaled(weight.square().sum()).backward();
    EXPECT_EQ(weight.grad()[0].item<float>(), 4 * 65536.0F);
    EXPECT_TRUE(scaler.unscale({{"w", weight}}));
    EXPECT_EQ(weight.grad()[0].item<float>(), 4.0F);
    EXPECT_EQ(weight.grad()[1].item<float>(), -6.0F);
}

TEST(GradientScaler, leaves_a_step_out_that_overflows) {
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        GradientScaler scaler;
        const NamedParameter good = weightWith(1), overflown = weightWith(bad);
        EXPECT_FALSE(scaler.unscale({good, overflown}));
        EXPECT_FALSE(good.value.grad().defined());
        EXPECT_FALSE(overflown.value.grad().defined());
        EXPECT_EQ(scaler.scale(), 32768);
        EXPECT_EQ(scaler.skipped(), 1);
    }
}

TEST(GradientScaler, grows_after_two_thousand_good_steps_in_a_row) {
    GradientScaler scaler;
    for (int step = 0; step < 1999; ++step)
        EXPECT_TRUE(scaler.unscale({weightWith(1)}));
    EXPECT_EQ(scaler.scale(), 65536);
    EXPECT_TRUE(scaler.unscale({weightWith(1)}));
    EXPECT_EQ(scaler.scale(), 131072);
}

TEST(GradientScaler, goes_on_where_it_was_saved) {
    GradientScaler first, second;
    for (int step = 0; step < 1500; ++step)
        first.unscale({weightWith(1)});
    second.restore(first.toJson(), "state.json");
    for (int step = 0; step < 500; ++step)
        second.unscale({weightWith(1)});
    EXPECT_EQ(second.scale(), 131072);
    EXPECT_THROW(second.restore({{"scale", 1}}, "state.json"), Error);
}

TEST(GradientScaler, gives_up_where_no_scale_helps) {
    GradientScaler scaler;
    const auto overflow = [&] {
        return scaler.unscale({weightWith(std::numeric_limits<double>::infinity())});
    };
    EXPECT_THROW(
        {
            for (int step = 0; step < 40; ++step)
                overflow();
        },
        Error);
    EXPECT_GT(scaler.skipped(), 20);
}

} // namespace unlit::train
