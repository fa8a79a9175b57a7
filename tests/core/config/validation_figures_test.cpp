#include "core/config/validation_figures.h"

#include "core/config/metric_names.h"

#include <gmock/gmock.h>

using namespace unlit::config;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TrainConfig recipeWithTwoSets() {
    TrainConfig recipe;
    recipe.dataset.val.resize(2);
    recipe.dataset.val[0].dispName = "rooms";
    recipe.dataset.val[1].dir = "/data/streets/";
    recipe.eval.evalMetrics = {"mse", "psnr"};
    return recipe;
}

} // namespace

TEST(ValidationFigures, the_metric_that_decides_comes_first) {
    TrainConfig recipe = recipeWithTwoSets();
    EXPECT_THAT(validationFigures(recipe), ElementsAre("val/rooms/psnr", "val/rooms/mse",
                                                       "val/streets/psnr", "val/streets/mse"));
    recipe.ema.emplace();
    recipe.dataset.val.resize(1);
    recipe.eval.evalMetrics = {"psnr"};
    recipe.pipeline.targets.resize(2);
    recipe.pipeline.targets[1].name = "shading";
    EXPECT_THAT(validationFigures(recipe),
                ElementsAre("val/rooms/albedo_psnr_ema", "val/rooms/albedo_psnr",
                            "val/rooms/shading_psnr_ema", "val/rooms/shading_psnr"));
}

TEST(ValidationFigures, an_autoencoder_is_measured_by_what_it_reconstructs) {
    TrainConfig recipe = recipeWithTwoSets();
    recipe.dataset.val.resize(1);
    recipe.eval.evalMetrics = {"psnr"};
    recipe.trainer.name = kAutoencoderTrainer;
    recipe.validation.objective = true;
    EXPECT_THAT(validationFigures(recipe),
                ElementsAre("val/rooms/albedo_psnr", "val/rooms/beauty_psnr", "val/rooms/loss",
                            "val/rooms/recon_loss"));
    EXPECT_EQ(whyNotValidated("val/rooms/kl", recipe), std::nullopt);
    EXPECT_NE(whyNotValidated("val/rooms/psnr", recipe), std::nullopt);
}

TEST(ValidationFigures, one_that_no_validation_tells_is_named_with_those_it_does) {
    TrainConfig recipe = recipeWithTwoSets();
    EXPECT_EQ(whyNotValidated("val/rooms/mse", recipe), std::nullopt);
    EXPECT_THAT(whyNotValidated("val/rooms/loss", recipe).value_or(""),
                HasSubstr("tell val/rooms/psnr, val/rooms/mse"));
    EXPECT_NE(whyNotValidated("val/rooms/psnr_ema", recipe), std::nullopt);
    EXPECT_NE(whyNotValidated("val/halls/psnr", recipe), std::nullopt);
    recipe.validation.objective = true;
    EXPECT_EQ(whyNotValidated("val/rooms/loss", recipe), std::nullopt);
    EXPECT_EQ(whyNotValidated("val/streets/loss_t250", recipe), std::nullopt);
}

TEST(ValidationFigures, a_set_that_is_kept_back_is_measured) {
    TrainConfig recipe;
    recipe.dataset.train.dir = "/data/rooms/";
    EXPECT_NE(whyNotValidated("val/rooms_kept_back/psnr", recipe), std::nullopt);
    recipe.dataset.validFrac = 0.1;
    EXPECT_EQ(whyNotValidated("val/rooms_kept_back/psnr", recipe), std::nullopt);
}

TEST(ValidationFigures, know_which_way_they_are_better) {
    using enum MetricGoal;
    for (const char* tag : {"val/set/psnr", "val/set/albedo_psnr_ema", "val/set/code_usage"})
        EXPECT_EQ(goalOfFigure(tag), Maximize) << tag;
    for (const char* tag : {"val/set/si_mse", "train/loss", "train/albedo_loss", "val/set/kl_ema",
                            "val/set/loss_t250", "train/loss_t0-249", "val/set/recon_loss"})
        EXPECT_EQ(goalOfFigure(tag), Minimize) << tag;
    for (const char* tag : {"lr", "val/set/epsnr", "val/set/loss_terms", ""})
        EXPECT_EQ(goalOfFigure(tag), std::nullopt) << tag;
}
