#include "core/config/yaml/yaml_writer.h"

#include "core/config/config_diff.h"
#include "core/config/config_docs.h"
#include "core/config/schema/schema.h"
#include "core/config/schema/value_text.h"
#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Every leaf changed to another allowed value, lists with two elements, names that need quotes.
TrainConfig unusual() {
    TrainConfig config = loadText(kLeastConfig).config;
    config.model.pretrainedPath = "my models/sd: \"2\" #1";
    config.dataset.val.push_back(config.dataset.val[0]);
    config.dataset.val[1].dispName = "null";
    config.dataset.val[1].resizeToHw = {48, 64};
    config.dataset.val[1].exposureEv = -1.5;
    config.dataset.train.name = "mixed";
    config.dataset.train.datasetList = {config.dataset.val[0], config.dataset.val[1]};
    config.dataset.train.probLs = {0.1, 1e-7};
    config.pipeline.targets = {{"albedo", TargetSpace::Srgb, false, {}},
                               {"no", TargetSpace::Linear, true, {}},
                               {"stuff", TargetSpace::Stack, false, {"a", "", "b"}}};
    config.dataloader.seed = std::nullopt;
    config.multiResNoise = std::nullopt;
    config.gtMaskType = std::nullopt;
    config.optimizer.name = OptimizerKind::Sgd;
    config.optimizer.momentum = 0.875;
    config.optimizer.weightDecay = 0;
    config.lrScheduler.name = LrSchedule::OneCycle;
    config.lrScheduler.totalIter = 12;
    config.lr = 1.0 / 3;
    config.validation.mainValMetricGoal = MetricGoal::Maximize;
    config.run.name = "123";
    config.run.outputDir = "tab\there\nline";
    config.run.exitAfter = 1e21;
    return config;
}

} // namespace

TEST(YamlWriter, what_is_written_reads_back_to_the_same) {
    for (const TrainConfig& config : {loadText(kLeastConfig).config, unusual()}) {
        const std::string yaml = toYaml(config);
        const LoadedConfig again = loadText(yaml);
        EXPECT_THAT(linesOf(again), testing::Each(HasSubstr("warning"))) << yaml;
        EXPECT_THAT(again.ignored, IsEmpty());
        EXPECT_EQ(toYaml(again.config), yaml);
        EXPECT_THAT(differences(config, again.config), IsEmpty());
    }
    const TrainConfig again = loadText(toYaml(unusual())).config;
    EXPECT_EQ(again.model.pretrainedPath, "my models/sd: \"2\" #1");
    EXPECT_EQ(again.run.outputDir, "tab\there\nline");
    EXPECT_EQ(again.lr, 1.0 / 3);
    EXPECT_EQ(again.dataset.val[1].dispName, "null");
    EXPECT_EQ(again.dataset.train.probLs[1], 1e-7);
    EXPECT_EQ(again.pipeline.targets[2].subTargets[1], "");
}

TEST(YamlWriter, lists_in_lists_keep_their_texts) {
    Node inner;
    inner.kind = Node::Kind::List;
    inner.list = {Node::plain("1"), Node::quoted("a, b"), Node::null()};
    Node document = Node::emptyMap();
    document["k"].kind = Node::Kind::List;
    document["k"].list = {inner};
    EXPECT_EQ(yamlText(document), "k:\n- [1, \"a, b\", null]\n");
}

TEST(YamlWriter, numbers_are_what_other_yaml_readers_take_for_numbers) {
    EXPECT_EQ(numberText(3e-5), "3.0e-05");
    EXPECT_EQ(numberText(1), "1.0");
    EXPECT_EQ(numberText(0.1), "0.1");
    EXPECT_EQ(numberText(1e21), "1.0e+21");
}

TEST(YamlWriter, only_settings_of_the_chosen_kind_are_written) {
    const std::string yaml = toYaml(unusual());
    EXPECT_THAT(yaml, HasSubstr("pct_start"));
    EXPECT_THAT(yaml, testing::Not(HasSubstr("warmup_steps")));
    EXPECT_THAT(yaml, testing::Not(HasSubstr("amsgrad")));
}

TEST(ConfigDiff, says_what_differs_by_key) {
    TrainConfig before = loadText(kLeastConfig).config;
    TrainConfig after = before;
    after.lr = 0.5;
    after.dataset.val.clear();
    after.multiResNoise->strength = 0.5;
    after.trainer.savePeriod = 3;
    std::vector<std::string> lines;
    for (const Difference& d : differences(before, after))
        lines.push_back(d.key + " " + d.before + " " + d.after);
    EXPECT_THAT(lines, testing::IsSupersetOf({"lr 3.0e-05 0.5", "multi_res_noise.strength 0.9 0.5",
                                              "trainer.save_period 50 3", "dataset.val.0.dir v "}));
}

TEST(ConfigDocs, page_in_docs_is_what_the_schema_says) {
    std::ifstream stream(UNLIT_SOURCE_DIR "/docs/config.md");
    std::stringstream page;
    page << stream.rdbuf();
    EXPECT_EQ(page.str(), configMarkdown())
        << "run: build/release/unlit config docs > docs/config.md";
}

TEST(ConfigDocs, every_setting_has_a_row_and_a_sentence) {
    TrainConfig config;
    const Setting schema = schemaOf(config);
    const std::string page = configMarkdown();
    int count = 0;
    forEachLeaf(schema, "", [&](const Setting& setting, const std::string& path) {
        ++count;
        EXPECT_THAT(page, HasSubstr("| `" + path + "` |"));
        EXPECT_FALSE(setting.meta.help.empty()) << path;
    });
    EXPECT_GT(count, 90);
}
