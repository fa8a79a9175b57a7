#include "core/config/unused_settings.h"

#include "core/config/schema/schema.h"

#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::test;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

bool isThere(const config::Setting& section, const std::string& path, const std::string& name) {
    if (path == name)
        return true;
    if (section.kind != config::SettingKind::Section)
        return false;
    for (const config::Setting& child : section.children())
        if (isThere(child, config::joinedPath(path, child.key), name))
            return true;
    return false;
}

const std::string kTrainsAutoencoder = "trainer: {name: AutoencoderKLTrainer}\n";

} // namespace

TEST(UnusedSettings, of_another_trainer_are_told_with_their_place) {
    EXPECT_THAT(
        linesOf(loadWith(kTrainsAutoencoder + "loss: {name: l1_loss}\n")),
        ElementsAre("train.yaml:7:14: warning: loss.name is not used by AutoencoderKLTrainer; take "
                    "it out"));
    EXPECT_THAT(linesOf(loadWith(kTrainsAutoencoder +
                                 "memory: {vae_tiling: true, mixed_precision: bf16}\n")),
                ElementsAre(HasSubstr("memory.vae_tiling is not used by")));
    EXPECT_THAT(linesOf(loadWith(kTrainsAutoencoder + "multi_res_noise: null\n")),
                ElementsAre(HasSubstr("multi_res_noise is not used by")));
    EXPECT_THAT(linesOf(loadWith("autoencoder: {kl_weight: 1.0e-3}\n")),
                ElementsAre(HasSubstr("autoencoder.kl_weight is used by AutoencoderKLTrainer "
                                      "alone")));
    EXPECT_THAT(linesOf(loadWith(kTrainsAutoencoder + "autoencoder: {kl_weight: 1.0e-3}\n")),
                IsEmpty());
}

TEST(UnusedSettings, have_the_names_of_settings) {
    config::TrainConfig config;
    config.lossSpike.emplace(); // sections that may be left out
    config.ema.emplace();
    for (const std::string& name : config::settingsThatMayBeUnused())
        EXPECT_TRUE(isThere(config::schemaOf(config), "", name)) << name;
}

TEST(UnusedSettings, that_others_switch_off_are_told) {
    EXPECT_THAT(linesOf(loadWith("trainer: {timesteps: last}\nmulti_res_noise: {strength: 0.5}\n")),
                ElementsAre(HasSubstr("multi_res_noise.strength is not used where "
                                      "trainer.timesteps is last")));
    EXPECT_THAT(linesOf(loadWith("loss: {kwargs: {picture_slope_weight: 0.2}}\n")),
                ElementsAre(HasSubstr("without loss.kwargs.picture_weight")));
    EXPECT_THAT(linesOf(loadWith("checkpoint: {keep_best: false, keep_top_k: 3}\n")),
                ElementsAre(HasSubstr("checkpoint.keep_top_k is not used where")));
    EXPECT_THAT(linesOf(loadWith("checkpoint: {keep_top_k: 3}\n")), IsEmpty());
    EXPECT_THAT(linesOf(loadWith("loss_spike: {rate_factor: 0.3}\n")),
                ElementsAre(HasSubstr("loss_spike.rate_factor is not used unless")));
    EXPECT_THAT(linesOf(loadWith("loss_spike: {policy: roll_back, rate_factor: 0.3}\n")),
                IsEmpty());
}

TEST(UnusedSettings, that_wait_for_another_are_told) {
    const std::vector<std::pair<std::string, std::string>> settings = {
        {"augmentation: {jpeg_lowest_quality: 20", "jpeg_p: 0.1"},
        {"ema: {inv_gamma: 2", "use_ema_warmup: true"},
        {"ema: {power: 0.5", "use_ema_warmup: true"},
        {"validation: {objective_timesteps: 3", "objective: true"},
        {"on: {timeout: 5", "failed: [mail]"},
        {"prepare: {seed: 5", "synthetic_pairs: 3"},
        {"prepare: {synthetic_size: 32", "synthetic_pairs: 3"}};
    for (const auto& [alone, with] : settings) {
        EXPECT_THAT(linesOf(loadWith(alone + "}\n")), Contains(HasSubstr(" is not used w")))
            << alone;
        EXPECT_THAT(linesOf(loadWith(alone + ", " + with + "}\n")),
                    Each(Not(HasSubstr(" is not used"))))
            << alone;
    }
    const std::string set = "model: {pretrained_path: m}\n"
                            "dataset:\n  train: {dir: t, filenames: l}\n  split_seed: 5\n";
    EXPECT_THAT(linesOf(loadText(set)), Contains(HasSubstr("dataset.split_seed is not used w")));
    EXPECT_THAT(linesOf(loadText(set + "  valid_frac: 0.2\n")), Each(Not(HasSubstr("split_seed"))));
    EXPECT_THAT(linesOf(loadWith("writers: {sample_losses: false, worst_samples: 3}\n")),
                Contains(HasSubstr("writers.worst_samples is not used where")));
}

// A run's own copy of its settings holds every one.
TEST(UnusedSettings, with_their_defaults_are_no_mistake) {
    EXPECT_THAT(linesOf(loadWith(kTrainsAutoencoder +
                                 "loss: {name: mse_loss}\nmulti_res_noise: {strength: 0.9}\n")),
                IsEmpty());
    EXPECT_THAT(linesOf(loadWith("autoencoder: {kl_weight: 1.0e-4}\n")), IsEmpty());
}
