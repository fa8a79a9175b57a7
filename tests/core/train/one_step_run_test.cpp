// Runs of models that work in one step: what is validated is what inference will do.
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

/// Figures of all validations of a short run whose recipe asks for `steps`, `members` and `seed`.
std::vector<std::vector<std::pair<std::string, double>>>
figuresOf(std::int64_t steps, std::int64_t members, std::int64_t seed) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.trainer.timesteps = config::TrainedTimesteps::Last;
    small.config.trainer.trainingNoiseScheduler.rescaleBetasZeroSnr = true;
    small.config.trainer.trainingNoiseScheduler.timestepSpacing = "trailing";
    small.config.trainer.trainingNoiseScheduler.predictionType = "v_prediction";
    small.config.validation.denoisingSteps = steps;
    small.config.validation.ensembleSize = members;
    small.config.validation.initSeed = seed;
    EXPECT_EQ(small.start("run"), train::RunEnd::Complete);
    std::vector<std::vector<std::pair<std::string, double>>> figures;
    for (const ValidationDone& done : small.all<ValidationDone>())
        figures.push_back(done.metrics);
    return figures;
}

} // namespace

TEST(OneStepRun, is_validated_in_one_step_without_noise_whatever_the_recipe_asks_for) {
    const auto plain = figuresOf(1, 1, 1);
    ASSERT_FALSE(plain.empty());
    EXPECT_EQ(figuresOf(4, 1, 1), plain) << "further steps begin where it never was trained";
    EXPECT_EQ(figuresOf(1, 1, 2), plain) << "there is no noise that a seed could change";
}

TEST(OneStepRun, has_no_more_members_than_views) {
    EXPECT_EQ(figuresOf(1, 13, 1), figuresOf(1, 12, 1));
}
