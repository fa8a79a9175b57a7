#include "core/config/load_config.h"

#include "tests/core/config/config_text.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(LoadConfig, unknown_key_names_the_nearest_and_its_place) {
    EXPECT_THAT(linesOf(loadWith("max_iters: 5\n")),
                ElementsAre("train.yaml:6:1: unknown key max_iters (did you mean max_iter?)"));
    EXPECT_THAT(linesOf(loadWith("trainer:\n  save_periode: 5\n")),
                ElementsAre("train.yaml:7:3: unknown key trainer.save_periode (did you mean "
                            "save_period?)"));
    EXPECT_THAT(linesOf(loadWith("dataset2: 1\nqqqqqqqq: 1\n")),
                Contains("train.yaml:7:1: unknown key qqqqqqqq; unlit config docs lists all keys"));
}

TEST(LoadConfig, a_key_in_the_wrong_section_is_sent_to_its_own) {
    EXPECT_THAT(linesOf(loadWith("trainer:\n  max_iter: 5\n")),
                ElementsAre("train.yaml:7:3: unknown key trainer.max_iter (did you mean "
                            "max_iter?)"));
    EXPECT_THAT(linesOf(loadWith("effective_batch_size: 8\n")),
                ElementsAre("train.yaml:6:1: unknown key effective_batch_size (did you mean "
                            "dataloader.effective_batch_size?)"));
}

TEST(LoadConfig, wrong_types_and_ranges_say_what_is_allowed) {
    EXPECT_THAT(linesOf(loadWith("max_iter: many\n")),
                ElementsAre("train.yaml:6:11: max_iter must be a whole number, not many"));
    EXPECT_THAT(linesOf(loadWith("max_iter: \"10\"\n")),
                ElementsAre("train.yaml:6:11: max_iter must be a whole number, not the text "
                            "\"10\""));
    EXPECT_THAT(linesOf(loadWith("lr: -1\n")),
                ElementsAre("train.yaml:6:5: lr must be a number from 0 to 1, not -1"));
    EXPECT_THAT(linesOf(loadWith("lr: .nan\n")),
                ElementsAre("train.yaml:6:5: lr must be a number from 0 to 1, not .nan"));
    EXPECT_THAT(linesOf(loadWith("max_iter: 99999999999999999999\n")), testing::SizeIs(1));
    EXPECT_THAT(linesOf(loadWith("optimizer: {name: Adamw}\n")),
                ElementsAre("train.yaml:6:19: optimizer.name must be one of Adam, AdamW, Muon, "
                            "SGD, not Adamw (did you mean AdamW?)"));
    EXPECT_THAT(linesOf(loadWith("validation: {match_input_res: 3}\n")),
                ElementsAre("train.yaml:6:31: validation.match_input_res must be true or false, "
                            "not 3"));
    EXPECT_THAT(linesOf(loadWith("trainer: 5\n")),
                ElementsAre("train.yaml:6:10: trainer must be a section of keys, not 5"));
    EXPECT_THAT(linesOf(loadWith("optimizer: {kwargs: {betas: [0.9, 1.0]}}\n")),
                ElementsAre("train.yaml:6:35: optimizer.kwargs.betas must be a list of 2 numbers "
                            "of at least 0 and below 1, not 1.0"));
}

TEST(LoadConfig, all_faults_are_told_at_once) {
    const LoadedConfig loaded =
        loadWith("max_iter: x\nlr: 7\nfoo: 1\ndataloader:\n  effective_batch_size: 5\n"
                 "  max_train_batch_size: 2\n");
    EXPECT_THAT(linesOf(loaded),
                UnorderedElementsAre(
                    "train.yaml:6:11: max_iter must be a whole number, not x",
                    "train.yaml:7:5: lr must be a number from 0 to 1, not 7",
                    testing::StartsWith("train.yaml:8:1: unknown key foo"),
                    testing::StartsWith("train.yaml:10:25: dataloader.effective_batch_size 5 "
                                        "cannot be divided by max_train_batch_size 2")));
    EXPECT_FALSE(loaded.isUsable());
    try {
        requireUsable(loaded);
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(std::ranges::count(std::string(error.what()), '\n'), 3);
    }
}

TEST(LoadConfig, null_switches_off_what_it_may) {
    const LoadedConfig loaded = loadWith("multi_res_noise: null\ngt_mask_type: ~\n"
                                         "trainer: {init_seed: null}\n"
                                         "dataloader: {seed: null}\n");
    EXPECT_THAT(linesOf(loaded), ElementsAre(HasSubstr("without a seed")));
    EXPECT_FALSE(loaded.config.multiResNoise.has_value());
    EXPECT_FALSE(loaded.config.gtMaskType.has_value());
    EXPECT_FALSE(loaded.config.trainer.initSeed.has_value());
    EXPECT_FALSE(loaded.config.dataloader.seed.has_value());
    EXPECT_THAT(linesOf(loadWith("max_iter: null\n")),
                ElementsAre("train.yaml:6:11: max_iter must be a whole number, not null"));
}

