#include "core/session/train/sweep_figure.h"

#include <gmock/gmock.h>

using namespace unlit;
using testing::HasSubstr;

namespace {

config::TrainConfig recipeWithTwoSets() {
    config::TrainConfig recipe;
    recipe.dataset.val.resize(2);
    recipe.dataset.val[0].dispName = "rooms";
    recipe.dataset.val[1].dir = "/data/streets/";
    recipe.eval.evalMetrics = {"mse", "psnr"};
    return recipe;
}

} // namespace

TEST(SweepFigure, one_that_no_run_would_have_is_a_fault) {
    const config::TrainConfig recipe = recipeWithTwoSets();
    EXPECT_EQ(faultInSweepFigure("val/streets/psnr", recipe), std::nullopt);
    for (const char* figure :
         {"val/room/psnr", "val/psnr", "train/loss", "val/rooms/colour", "val/rooms/lmse"})
        EXPECT_NE(faultInSweepFigure(figure, recipe), std::nullopt) << figure;
    EXPECT_THAT(*faultInSweepFigure("val/rooms/lmse", recipe),
                HasSubstr("tell val/rooms/psnr, val/rooms/mse, val/streets/psnr"));
    EXPECT_THAT(*faultInSweepFigure("val/room/psnr", {}), HasSubstr("no set"));
}

TEST(SweepFigure, the_best_of_a_run_is_of_the_figure_that_is_asked_for) {
    runs::RunSummary run;
    EXPECT_EQ(bestInSweep(run, ""), std::nullopt);
    EXPECT_EQ(bestInSweep(run, "val/a/mse"), std::nullopt);
    run.best = runs::BestValue{"val/a/psnr", 31, 20};
    const runs::BestValue error{"val/a/mse", 0.2, 30};
    run.figures = std::make_shared<const runs::BestValues>(
        runs::BestValues{{"val/a/psnr", *run.best}, {"val/a/mse", error}});
    EXPECT_EQ(bestInSweep(run, ""), run.best);
    EXPECT_EQ(bestInSweep(run, "val/a/mse"), error);
    EXPECT_EQ(bestInSweep(run, "val/b/mse"), std::nullopt);
}
