// Numbers that change while a run goes: values, reading, writing, and what is refused.
#include "core/config/scheduled_number.h"

#include "core/config/config_diff.h"
#include "core/config/config_docs.h"
#include "core/config/scheduled_keys.h"
#include "core/config/yaml/yaml_writer.h"
#include "tests/core/config/config_text.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ScheduledNumber, is_a_straight_line_between_its_steps_and_constant_outside) {
    const ScheduledNumber number(NumberSchedule{10, 2, 4, 20});
    EXPECT_EQ(number.at(0), 2);
    EXPECT_EQ(number.at(10), 2);
    EXPECT_EQ(number.at(11), 2.2);
    EXPECT_EQ(number.at(15), 3);
    EXPECT_EQ(number.at(20), 4);
    EXPECT_EQ(number.at(1000), 4);
    EXPECT_EQ(ScheduledNumber(0.5).at(7), 0.5);
}

TEST(ScheduledNumber, is_asked_for_both_ends) {
    const auto isPositive = [](double value) { return value > 0; };
    EXPECT_TRUE(ScheduledNumber(1).always(isPositive));
    EXPECT_FALSE(ScheduledNumber(NumberSchedule{0, 1, 0, 5}).always(isPositive));
    EXPECT_FALSE(ScheduledNumber(NumberSchedule{0, 0, 1, 5}).always(isPositive));
}

TEST(ScheduledNumber, is_read_from_files_and_overrides_and_written_back) {
    const LoadedConfig loaded = loadWith("lr: [100, 1e-3, 1e-5, 300]\n"
                                         "multi_res_noise: {strength: [0, 0.9, 0.5, 50]}\n"
                                         "optimizer: {kwargs: {weight_decay: [0, 0, 0.1, 9]}}\n"
                                         "ema: {decay: [0, 0.9, 0.999, 1000]}\n"
                                         "trainer: {max_grad_norm: [1, 2.5, 1, 7]}\n");
    ASSERT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.lr, ScheduledNumber(NumberSchedule{100, 1e-3, 1e-5, 300}));
    EXPECT_EQ(loaded.config.multiResNoise->strength.at(25), 0.7);
    EXPECT_EQ(loaded.config.optimizer.weightDecay->at(9), 0.1);
    ASSERT_TRUE(loaded.config.ema.has_value());
    EXPECT_EQ(loaded.config.ema->decay.at(1000), 0.999);
    const std::string yaml = toYaml(loaded.config);
    EXPECT_THAT(yaml, HasSubstr("lr: [100, 0.001, 1.0e-05, 300]\n"));
    const LoadedConfig again = loadText(yaml);
    EXPECT_THAT(linesOf(again), IsEmpty());
    EXPECT_THAT(differences(loaded.config, again.config), IsEmpty());
    EXPECT_EQ(again.config.trainer.maxGradNorm, loaded.config.trainer.maxGradNorm);
}

TEST(ScheduledNumber, with_wrong_parts_is_refused) {
    EXPECT_THAT(linesOf(loadWith("lr: [10, 1e-3, 1e-4]\n")),
                ElementsAre("train.yaml:6:5: lr must be a number from 0 to 1 or [start_step, from, "
                            "to, end_step], not [10, 1e-3, 1e-4]"));
    EXPECT_THAT(linesOf(loadWith("lr: [20, 1e-3, 1e-4, 20]\n")),
                ElementsAre("train.yaml:6:5: lr must have its end_step after its start_step, not "
                            "[20, 1e-3, 1e-4, 20]"));
    EXPECT_THAT(linesOf(loadWith("lr: [0, 1e-3, 2, 20]\n")),
                ElementsAre("train.yaml:6:15: lr must be a number from 0 to 1, not 2"));
    EXPECT_THAT(linesOf(loadWith("lr: [0.5, 1e-3, 1, 20]\n")), testing::SizeIs(1));
    EXPECT_THAT(linesOf(loadWith("lr: [-1, 1e-3, 1, 20]\n")), testing::SizeIs(1));
}

TEST(ScheduledNumber, for_a_number_that_cannot_change_is_refused_with_the_reason) {
    const auto lines = linesOf(loadWith("trainer:\n  save_period: [0, 10, 100, 50]\n"));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], testing::StartsWith(
                              "train.yaml:7:16: trainer.save_period cannot be a schedule: it is "
                              "read once, for the whole run; a list [start_step, from, to, "
                              "end_step] may stand for "));
    for (const char* key :
         {"lr", "trainer.max_grad_norm", "multi_res_noise.strength", "loss.kwargs.delta",
          "optimizer.kwargs.weight_decay", "optimizer.kwargs.momentum", "ema.decay"})
        EXPECT_THAT(scheduledKeys(), testing::Contains(key));
    EXPECT_THAT(lines[0], HasSubstr("multi_res_noise.strength"));
    EXPECT_THAT(linesOf(loadWith("augmentation: {noise: [0, 0, 0.1, 5]}\n")), testing::SizeIs(1));
}

TEST(ScheduledNumber, of_nesterovs_momentum_must_never_be_0) {
    EXPECT_THAT(linesOf(loadWith("optimizer:\n  name: SGD\n  kwargs: {nesterov: true, momentum: "
                                 "[0, 0.9, 0, 5]}\n")),
                ElementsAre(HasSubstr("nesterov needs a momentum above 0")));
}

TEST(EmaConfig, with_a_least_decay_above_its_decay_is_refused) {
    EXPECT_THAT(linesOf(loadWith("ema: {decay: 0.5, min_decay: 0.6}\n")),
                ElementsAre(HasSubstr("ema.min_decay is above ema.decay")));
    EXPECT_THAT(linesOf(loadWith("ema: null\n")), IsEmpty());
    EXPECT_FALSE(loadWith("ema: null\n").config.ema.has_value());
    EXPECT_TRUE(loadWith("ema: {}\n").config.ema.has_value());
}

TEST(ConfigDocs, list_the_keys_of_a_section_that_is_off) {
    EXPECT_THAT(configMarkdown(), HasSubstr("| `ema.decay` |"));
    EXPECT_THAT(configMarkdown(), HasSubstr("| `autoencoder.discriminator.gradient_penalty` |"));
    EXPECT_THAT(configMarkdown(), HasSubstr("or [start_step, from, to, end_step]"));
}