TEST(LoadConfig, bases_are_merged_depth_first_later_over_earlier_own_keys_last) {
    const TempFolder folder;
    writeText(folder / "deep.yaml", kLeastConfig + "max_iter: 1\nlr: 0.1\nmax_epoch: 1\n"
                                                   "trainer: {save_period: 1, backup_period: 1}\n");
    writeText(folder / "first.yaml", "base_config: [deep.yaml]\nmax_iter: 2\nmax_epoch: 2\n");
    writeText(folder / "second.yaml", "max_epoch: 3\ntrainer: {save_period: 3}\n");
    const auto file =
        writeText(folder / "own.yaml", "base_config:\n- first.yaml\n- second.yaml\ntrainer:\n"
                                       "  validation_period: 4\n");
    const LoadedConfig loaded = loadConfig(file);
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.lr, 0.1);
    EXPECT_EQ(loaded.config.maxIter, 2);
    EXPECT_EQ(loaded.config.maxEpoch, 3);
    EXPECT_EQ(loaded.config.trainer.savePeriod, 3);
    EXPECT_EQ(loaded.config.trainer.backupPeriod, 1);
    EXPECT_EQ(loaded.config.trainer.validationPeriod, 4);
    EXPECT_EQ(textOf(loaded.originOf("trainer.save_period").value()),
              (folder / "second.yaml").string() + ":2:24");
    EXPECT_FALSE(loaded.originOf("trainer.init_seed").has_value());
}

TEST(LoadConfig, a_text_that_is_not_saved_yet_finds_its_bases_too) {
    const TempFolder folder;
    writeText(folder / "base.yaml", kLeastConfig + "lr: 0.5\n");
    const LoadedConfig loaded =
        loadConfigText("base_config: base.yaml\nmax_iter: 3\n", folder / "unsaved.yaml");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.lr, 0.5);
    EXPECT_EQ(loaded.config.maxIter, 3);
}

TEST(LoadConfig, a_base_is_also_found_one_folder_up_as_marigold_writes_it) {
    const TempFolder folder;
    writeText(folder / "config/model.yaml", kLeastConfig);
    const auto file =
        writeText(folder / "config/train.yaml", "base_config:\n- config/model.yaml\nlr: 0.5\n");
    const LoadedConfig loaded = loadConfig(file);
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.model.pretrainedPath, "m");
}

TEST(LoadConfig, bases_that_name_each_other_are_refused) {
    const TempFolder folder;
    writeText(folder / "a.yaml", "base_config: [b.yaml]\n");
    writeText(folder / "b.yaml", "base_config: [a.yaml]\n");
    const LoadedConfig loaded = loadConfig(folder / "a.yaml");
    EXPECT_THAT(linesOf(loaded), Contains((folder / "b.yaml").string() +
                                          ":1:15: base_config goes in a circle: a.yaml -> b.yaml "
                                          "-> a.yaml; take one of them out"));
}

TEST(LoadConfig, a_missing_base_and_a_missing_file_are_told) {
    const TempFolder folder;
    const auto file = writeText(folder / "a.yaml", "base_config: [none.yaml]\n" + kLeastConfig);
    EXPECT_THAT(linesOf(loadConfig(file)),
                Contains(file.string() +
                         ":1:15: there is no base_config none.yaml; it was looked for as " +
                         (folder / "none.yaml").string() + ", " +
                         (folder.path().parent_path() / "none.yaml").string() + ", none.yaml"));
    EXPECT_THAT(linesOf(loadConfig(folder / "absent.yaml")),
                ElementsAre(HasSubstr("absent.yaml: No such file or directory")));
    EXPECT_THAT(linesOf(loadConfig(folder.path())), ElementsAre(HasSubstr("is a folder")));
    // What is missing may stand in it.
    const auto bare = writeText(folder / "bare.yaml", "base_config: [none.yaml]\nmax_epoch: -1\n");
    EXPECT_THAT(linesOf(loadConfig(bare)),
                testing::UnorderedElementsAre(HasSubstr("there is no base_config none.yaml"),
                                              HasSubstr("max_epoch")));
}

