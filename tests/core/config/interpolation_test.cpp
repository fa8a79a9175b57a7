// References and merge keys in recipes: resolved as OmegaConf and YAML 1.1 have them, or refused
// with their place.
#include "core/config/load_config.h"
#include "core/config/new_model.h"
#include "core/config/yaml/yaml_writer.h"

#include "tests/core/config/config_text.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class Interpolation : public testing::Test {
protected:
    void SetUp() override {
        setenv("UNLIT_TEST_NUMBER", "17", 1);
        setenv("UNLIT_TEST_FOLDER", "/data/a b", 1);
        setenv("UNLIT_TEST_EMPTY", "", 1);
        unsetenv("UNLIT_TEST_MISSING");
    }

    void TearDown() override {
        for (const char* name : {"UNLIT_TEST_NUMBER", "UNLIT_TEST_FOLDER", "UNLIT_TEST_EMPTY"})
            unsetenv(name);
    }
};

/// The only finding, as a person sees it.
std::string findingOf(const std::string& yaml) {
    const LoadedConfig loaded = loadWith(yaml);
    EXPECT_FALSE(loaded.diagnostics.empty()) << yaml;
    return loaded.diagnostics.empty() ? "" : loaded.diagnostics.front().text();
}

} // namespace

TEST_F(Interpolation, what_refers_to_nothing_is_told_once) {
    EXPECT_THAT(linesOf(loadWith("lr: ${nothing.here}\n")),
                ElementsAre(HasSubstr("there is no value at nothing.here")));
    EXPECT_THAT(linesOf(loadWith("lr: ${nothing.here}\nmax_iter: many\n")),
                testing::UnorderedElementsAre(HasSubstr("there is no value at nothing.here"),
                                              HasSubstr("max_iter must be a whole number")));
}

