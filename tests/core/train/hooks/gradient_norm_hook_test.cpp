#include "core/train/hooks/gradient_norm_hook.h"

#include "tests/core/train/fake_task.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;

namespace {

struct Seen {
    double reported = 0;
    double used = 0;
};

Seen runWith(double slope, double maxNorm) {
    test::FakeTask task({{MicroStepKind::Done, slope}});
    test::FakeRun run;
    run.limits.maxIter = 1;
    Seen seen;
    run.hooks.push_back(std::make_unique<GradientNormHook>(maxNorm));
    test::TestHook& look = run.add();
    look.atBackwardEnd = [&](StepContext&) { seen.used = task.weight.grad().item<float>(); };
    look.atStepEnd = [&](StepContext& c) { seen.reported = c.scalars.front().value; };
    run.run(task);
    return seen;
}

} // namespace

TEST(GradientNormHook, reports_the_norm_and_leaves_gradients_alone_when_off) {
    const Seen seen = runWith(-5, 0);
    EXPECT_EQ(seen.reported, 5);
    EXPECT_EQ(seen.used, -5);
}

TEST(GradientNormHook, scales_gradients_down_to_the_largest_norm) {
    const Seen seen = runWith(5, 0.5);
    EXPECT_EQ(seen.reported, 5);
    EXPECT_NEAR(seen.used, 0.5, 1e-6);
}

TEST(GradientNormHook, never_scales_up) {
    EXPECT_EQ(runWith(0.25, 0.5).used, 0.25);
}

TEST(GradientNormHook, leaves_what_is_not_finite_for_the_guard) {
    EXPECT_TRUE(std::isnan(runWith(std::nan(""), 0.5).used));
}