TEST(LoadConfig, overrides_win_and_are_checked_like_files) {
    const TempFolder folder;
    const auto file = writeText(folder / "a.yaml", kLeastConfig + "max_iter: 7\n");
    const LoadedConfig loaded =
        loadConfig(file, {"max_iter=8", "dataset.val.0.dir=other", "trainer.init_seed=null",
                          "dataset.train.resize_to_hw=[48, 64]", "run.name="});
    EXPECT_THAT(linesOf(loaded), ElementsAre(HasSubstr("without a seed")));
    EXPECT_EQ(loaded.config.maxIter, 8);
    EXPECT_EQ(loaded.config.dataset.val[0].dir, "other");
    EXPECT_EQ(loaded.config.dataset.val[0].filenames, "l");
    EXPECT_FALSE(loaded.config.trainer.initSeed.has_value());
    EXPECT_EQ(loaded.config.dataset.train.resizeToHw, (std::array<std::int64_t, 2>{48, 64}));
    EXPECT_EQ(textOf(loaded.originOf("max_iter").value()), "max_iter=8");
    EXPECT_THAT(
        linesOf(loadConfig(file, {"max_iter=x", "maxiter=3", "lr", "dataset.val.7.dir=a",
                                  "trainer..x=1", "lr=[1"})),
        UnorderedElementsAre("max_iter=x: max_iter must be a whole number, not x",
                             "maxiter=3: unknown key maxiter (did you mean max_iter?)",
                             "lr: is no KEY=VALUE; write it as in trainer.save_period=100",
                             testing::StartsWith("dataset.val.7.dir=a: there is nothing at"),
                             testing::StartsWith("trainer..x=1: the key has an empty part"),
                             testing::StartsWith("lr=[1: the value is not YAML")));
}

TEST(LoadConfig, settings_that_the_chosen_kind_does_not_use_are_warned_of) {
    const LoadedConfig loaded = loadWith("lr_scheduler:\n  name: Constant\n  kwargs:\n"
                                         "    total_iter: 5\n");
    EXPECT_THAT(linesOf(loaded),
                ElementsAre("train.yaml:9:17: warning: lr_scheduler.kwargs.total_iter is not used "
                            "by Constant; take it out"));
    EXPECT_TRUE(loaded.isUsable());
}

TEST(LoadConfig, resolved_gives_the_run_a_name_and_absolute_folders) {
    const TrainConfig config =
        resolved(loadWith("run: {base_data_dir: data}\n").config, "somewhere/my_run.yaml");
    EXPECT_EQ(config.run.name, "my_run");
    EXPECT_EQ(config.run.baseDataDir, std::filesystem::current_path() / "data");
    EXPECT_TRUE(config.run.baseCkptDir.is_absolute());
}

TEST(LoadConfig, later_files_go_over_earlier_ones_and_variables_over_files) {
    const TempFolder folder;
    writeText(folder / "base.yaml", "lr: 0.125\nmax_epoch: 9\n");
    const auto first = writeText(folder / "first.yaml",
                                 "base_config: base.yaml\n" + kLeastConfig + "max_iter: 3\n");
    const auto second =
        writeText(folder / "second.yaml", "max_iter: 4 # a word\ntrainer: {save_period: 6}\n");
    const EnvironmentSetting variable{"UNLIT_CONFIG__TRAINER__SAVE_PERIOD", "trainer.save_period",
                                      "7"};
    const LoadedConfig loaded =
        loadConfig(ConfigInput{{first, second}, {variable}, {"max_epoch=8"}});
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.lr.at(0), 0.125);
    EXPECT_EQ(loaded.config.maxIter, 4);
    EXPECT_EQ(loaded.config.trainer.savePeriod, 7);
    EXPECT_EQ(loaded.config.maxEpoch, 8);
    EXPECT_EQ(loaded.originOf("max_iter")->file, second);
    EXPECT_EQ(loaded.originOf("trainer.save_period")->file, "$UNLIT_CONFIG__TRAINER__SAVE_PERIOD");
    const LoadedConfig other =
        loadConfig(ConfigInput{{first, second}, {variable}, {"trainer.save_period=5"}});
    EXPECT_EQ(other.config.trainer.savePeriod, 5) << "the command line has the last word";
    ASSERT_EQ(loaded.given.files.size(), 3U);
    EXPECT_EQ(loaded.given.files[0].file, first);
    EXPECT_EQ(loaded.given.files[1].text, "lr: 0.125\nmax_epoch: 9\n");
    EXPECT_THAT(loaded.given.files[2].text, HasSubstr("# a word"));
    EXPECT_THAT(
        loaded.given.settings,
        ElementsAre("$UNLIT_CONFIG__TRAINER__SAVE_PERIOD: trainer.save_period=7", "max_epoch=8"));
}

