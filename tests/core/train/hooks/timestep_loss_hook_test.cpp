#include "core/train/hooks/timestep_loss_hook.h"

#include "tests/core/train/fake_task.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

using namespace unlit;
using namespace unlit::train;

namespace {

/// Figures of one step that had these samples.
std::map<std::string, double> figuresWith(std::int64_t bins, std::int64_t timesteps,
                                          const std::vector<SampleLoss>& samples) {
    test::FakeTask task({{MicroStepKind::Done, 1}});
    test::FakeRun run;
    run.limits.maxIter = 1;
    run.add().atBackwardEnd = [&](StepContext& context) {
        context.position.sampleLosses = samples;
    };
    run.hooks.push_back(std::make_unique<TimestepLossHook>(bins, timesteps));
    std::map<std::string, double> figures;
    run.add().atStepEnd = [&](StepContext& context) {
        for (const Scalar& scalar : context.scalars)
            figures[scalar.tag] = scalar.value;
    };
    run.run(task);
    return figures;
}

using Figures = std::map<std::string, double>;

} // namespace

TEST(TimestepLossHook, tells_the_mean_of_each_part_that_has_samples) {
    EXPECT_EQ(figuresWith(4, 1000, {{"a", 0, 1}, {"b", 249, 2}, {"c", 250, 8}, {"d", 999, 5}}),
              (Figures{{"train/loss_t0-249", 1.5},
                       {"train/loss_t250-499", 8},
                       {"train/loss_t750-999", 5}}));
    EXPECT_EQ(figuresWith(4, 1000, {}), Figures{});
}

TEST(TimestepLossHook, counts_every_timestep_once_whatever_the_number_of_parts) {
    for (const std::int64_t bins : {1, 3, 7, 10, 50}) {
        std::vector<SampleLoss> samples;
        for (std::int64_t timestep = 0; timestep < 10; ++timestep)
            samples.push_back({"s", timestep, static_cast<double>(timestep)});
        const Figures figures = figuresWith(bins, 10, samples);
        EXPECT_EQ(figures.size(), static_cast<std::size_t>(std::min<std::int64_t>(bins, 10)));
        for (const auto& [tag, mean] : figures) { // of consecutive numbers: that of their ends
            long first = 0, last = 0;
            ASSERT_EQ(std::sscanf(tag.c_str(), "train/loss_t%ld-%ld", &first, &last), 2) << tag;
            EXPECT_DOUBLE_EQ(mean, static_cast<double>(first + last) / 2) << tag;
        }
    }
}
