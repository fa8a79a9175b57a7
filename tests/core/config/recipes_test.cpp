// Every recipe under configs/ can be used as it is.
#include "core/config/config_diff.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

#include <set>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
namespace fs = std::filesystem;
using testing::IsEmpty;

namespace {

const fs::path kRecipes = fs::path(UNLIT_SOURCE_DIR) / "configs";

/// All YAML files of the folder itself but those that are tables for other parts of the program.
std::set<std::string> recipeNames() {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(kRecipes))
        if (entry.path().extension() == ".yaml" && entry.path().filename() != "layers.yaml")
            names.insert(entry.path().filename());
    return names;
}

TrainConfig recipe(const std::string& name) {
    return loadConfig(kRecipes / name).config;
}

} // namespace

TEST(Recipes, all_load_without_a_word_and_survive_being_written) {
    EXPECT_THAT(recipeNames(),
                testing::IsSupersetOf({"sd21_albedo.yaml", "marigold_appearance.yaml",
                                       "marigold_lighting.yaml", "cpu_small.yaml", "smoke.yaml"}));
    for (const std::string& name : recipeNames()) {
        const LoadedConfig loaded = loadConfig(kRecipes / name);
        EXPECT_THAT(linesOf(loaded), IsEmpty()) << name;
        EXPECT_THAT(loaded.ignored, IsEmpty()) << name;
        const LoadedConfig again = loadText(toYaml(loaded.config));
        EXPECT_THAT(linesOf(again), IsEmpty()) << name;
        EXPECT_THAT(differences(loaded.config, again.config), IsEmpty()) << name;
    }
}

TEST(Recipes, bases_have_no_faults_of_their_own) {
    for (const auto& entry : fs::directory_iterator(kRecipes / "base"))
        for (const Diagnostic& found : loadConfig(entry.path()).diagnostics)
            EXPECT_THAT(found.key, testing::AnyOf(testing::StartsWith("model."),
                                                  testing::StartsWith("dataset."),
                                                  testing::HasSubstr("_period")))
                << entry.path() << ": " << found.text();
}

TEST(Recipes, albedo_recipe_has_the_settings_of_the_reference_trainer) {
    const TrainConfig config = recipe("sd21_albedo.yaml");
    EXPECT_EQ(config.lr, 3e-5);
    EXPECT_EQ(config.lrScheduler.totalIter, 25000);
    EXPECT_EQ(config.lrScheduler.finalRatio, 0.01);
    EXPECT_EQ(config.lrScheduler.warmupSteps, 100);
    EXPECT_EQ(config.optimizer.name, OptimizerKind::Adam);
    EXPECT_EQ(config.multiResNoise->strength, 0.9);
    EXPECT_TRUE(config.multiResNoise->annealed);
    EXPECT_EQ(config.dataloader.accumulationSteps(), 16);
    EXPECT_EQ(config.model.concatOrder, "noisy_first");
    EXPECT_FALSE(config.trainer.trainingNoiseScheduler.rescaleBetasZeroSnr.has_value());
    ASSERT_EQ(config.pipeline.targets.size(), 1U);
    EXPECT_EQ(config.pipeline.targets[0].name, "albedo");
}

TEST(Recipes, intrinsic_recipes_have_two_and_three_targets_and_mend_the_metric) {
    EXPECT_EQ(recipe("marigold_appearance.yaml").pipeline.targets.size(), 2U);
    EXPECT_EQ(recipe("marigold_lighting.yaml").pipeline.targets.size(), 3U);
    for (const char* name : {"marigold_appearance.yaml", "marigold_lighting.yaml"}) {
        EXPECT_EQ(recipe(name).model.concatOrder, "image_first");
        EXPECT_EQ(recipe(name).validation.mainValMetricGoal, MetricGoal::Maximize);
    }
}

TEST(Recipes, smoke_needs_nothing_that_is_not_made) {
    const TrainConfig config = recipe("smoke.yaml");
    EXPECT_EQ(config.prepare.randomModel, "tiny");
    EXPECT_GT(config.prepare.syntheticPairs, 0);
    EXPECT_LE(config.maxIter, 30);
}