TEST(LoadConfig, a_variable_that_means_no_setting_is_named) {
    const TempFolder folder;
    const auto file = writeText(folder / "a.yaml", kLeastConfig);
    const auto with = [&](const std::string& key, const std::string& value) {
        return linesOf(loadConfig(ConfigInput{{file}, {{"UNLIT_CONFIG__X", key, value}}, {}}));
    };
    EXPECT_THAT(with("max_itre", "5"),
                ElementsAre("$UNLIT_CONFIG__X: unknown key max_itre (did you mean max_iter?)"));
    EXPECT_THAT(with("max_iter", "many"),
                ElementsAre("$UNLIT_CONFIG__X: max_iter must be a whole number, not many"));
    EXPECT_THAT(with("", "5"), ElementsAre(HasSubstr("$UNLIT_CONFIG__X: ")));
}

TEST(LoadConfig, variables_of_the_environment_become_keys) {
    ::setenv("UNLIT_CONFIG__LR", "0.5", 1);
    ::setenv("UNLIT_CONFIG__OPTIMIZER__KWARGS__WEIGHT_DECAY", "a=b", 1);
    ::setenv("UNLIT_OTHER__LR", "1", 1);
    const auto settings = environmentSettings();
    ::unsetenv("UNLIT_CONFIG__LR");
    ::unsetenv("UNLIT_CONFIG__OPTIMIZER__KWARGS__WEIGHT_DECAY");
    ::unsetenv("UNLIT_OTHER__LR");
    ASSERT_EQ(settings.size(), 2U);
    EXPECT_EQ(settings[0].key, "lr");
    EXPECT_EQ(settings[0].value, "0.5");
    EXPECT_EQ(settings[1].key, "optimizer.kwargs.weight_decay");
    EXPECT_EQ(settings[1].value, "a=b");
}

TEST(LoadConfig, one_seed_stands_for_all_that_are_not_given) {
    const LoadedConfig all = loadWith("seed_everything: 5\n");
    EXPECT_THAT(linesOf(all), IsEmpty());
    EXPECT_EQ(all.config.trainer.initSeed, 5);
    EXPECT_EQ(all.config.dataloader.seed, 5);
    EXPECT_EQ(all.config.validation.initSeed, 5);
    EXPECT_EQ(all.originOf("dataloader.seed")->line, 6);
    const LoadedConfig some =
        loadWith("seed_everything: 5\ntrainer: {init_seed: 8}\nvalidation: {init_seed: null}\n");
    EXPECT_EQ(some.config.trainer.initSeed, 8);
    EXPECT_EQ(some.config.dataloader.seed, 5);
    EXPECT_EQ(some.config.validation.initSeed, std::nullopt);
    EXPECT_EQ(loadWith("dataloader: {seed: 1}\n").config.trainer.initSeed, 2024);
    EXPECT_THAT(linesOf(loadWith("seed_everything: 5\ntrainer: {init_seed: 8}\n"
                                 "dataloader: {seed: 8}\nvalidation: {init_seed: 8}\n")),
                ElementsAre(HasSubstr("seed_everything changes nothing")));
    EXPECT_THAT(linesOf(loadWith("seed_everything: five\n")),
                ElementsAre(HasSubstr("seed_everything must be a whole number")));
}

TEST(LoadConfig, one_seed_goes_over_the_seeds_of_bases_and_earlier_layers) {
    const TempFolder folder;
    writeText(folder / "base.yaml", "trainer: {init_seed: 8}\ndataloader: {seed: 8}\n");
    const auto file = writeText(folder / "a.yaml", "base_config: base.yaml\nseed_everything: 5\n" +
                                                       kLeastConfig + "dataloader: {seed: 9}\n");
    const auto seedsOf = [](const LoadedConfig& loaded) {
        return std::vector<std::int64_t>{*loaded.config.trainer.initSeed,
                                         *loaded.config.dataloader.seed,
                                         *loaded.config.validation.initSeed};
    };
    EXPECT_THAT(seedsOf(loadConfig(file)), ElementsAre(5, 9, 5));
    EXPECT_THAT(seedsOf(loadConfig(file, {"seed_everything=6"})), ElementsAre(6, 6, 6));
    EXPECT_THAT(seedsOf(loadConfig(file, {"trainer.init_seed=7", "seed_everything=6"})),
                ElementsAre(7, 6, 6))
        << "in whatever order";
    EXPECT_THAT(seedsOf(loadConfig(file, {"seed_everything=6", "trainer.init_seed=7"})),
                ElementsAre(7, 6, 6));
}
