#include "core/session/data/train_on_set.h"

#include "core/config/load_config.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

data::PairReport sized(int width, int height) {
    data::PairReport report;
    report.width = width;
    report.height = height;
    return report;
}

/// Errors but for the model, which the recipe leaves open.
std::vector<std::string> faultsOf(const std::string& recipe) {
    std::vector<std::string> faults;
    for (const Diagnostic& each : config::loadConfigText(recipe, "/sets/recipe.yaml").diagnostics)
        if (!each.key.starts_with("model."))
            faults.push_back(each.key + ": " + each.message);
    return faults;
}

} // namespace

TEST(TrainOnSet, names_the_set_and_how_it_is_split) {
    TrainOnSet set;
    set.root = "/sets/my: renders";
    set.list = "/sets/my: renders/filename_list.txt";
    set.validationShare = 0.15;
    set.splitSeed = 77;
    set.cropSize = 256;
    const std::string recipe = recipeFor(set);
    EXPECT_EQ(faultsOf(recipe), std::vector<std::string>{});
    const config::TrainConfig config = config::loadConfigText(recipe, "/sets/r.yaml").config;
    EXPECT_EQ(config.dataset.train.dir, set.root);
    EXPECT_EQ(config.dataset.train.filenames, set.list);
    EXPECT_EQ(config.dataset.train.cropSize, 256);
    EXPECT_EQ(config.dataset.validFrac, 0.15);
    EXPECT_EQ(config.dataset.splitSeed, 77);
    EXPECT_TRUE(config.augmentation.randomCrop);
    EXPECT_TRUE(config.dataset.val.empty());
}

TEST(TrainOnSet, two_lists_are_trained_and_validated_on) {
    TrainOnSet set;
    set.root = "/sets/renders";
    set.list = "/lists/train.txt";
    set.validation = "/lists/val.txt";
    const std::string recipe = recipeFor(set);
    EXPECT_EQ(faultsOf(recipe), std::vector<std::string>{});
    const config::TrainConfig config = config::loadConfigText(recipe, "/sets/r.yaml").config;
    ASSERT_EQ(config.dataset.val.size(), 1U);
    EXPECT_EQ(config.dataset.val[0].filenames, set.validation);
    EXPECT_EQ(config.dataset.validFrac, 0);
}

TEST(TrainOnSet, begins_with_the_model_and_leaves_it_what_it_is) {
    TrainOnSet set;
    set.root = "/sets/renders";
    set.list = "/sets/renders/list.txt";
    set.validationShare = 0.1;
    set.model = "/models/my: own";
    set.isOneStep = true;
    const std::string recipe = recipeFor(set);
    EXPECT_EQ(faultsOf(recipe), std::vector<std::string>{});
    const config::TrainConfig config = config::loadConfigText(recipe, "/sets/r.yaml").config;
    EXPECT_EQ(config.model.pretrainedPath, set.model);
    EXPECT_EQ(config.trainer.timesteps, config::TrainedTimesteps::Last);
}

TEST(TrainOnSet, without_validation_nothing_waits_for_it) {
    TrainOnSet set;
    set.root = "/sets/renders";
    set.list = "/sets/renders/list.txt";
    EXPECT_EQ(faultsOf(recipeFor(set)), std::vector<std::string>{});
}

TEST(TrainOnSet, crops_what_would_not_fit_into_one_batch) {
    EXPECT_EQ(cropSizeFor({}), 0);
    EXPECT_EQ(cropSizeFor({sized(256, 256), sized(0, 0), sized(256, 256)}), 0);
    EXPECT_EQ(cropSizeFor({sized(256, 256), sized(300, 200)}), 192);
    EXPECT_EQ(cropSizeFor({sized(1920, 1080), sized(1920, 1080)}), 512);
    EXPECT_EQ(cropSizeFor({sized(40, 30), sized(30, 40)}), 24);
}

TEST(TrainOnSet, a_set_of_classes_or_texts_is_trained_with_them) {
    EXPECT_EQ(conditionFor({"", ""}), std::nullopt);
    EXPECT_EQ(conditionFor({"0", "", "4"}), (SetCondition{false, 5}));
    EXPECT_EQ(conditionFor({"3", "a wall"}), (SetCondition{true, 0}));
    EXPECT_EQ(conditionFor({"-1"}), (SetCondition{true, 0}));
    TrainOnSet set;
    set.root = "/sets/renders";
    set.list = "/lists/train.txt";
    set.condition = SetCondition{false, 5};
    const std::string recipe = recipeFor(set);
    EXPECT_EQ(faultsOf(recipe), std::vector<std::string>{});
    const config::TrainConfig config = config::loadConfigText(recipe, "/sets/r.yaml").config;
    ASSERT_TRUE(config.condition);
    EXPECT_EQ(config.condition->kind, ConditionKind::Class);
    EXPECT_EQ(config.condition->classes, 5);
    set.condition = SetCondition{true, 0};
    EXPECT_EQ(config::loadConfigText(recipeFor(set), "/sets/r.yaml").config.condition->kind,
              ConditionKind::Text);
}