TEST_F(Interpolation, a_reference_takes_over_the_value_that_stands_elsewhere) {
    const LoadedConfig loaded = loadWith("max_iter: 40\n"
                                         "trainer: {save_period: \"${max_iter}\"}\n"
                                         "lr: ${optimizer.kwargs.weight_decay}\n"
                                         "optimizer: {name: AdamW, kwargs: {weight_decay: 0.25}}\n"
                                         "dataloader: {seed: '${trainer.save_period}'}\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.trainer.savePeriod, 40);
    EXPECT_EQ(loaded.config.lr, 0.25);
    EXPECT_EQ(loaded.config.dataloader.seed, 40U);
    EXPECT_EQ(textOf(*loaded.originOf("trainer.save_period")), "train.yaml:7:24");
}

TEST_F(Interpolation, references_inside_a_text_become_text) {
    const LoadedConfig loaded =
        loadText("model: {pretrained_path: \"${oc.env:UNLIT_TEST_FOLDER}/m\"}\n"
                 "dataset:\n"
                 "  train: {dir: t, filenames: \"${.dir}/l${max_iter}.txt\"}\n"
                 "  val: [{dir: \"${dataset.train.dir}\", filenames: l}]\n"
                 "  vis: ${dataset.val}\n"
                 "max_iter: 3\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.model.pretrainedPath, "/data/a b/m");
    EXPECT_EQ(loaded.document.at("dataset.train.filenames")->scalar, "t/l3.txt");
    EXPECT_EQ(loaded.document.at("dataset.vis[0].dir")->scalar, "t");
}

TEST_F(Interpolation, the_environment_gives_numbers_and_defaults) {
    const LoadedConfig loaded =
        loadWith("max_iter: ${oc.env:UNLIT_TEST_NUMBER}\n"
                 "trainer: {save_period: \"${oc.env:UNLIT_TEST_MISSING, 21}\"}\n"
                 "dataloader: {seed: \"${oc.env:UNLIT_TEST_MISSING,${max_iter}}\"}\n"
                 "validation: {init_seed: \"${oc.env:UNLIT_TEST_MISSING,null}\"}\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.maxIter, 17);
    EXPECT_EQ(loaded.config.trainer.savePeriod, 21);
    EXPECT_EQ(loaded.config.dataloader.seed, 17U);
    EXPECT_EQ(loaded.document.at("validation.init_seed")->kind, Node::Kind::Null);
    EXPECT_THAT(findingOf("max_iter: ${oc.env:UNLIT_TEST_MISSING}\n"),
                testing::AllOf(HasSubstr("train.yaml:6:11"),
                               HasSubstr("UNLIT_TEST_MISSING is not set"),
                               HasSubstr("give a default")));
    EXPECT_THAT(findingOf("max_iter: ${oc.env:UNLIT_TEST_EMPTY}\n"), HasSubstr("max_iter"));
}

TEST_F(Interpolation, what_leads_nowhere_is_refused_with_its_place) {
    EXPECT_THAT(findingOf("max_iter: ${nothing}\n"),
                testing::AllOf(HasSubstr("train.yaml:6:11"), HasSubstr("no value at nothing")));
    EXPECT_THAT(findingOf("max_iter: ${max_iter}\n"), HasSubstr("refers to itself"));
    EXPECT_THAT(findingOf("max_iter: ${lr}\nlr: ${trainer.save_period}\n"
                          "trainer: {save_period: \"${max_iter}\"}\n"),
                HasSubstr("max_iter"));
    EXPECT_THAT(findingOf("trainer: {save_period: \"${trainer}\"}\n"),
                HasSubstr("refers to itself"));
    EXPECT_THAT(findingOf("max_iter: ${max_iter\n"), HasSubstr("never closed"));
    EXPECT_THAT(findingOf("max_iter: ${}\n"), HasSubstr("names no key"));
    EXPECT_THAT(findingOf("max_iter: ${oc.decode:5}\n"), HasSubstr("'oc.decode' is not known"));
    EXPECT_THAT(findingOf("max_iter: ${....x}\n"), HasSubstr("out of the document"));
    EXPECT_THAT(findingOf("max_iter: a${dataset.train}\n"), HasSubstr("texts and numbers"));
}

TEST_F(Interpolation, references_that_multiply_are_bounded) {
    std::string bomb = kLeastConfig + "a0: [1,1,1,1,1,1,1,1]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "\"${a" + std::to_string(i - 1) + "}\"";
        bomb += "a" + std::to_string(i) + ": [";
        for (int k = 0; k < 8; ++k)
            bomb += (k == 0 ? "" : ", ") + before;
        bomb += "]\n";
    }
    EXPECT_THAT(linesOf(loadText(bomb)), Contains(HasSubstr("multiply")));
}

TEST_F(Interpolation, text_that_grows_and_braces_that_nest_are_bounded) {
    std::string growing = kLeastConfig + "b0: " + std::string(1000, 'x') + "\n";
    for (int i = 1; i < 20; ++i) {
        const std::string before = "${b" + std::to_string(i - 1) + "}";
        growing += "b" + std::to_string(i) + ": \"" + before + before + "\"\n";
    }
    EXPECT_THAT(linesOf(loadText(growing)), Contains(HasSubstr("more text")));
    std::string nested = "max_iter: \"";
    std::string defaults = "max_iter: \"";
    for (int i = 0; i < 2'000; ++i) {
        nested += "${";
        defaults += "${oc.env:UNLIT_TEST_MISSING,";
    }
    EXPECT_THAT(findingOf(nested + std::string(2'000, '}') + "\"\n"), HasSubstr("too deep"));
    EXPECT_THAT(findingOf(defaults + std::string(2'000, '}') + "\"\n"), HasSubstr("too deep"));
}

TEST_F(Interpolation, a_backslash_keeps_the_signs_and_saved_recipes_read_back) {
    const LoadedConfig loaded = loadText("model: {pretrained_path: '\\${m}'}\n" +
                                         kLeastConfig.substr(kLeastConfig.find('\n') + 1));
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.model.pretrainedPath, "${m}");
    const LoadedConfig again = loadText(toYaml(loaded.config));
    EXPECT_THAT(linesOf(again), IsEmpty());
    EXPECT_EQ(again.config.model.pretrainedPath, "${m}");
}

TEST_F(Interpolation, bases_and_overrides_come_first) {
    const TempFolder folder;
    writeText(folder / "base.yaml",
              kLeastConfig + "max_iter: 5\ntrainer: {save_period: \"${max_iter}\"}\n");
    writeText(folder / "own.yaml",
              "base_config: [\"${oc.env:UNLIT_TEST_MISSING,base}.yaml\"]\nlr: 0.5\n");
    EXPECT_EQ(loadConfig(folder / "own.yaml").config.trainer.savePeriod, 5);
    const LoadedConfig over =
        loadConfig(folder / "own.yaml", {"max_iter=9", "dataloader.seed=${max_iter}"});
    EXPECT_THAT(linesOf(over), IsEmpty());
    EXPECT_EQ(over.config.trainer.savePeriod, 9);
    EXPECT_EQ(over.config.dataloader.seed, 9U);
}

TEST_F(Interpolation, merge_keys_bring_what_is_not_there) {
    const LoadedConfig loaded = loadText("model: {pretrained_path: m}\n"
                                         "dataset:\n"
                                         "  train: &t {dir: t, filenames: l}\n"
                                         "  val:\n"
                                         "    - <<: *t\n"
                                         "      dir: v\n"
                                         "  vis:\n"
                                         "    - {<<: [{dir: first}, *t]}\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.document.at("dataset.val[0].dir")->scalar, "v");
    EXPECT_EQ(loaded.document.at("dataset.val[0].filenames")->scalar, "l");
    EXPECT_EQ(loaded.document.at("dataset.vis[0].dir")->scalar, "first");
    EXPECT_EQ(loaded.document.at("dataset.vis[0].filenames")->scalar, "l");
    EXPECT_THAT(findingOf("trainer: {<<: 5}\n"), HasSubstr("<< takes a map"));
}

TEST_F(Interpolation, a_tab_is_called_a_tab) {
    EXPECT_THAT(findingOf("trainer:\n\tsave_period: 5\n"),
                testing::AllOf(HasSubstr("train.yaml:7:1"), HasSubstr("tab")));
    EXPECT_THAT(linesOf(loadWith("max_iter:\t5\n")), IsEmpty()); // between tokens it is allowed
}

TEST_F(Interpolation, files_that_are_no_text_are_refused_in_a_sentence) {
    const TempFolder folder;
    const auto said = [&](const std::string& bytes) {
        const LoadedConfig loaded = loadConfig(writeText(folder / "a.yaml", bytes));
        return linesOf(loaded).empty() ? std::string() : linesOf(loaded).front();
    };
    EXPECT_THAT(said(std::string("\xFF\xFEm\0a\0", 6)), HasSubstr("UTF-16"));
    EXPECT_THAT(said(std::string("m\0a\0x\0", 6)), HasSubstr("UTF-16"));
    EXPECT_THAT(said(std::string("a: 1\nb\0c: 2\n", 12)), HasSubstr("zero byte in line 2"));
    EXPECT_EQ(said("\xEF\xBB\xBF" + kLeastConfig), "");
}

// OmegaConf's grammar: commas part arguments but in quotes, brackets and further references; names
// of variables are resolved, too.
TEST_F(Interpolation, arguments_are_parted_and_resolved_as_omegaconf_has_it) {
    const auto folderOf = [](const std::string& value) {
        const LoadedConfig loaded =
            loadText("model: {pretrained_path: '" + value + "'}\n" +
                     kLeastConfig.substr(kLeastConfig.find('\n') + 1) + "max_iter: 17\n");
        EXPECT_THAT(linesOf(loaded), IsEmpty()) << value;
        return loaded.config.model.pretrainedPath.string();
    };
    setenv("UNLIT_TEST_17", "named", 1);
    EXPECT_EQ(folderOf("${oc.env:UNLIT_TEST_${max_iter},other}"), "named");
    EXPECT_EQ(folderOf("${oc.env:UNLIT_TEST_${oc.env:UNLIT_TEST_NUMBER,1},other}"), "named");
    unsetenv("UNLIT_TEST_17");
    EXPECT_EQ(folderOf("${oc.env:UNLIT_TEST_${max_iter},other}"), "other");
    EXPECT_EQ(folderOf("${oc.env:UNLIT_TEST_MISSING,\"a,b\"}"), "a,b");
    EXPECT_THAT(findingOf("max_iter: ${oc.env:UNLIT_TEST_MISSING,1,2}\n"),
                HasSubstr("one default"));
}

// OmegaConf: "\\${x}" is a backslash and a reference, "\${x}" the signs.
TEST_F(Interpolation, two_backslashes_are_one_before_a_reference) {
    const auto load = [](const std::string& value) {
        return loadText("model: {pretrained_path: '" + value + "'}\n" +
                        kLeastConfig.substr(kLeastConfig.find('\n') + 1) + "max_iter: 17\n");
    };
    const auto pathOf = [](const LoadedConfig& loaded) {
        return loaded.config.model.pretrainedPath.string();
    };
    EXPECT_EQ(pathOf(load("a\\\\${max_iter}")), "a\\17");
    EXPECT_EQ(pathOf(load("a\\\\\\${max_iter}")), "a\\${max_iter}");
    EXPECT_EQ(pathOf(load("a\\b\\\\c")), "a\\b\\\\c");
    const LoadedConfig loaded = load("a\\\\\\${max_iter}");
    EXPECT_EQ(pathOf(loadText(toYaml(loaded.config))), "a\\${max_iter}");
}

TEST_F(Interpolation, line_ends_of_old_macs_are_not_taken_for_one_comment) {
    const TempFolder folder;
    const auto file = writeText(folder / "a.yaml", "# mine\rmax_iter: 5\r");
    EXPECT_THAT(linesOf(loadConfig(file)), Contains(HasSubstr("old Macs")));
}
