#include "core/runs/run_filter.h"

#include "core/config/yaml/yaml_reader.h"

#include <gtest/gtest.h>

using namespace unlit;
using runs::RunFilter;
using runs::RunSettings;
using runs::RunSummary;

namespace {

RunSummary run(const std::string& name, const std::string& yaml) {
    std::vector<Diagnostic> diagnostics;
    RunSummary summary;
    summary.name = name;
    summary.status = runs::RunStatus::Failed;
    summary.step = 120;
    summary.note = "the disk is full";
    summary.best = runs::BestValue{"val/rooms/psnr", 21.5, 100};
    summary.settings =
        std::make_shared<const RunSettings>(config::parseYaml(yaml, "config.yaml", diagnostics));
    summary.figures = std::make_shared<const runs::BestValues>(
        runs::BestValues{{"val/rooms/psnr", {"val/rooms/psnr", 21.5, 100}}});
    return summary;
}

} // namespace

TEST(RunFilter, compares_settings_and_figures_as_numbers) {
    const RunSummary one = run("one", "lr: 3e-4\noptimizer: {name: Muon}\n"
                                      "trainer: {save_period: 7}\n");
    for (const char* text :
         {"lr>1e-4", "lr > 1e-4", "lr=0.0003", "lr<=3e-4 lr>=3e-4", "lr!=1", "best>=21.5",
          "val/rooms/psnr>20", "step<121", "optimizer.name=muon", "optimizer.name!=Adam",
          "status=failed", "trainer.save_period=7", "trainer.save_period<50", "save_period=7", "",
          "one", "ONE disk", "failed lr>1e-4"})
        EXPECT_TRUE(RunFilter(text).passes(one)) << text;
    for (const char* text :
         {"lr>3e-4", "lr<1e-4", "best>22", "val/rooms/psnr<20", "step>=121", "optimizer.name=Adam",
          "status=finished", "two", "one lr>1", "no_such_key=1", "no_such_key!=1",
          "val/halls/psnr>0", "optimizer.name>3"})
        EXPECT_FALSE(RunFilter(text).passes(one)) << text;
}

TEST(RunFilter, a_setting_that_is_not_told_has_its_default) {
    const RunSummary plain = run("plain", "max_iter: 10\n");
    EXPECT_TRUE(RunFilter("trainer.save_period=50").passes(plain)); // docs/config.md
    EXPECT_FALSE(RunFilter("trainer.save_period=7").passes(plain));
    EXPECT_TRUE(plain.settings->own().contains("max_iter"));
    // What has its default costs nothing.
    EXPECT_FALSE(run("same", "trainer: {save_period: 50}\n")
                     .settings->own()
                     .contains("trainer.save_period"));
}

TEST(RunFilter, says_which_value_its_column_never_has) {
    for (const char* text :
         {"status=running", "status!=FAILED lr>1", "archived=yes", "group=runing"})
        EXPECT_FALSE(RunFilter(text).impossible()) << text;
    const auto status = RunFilter("lr>1 status=runing").impossible();
    ASSERT_TRUE(status);
    EXPECT_EQ(status->key, "status");
    EXPECT_EQ(status->value, "runing");
    EXPECT_EQ(status->possible.size(), 7U);
    EXPECT_TRUE(RunFilter("archived=true").impossible());
}

TEST(RunFilter, words_are_looked_for_where_the_caller_says_too) {
    const RunSummary one = run("one", "lr: 1\n");
    EXPECT_FALSE(RunFilter("gescheitert").passes(one));
    EXPECT_TRUE(RunFilter("gescheitert").passes(one, "one gescheitert"));
}

TEST(RunFilter, a_name_with_signs_in_it_is_a_word) {
    RunSummary run;
    run.name = "lr=1e-4_name=Muon";
    EXPECT_TRUE(RunFilter("lr=1e-4_name=Muon").passes(run));
    EXPECT_TRUE(RunFilter("name=muon_lr=1 status!=failed LR=1E-4_NAME=").passes(run) == false);
    EXPECT_TRUE(RunFilter("status!=failed 1e-4_name=mu").passes(run) == false)
        << "one sign is a comparison";
    EXPECT_TRUE(RunFilter("status!=failed \"1e-4_name=mu\"").passes(run));
    run.name = "first try";
    EXPECT_TRUE(RunFilter("\"first try\"").passes(run));
    EXPECT_FALSE(RunFilter("\"try first\"").passes(run));
}

TEST(RunSettings, tells_in_what_runs_differ) {
    const RunSummary a = run("a", "lr: 1e-4\nmax_iter: 10\nrun: {name: a}\n");
    const RunSummary b = run("b", "lr: 2e-4\nmax_iter: 10\nrun: {name: b}\n"
                                  "trainer: {save_period: 7}\n");
    EXPECT_EQ(runs::differingKeys({a.settings.get(), b.settings.get()}),
              (std::vector<std::string>{"lr", "trainer.save_period"}));
}

TEST(RunSettings, an_ambiguous_end_of_a_key_is_none) {
    const RunSummary one = run("one", "optimizer: {name: Muon}\n");
    EXPECT_FALSE(one.settings->find("name").has_value()); // loss.name, trainer.name, …
    EXPECT_EQ(one.settings->find("optimizer.name"), "Muon");
}

TEST(RunFilter, tags_groups_and_the_archive) {
    RunSummary one = run("one", "lr: 1\n");
    one.labels = {{"Baseline", "small"}, "rates", false};
    for (const char* text : {"tag=baseline", "tags=small", "tag!=large", "tag=small tag=baseline",
                             "group=rates", "group!=others", "baseline", "rates", "archived=no"})
        EXPECT_TRUE(RunFilter(text).passes(one)) << text;
    for (const char* text : {"tag=large", "tag!=small", "tag>a", "group=others", "group!=rates",
                             "archived=yes", "large"})
        EXPECT_FALSE(RunFilter(text).passes(one)) << text;
    EXPECT_EQ(cellOf(one, "tags"), "Baseline small");
    const RunSummary plain = run("plain", "lr: 1\n");
    EXPECT_TRUE(RunFilter("tag!=small group!=rates").passes(plain));
    EXPECT_FALSE(RunFilter("tag=small").passes(plain));
    // Archived runs are there when they are asked for.
    constexpr auto kHidden = RunFilter::Archived::Hidden;
    one.labels.isArchived = true;
    EXPECT_TRUE(RunFilter("").passes(one));
    EXPECT_FALSE(RunFilter("", kHidden).passes(one));
    EXPECT_FALSE(RunFilter("tag=small", kHidden).passes(one));
    EXPECT_TRUE(RunFilter("archived=yes", kHidden).passes(one));
    EXPECT_FALSE(RunFilter("archived=no", kHidden).passes(one));
    EXPECT_TRUE(RunFilter("", kHidden).passes(plain));
    EXPECT_FALSE(RunFilter("", kHidden).isEmpty());
}
