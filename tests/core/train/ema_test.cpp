// The running mean of weights against numbers that are worked out by hand.
#include "core/train/optim/ema.h"

#include "tests/support/expect_error.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;
using namespace unlit::train;

namespace {

NamedParameter weight(const char* name, std::vector<float> values) {
    return {name, torch::tensor(values).requires_grad_(true)};
}

void set(const NamedParameter& parameter, float value) {
    const torch::NoGradGuard noGrad;
    torch::Tensor(parameter.value).fill_(value);
}

} // namespace

TEST(EmaDecay, rises_as_in_diffusers) {
    const config::EmaConfig config;
    EXPECT_EQ(emaDecay(config, 1), 0);
    EXPECT_EQ(emaDecay(config, 2), 2.0 / 11);
    EXPECT_EQ(emaDecay(config, 11), 11.0 / 20);
    EXPECT_EQ(emaDecay(config, 1'000'000), 0.9999);
}

TEST(EmaDecay, with_warm_up_follows_its_power) {
    config::EmaConfig config;
    config.useEmaWarmup = true;
    config.invGamma = 2;
    config.power = 1;
    EXPECT_EQ(emaDecay(config, 3), 1 - 1 / (1 + 2.0 / 2));
    EXPECT_EQ(emaDecay(config, 7), 1 - 1 / (1 + 6.0 / 2));
    config.invGamma = 1;
    config.power = 2.0 / 3.0;
    // The figure that the authors give for it: 0.999 after 31.6 thousand steps.
    EXPECT_NEAR(emaDecay(config, 31'622), 0.999, 1e-6);
}

TEST(EmaDecay, waits_and_stays_within_its_limits) {
    config::EmaConfig config;
    config.updateAfterStep = 5;
    config.minDecay = 0.5;
    config.decay = 0.6;
    EXPECT_EQ(emaDecay(config, 6), 0) << "the limits count from the first rise on";
    EXPECT_EQ(emaDecay(config, 7), 0.5);
    EXPECT_EQ(emaDecay(config, 100), 0.6);
}

TEST(EmaDecay, follows_a_schedule_by_the_steps_before) {
    config::EmaConfig config;
    config.decay = config::NumberSchedule{100, 0.2, 0.4, 200};
    EXPECT_EQ(emaDecay(config, 101), 0.2);
    EXPECT_NEAR(emaDecay(config, 151), 0.3, 1e-12);
    EXPECT_EQ(emaDecay(config, 201), 0.4);
}

TEST(Ema, begins_with_the_weights_and_then_follows_slowly) {
    const NamedParameter w = weight("w", {8});
    Ema ema({}, {w});
    EXPECT_EQ(ema.means().at("w").item<float>(), 8);
    set(w, 1);
    ema.update(1);
    EXPECT_EQ(ema.means().at("w").item<float>(), 1);
    set(w, 12);
    ema.update(2); // 1 + 9 / 11 * (12 - 1)
    EXPECT_FLOAT_EQ(ema.means().at("w").item<float>(), 10);
    set(w, 14);
    ema.update(3); // 10 + 9 / 12 * (14 - 10)
    EXPECT_FLOAT_EQ(ema.means().at("w").item<float>(), 13);
    EXPECT_EQ(w.value.item<float>(), 14);
}

TEST(Ema, leaves_out_updates_in_between) {
    config::EmaConfig config;
    config.updateEvery = 2;
    const NamedParameter w = weight("w", {0});
    Ema ema(config, {w});
    set(w, 11);
    ema.update(1);
    EXPECT_EQ(ema.means().at("w").item<float>(), 0);
    ema.update(2);
    EXPECT_FLOAT_EQ(ema.means().at("w").item<float>(), 9);
}

TEST(Ema, is_in_use_within_its_scope_alone) {
    const NamedParameter w = weight("w", {1, 2});
    Ema ema({}, {w});
    set(w, 5);
    const void* memory = w.value.data_ptr();
    try {
        const EmaInUse inUse(ema);
        EXPECT_TRUE(torch::equal(w.value, torch::tensor({1.0F, 2.0F})));
        throw std::runtime_error("a validation fails");
    } catch (const std::runtime_error&) {
    }
    EXPECT_TRUE(torch::equal(w.value, torch::tensor({5.0F, 5.0F})));
    EXPECT_EQ(w.value.data_ptr(), memory);
    EXPECT_TRUE(torch::equal(ema.means().at("w"), torch::tensor({1.0F, 2.0F})));
    (w.value * 3).sum().backward();
    EXPECT_EQ(w.value.grad()[0].item<float>(), 3);
}

TEST(Ema, of_bfloat16_weights_is_kept_in_float32) {
    const NamedParameter w = {"w", torch::ones({1}, torch::kBFloat16).requires_grad_(true)};
    Ema ema({}, {w});
    EXPECT_EQ(ema.means().at("w").scalar_type(), torch::kFloat32);
    ema.update(1);
    const EmaInUse inUse(ema);
    EXPECT_EQ(w.value.scalar_type(), torch::kBFloat16);
}

TEST(Ema, restores_every_mean_or_says_what_is_wrong) {
    const NamedParameter a = weight("a", {1});
    const NamedParameter b = weight("b", {2});
    Ema ema({}, {a, b});
    const torch::Tensor one = torch::tensor({7.0F});
    ema.restore({{"a", one}, {"b", one * 2}}, "file");
    EXPECT_EQ(ema.means().at("b").item<float>(), 14);
    test::expectError(ErrorKind::Corrupt, {"file", "b", "missing"}, [&] {
        ema.restore({{"a", one}}, "file");
    });
    test::expectError(ErrorKind::Corrupt, {"a", "shape"}, [&] {
        ema.restore({{"a", torch::zeros({2})}, {"b", one}}, "file");
    });
    test::expectError(ErrorKind::Corrupt, {"not trained"}, [&] {
        ema.restore({{"a", one}, {"b", one}, {"c", one}}, "file");
    });
}
