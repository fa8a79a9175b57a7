// `unlit config check`, `show`, `diff` and `docs`.
#include "tests/cli/command_fixture.h"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace unlit::test;
using nlohmann::json;
using testing::HasSubstr;

namespace {

class ConfigVerbs : public CommandTest {
protected:
    std::string makeConfig(const std::string& name, const std::string& more = {}) const {
        return makeFile(name, "model: {pretrained_path: m}\n"
                              "dataset:\n"
                              "  train: {dir: t, filenames: l}\n"
                              "  val: [{dir: v, filenames: l}]\n"
                              "  vis: [{dir: w, filenames: l}]\n" +
                                  more);
    }
};

} // namespace

TEST_F(ConfigVerbs, check_tells_all_faults_with_their_places_and_exit_code_2) {
    const std::string file = makeConfig("a.yaml", "max_itre: 5\nlr: fast\n");
    const ProcessResult run = runUnlit({"config", "check", file});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(run.errors, "unlit: " + file +
                              ":6:1: unknown key max_itre (did you mean max_iter?)\n"
                              "unlit: " +
                              file + ":7:5: lr must be a number from 0 to 1, not fast\n");
    const json object = objectOf(runUnlit({"config", "check", file, "--json"}));
    EXPECT_EQ(object["ok"], false);
    ASSERT_EQ(object["diagnostics"].size(), 2U);
    EXPECT_EQ(object["diagnostics"][1]["line"], 7);
    EXPECT_EQ(object["diagnostics"][1]["column"], 5);
    EXPECT_EQ(object["diagnostics"][1]["key"], "lr");
}

TEST_F(ConfigVerbs, check_accepts_what_can_be_used_and_lists_ignored_keys_once) {
    const std::string file =
        makeConfig("a.yaml", "wandb: {project: x}\nlogging: {console_level: 20}\n");
    const ProcessResult run = runUnlit({"config", "check", file});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_EQ(run.errors, "unlit: ignored, as they do nothing here: wandb\n");
    const ProcessResult quiet = runUnlit({"config", "check", file, "--quiet"});
    EXPECT_EQ(quiet.errors, "");
}

TEST_F(ConfigVerbs, check_takes_overrides) {
    const std::string file = makeConfig("a.yaml");
    EXPECT_EQ(runUnlit({"config", "check", file, "max_iter=5", "lr=1e-4"}).exitCode, 0);
    const ProcessResult run = runUnlit({"config", "check", file, "max_iter=x"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_EQ(run.errors, "unlit: max_iter=x: max_iter must be a whole number, not x\n");
}

TEST_F(ConfigVerbs, a_missing_file_is_one_sentence) {
    const ProcessResult run = runUnlit({"config", "check", text("none.yaml")});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_TRUE(isOneLine(run.errors)) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr("none.yaml"));
}

TEST_F(ConfigVerbs, show_prints_a_configuration_that_means_the_same_by_itself) {
    makeConfig("base.yaml", "lr: 0.25\n");
    const std::string file = makeFile("a.yaml", "base_config: [base.yaml]\nmax_iter: 7\n");
    const ProcessResult shown = runUnlit({"config", "show", file, "trainer.init_seed=null"});
    EXPECT_EQ(shown.exitCode, 0) << shown.errors;
    const std::string whole = makeFile("whole.yaml", shown.output);
    EXPECT_EQ(runUnlit({"config", "show", whole}).output, shown.output);
    const json object = objectOf(runUnlit({"config", "show", file, "max_epoch=3", "--json"}));
    EXPECT_EQ(object["config"]["lr"], 0.25);
    EXPECT_EQ(object["config"]["max_iter"], 7);
    EXPECT_EQ(object["config"]["trainer"]["init_seed"], 2024);
    EXPECT_EQ(object["origins"]["lr"], text("base.yaml") + ":6:5");
    EXPECT_EQ(object["origins"]["max_iter"], file + ":2:11");
    EXPECT_EQ(object["origins"]["max_epoch"], "max_epoch=3");
    EXPECT_EQ(object["origins"]["trainer.init_seed"], "default");
    EXPECT_THAT(runUnlit({"config", "show", file, "--origins"}).output,
                HasSubstr("\nmax_iter: 7  # " + file + ":2:11\n"));
}

TEST_F(ConfigVerbs, diff_names_every_setting_that_differs) {
    const std::string a = makeConfig("a.yaml", "lr: 0.25\n");
    const std::string b = makeConfig("b.yaml", "lr: 0.5\nmulti_res_noise: null\n");
    const ProcessResult run = runUnlit({"config", "diff", a, b});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.output, HasSubstr("lr: 0.25 -> 0.5\n"));
    EXPECT_THAT(run.output, HasSubstr("multi_res_noise.strength: 0.9 -> -\n"));
    EXPECT_EQ(objectOf(runUnlit({"config", "diff", a, a, "--json"}))["differences"].size(), 0U);
}

TEST_F(ConfigVerbs, diff_takes_run_folders) {
    const std::string a = makeConfig("a.yaml", "lr: 0.25\n");
    makeConfig("run/config.yaml", "lr: 0.5\n");
    EXPECT_EQ(runUnlit({"config", "diff", a, text("run")}).output, "lr: 0.25 -> 0.5\n");
}

TEST_F(ConfigVerbs, docs_lists_every_setting) {
    const ProcessResult run = runUnlit({"config", "docs"});
    EXPECT_EQ(run.exitCode, 0);
    EXPECT_THAT(run.output, HasSubstr("| `trainer.save_period` | a whole number of at least 0 | "
                                      "`50` | optimizer steps |"));
}

TEST_F(ConfigVerbs, show_takes_files_in_order_and_tells_which_variable_a_value_is_from) {
    const std::string a = makeConfig("a.yaml", "max_iter: 3\nlr: 0.25\n");
    const std::string b = makeFile("b.yaml", "max_iter: 4\n");
    ::setenv("UNLIT_CONFIG__TRAINER__SAVE_PERIOD", "6", 1);
    const ProcessResult shown = runUnlit({"config", "show", a, b, "lr=0.5", "--origins"});
    ::setenv("UNLIT_CONFIG__TRAINER__SAVE_PERIODE", "6", 1);
    const ProcessResult wrong = runUnlit({"config", "check", a});
    ::unsetenv("UNLIT_CONFIG__TRAINER__SAVE_PERIODE");
    ::unsetenv("UNLIT_CONFIG__TRAINER__SAVE_PERIOD");
    EXPECT_EQ(shown.exitCode, 0) << shown.errors;
    EXPECT_THAT(shown.output, HasSubstr("\nmax_iter: 4  # " + b + ":1:11\n"));
    EXPECT_THAT(shown.output, HasSubstr("\nlr: 0.5  # lr=0.5\n"));
    EXPECT_THAT(shown.output,
                HasSubstr("\ntrainer.save_period: 6  # $UNLIT_CONFIG__TRAINER__SAVE_PERIOD\n"));
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_EQ(wrong.errors, "unlit: $UNLIT_CONFIG__TRAINER__SAVE_PERIODE: unknown key "
                            "trainer.save_periode (did you mean save_period?)\n");
}
