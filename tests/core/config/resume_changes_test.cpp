// What a run may have changed when it goes on, and what becomes of its learning rate.
#include "core/config/resume_changes.h"

#include "core/base/error.h"
#include "core/config/extended_schedule.h"
#include "core/config/schema/schema.h"
#include "core/train/optim/lr_schedule.h"
#include "tests/core/config/config_text.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::config;
using namespace unlit::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The rate of the step that follows `steps` finished ones.
double rateAt(const TrainConfig& config, std::int64_t steps) {
    return config.lr.at(steps) *
           train::LrSchedule(config.lrScheduler, config.maxIter).factor(steps);
}

TrainConfig hundredSteps() {
    TrainConfig config = loadText(kLeastConfig).config;
    config.maxIter = 100;
    config.lr = 1e-3;
    config.lrScheduler.name = LrSchedule::Linear;
    config.lrScheduler.finalRatio = 0.1;
    return config;
}

std::vector<std::string> keysOf(const std::vector<Difference>& differences) {
    std::vector<std::string> keys;
    for (const Difference& difference : differences)
        keys.push_back(difference.key);
    return keys;
}

} // namespace

TEST(ResumeChanges, are_declared_by_the_schema) {
    for (const char* key :
         {"trainer.save_period", "lr", "lr_scheduler.name", "max_iter",
          "lr_scheduler.kwargs.total_iter", "run.device", "writers.csv", "checkpoint.keep_last",
          "dataset.vis.0.dir", "dataloader.num_workers", "logging.file_level",
          "memory.latent_cache", "trainer.max_grad_norm", "run.exit_after", "run.processes",
          "autoencoder.discriminator.lr_scheduler.kwargs.total_iter"})
        EXPECT_TRUE(mayChangeOnResume(key)) << key;
    for (const char* key :
         {"dataloader.effective_batch_size", "optimizer.name", "ema.decay", "lora.rank",
          "dataset.train.dir", "dataset.val.0.dir", "trainer.init_seed", "model.pretrained_path",
          "no.such.key", "run.name", "prepare.seed", "pipeline.kwargs.default_denoising_steps",
          "trainer", "loss.name", "validation.main_val_metric", "multi_res_noise.strength"})
        EXPECT_FALSE(mayChangeOnResume(key)) << key;
}

TEST(ResumeChanges, are_what_differs) {
    const TrainConfig before = loadText(kLeastConfig).config;
    TrainConfig after = before;
    EXPECT_THAT(changesOnResume(before, after, "run"), IsEmpty());
    after.trainer.savePeriod = 3;
    after.dataloader.numWorkers = 0;
    after.lr = 0.5;
    EXPECT_THAT(keysOf(changesOnResume(before, after, "run")),
                ElementsAre("dataloader.num_workers", "trainer.save_period", "lr"));
}

TEST(ResumeChanges, what_counts_while_a_run_begins_need_not_agree) {
    const TrainConfig before = loadText(kLeastConfig).config;
    TrainConfig after = before;
    after.run.name = "moved";
    after.run.outputDir = "elsewhere";
    after.prepare.seed = 7;
    after.pipeline.defaultDenoisingSteps = 9;
    after.lr = 0.5;
    EXPECT_THAT(keysOf(changesOnResume(before, withBeginningOf(before, after), "run")),
                ElementsAre("lr"));
    EXPECT_THROW((void)changesOnResume(before, after, "run"), Error) << "asked for by name";
}

TEST(ResumeChanges, others_are_refused_with_every_name_and_a_way_out) {
    const TrainConfig before = loadText(kLeastConfig).config;
    TrainConfig after = before;
    after.lr = 0.5;
    after.dataloader.effectiveBatchSize = 64;
    after.optimizer.name = OptimizerKind::Sgd;
    expectError(
        ErrorKind::InvalidInput,
        {"dataloader.effective_batch_size was 32, is 64", "optimizer.name was Adam, is SGD"},
        [&] { (void)changesOnResume(before, after, "out/run"); });
    EXPECT_THAT(hintOf([&] { (void)changesOnResume(before, after, "out/run"); }),
                testing::HasSubstr("unlit run fork out/run"));
}

TEST(ResumeChanges, what_follows_from_a_refused_setting_is_not_named) {
    const TrainConfig before = loadText(kLeastConfig).config;
    TrainConfig after = before;
    after.optimizer.name = OptimizerKind::Muon;
    const auto messageFor = [&](const std::vector<std::string>& asked) {
        try {
            (void)changesOnResume(before, after, "out/run", asked);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    using testing::HasSubstr;
    using testing::Not;
    EXPECT_THAT(messageFor({}), HasSubstr("optimizer.kwargs.momentum")) << "all that differs";
    EXPECT_THAT(messageFor({"optimizer.name=Muon", "lr=1e-5"}),
                AllOf(HasSubstr("optimizer.name was Adam, is Muon"), Not(HasSubstr("kwargs"))));
    EXPECT_THAT(messageFor({"optimizer={name: Muon}"}), HasSubstr("optimizer.name was Adam"))
        << "asked for with its section";
    EXPECT_THAT(messageFor({"lr=1e-5"}), HasSubstr("optimizer.name was Adam"))
        << "the config was edited";
}

TEST(ExtendedSchedule, further_steps_keep_the_rate_that_the_curve_ends_with) {
    TrainConfig config = hundredSteps();
    extend(config, 200, ExtendedSchedule::KeepRate);
    EXPECT_EQ(config.maxIter, 200);
    EXPECT_NEAR(rateAt(config, 50), 1e-3 * (1 - 0.9 * 50 / 100), 1e-12);
    for (const int step : {100, 150, 199})
        EXPECT_NEAR(rateAt(config, step), 1e-4, 1e-12) << step;
    extend(config, 300, ExtendedSchedule::KeepRate); // and once more
    EXPECT_NEAR(rateAt(config, 299), 1e-4, 1e-12);
}

TEST(ExtendedSchedule, may_be_stretched_over_all_steps) {
    TrainConfig config = hundredSteps();
    extend(config, 200, ExtendedSchedule::Stretch);
    EXPECT_NEAR(rateAt(config, 100), 1e-3 * (1 - 0.9 * 100 / 200), 1e-12);
    extend(config, 400, ExtendedSchedule::Stretch);
    EXPECT_NEAR(rateAt(config, 200), 1e-3 * (1 - 0.9 * 200 / 400), 1e-12);
    EXPECT_NEAR(rateAt(config, 400), 1e-4, 1e-12);
}

TEST(ExtendedSchedule, may_begin_anew) {
    TrainConfig config = hundredSteps();
    config.lrScheduler.warmupSteps = 10;
    extend(config, 150, ExtendedSchedule::Restart);
    EXPECT_EQ(rateAt(config, 100), 0) << "the warm-up, too";
    EXPECT_NEAR(rateAt(config, 105), 1e-3 * 0.5, 1e-12);
    EXPECT_NEAR(rateAt(config, 110), 1e-3, 1e-12);
    EXPECT_NEAR(rateAt(config, 130), 1e-3 * (1 - 0.9 / 2), 1e-12);
    EXPECT_NEAR(rateAt(config, 150), 1e-4, 1e-12);
    EXPECT_THAT(linesOf(loadText(kLeastConfig + "lr_scheduler: {kwargs: {start_iter: 5}}\n")),
                IsEmpty());
}

TEST(ExtendedSchedule, a_curve_whose_end_was_set_is_left_alone) {
    TrainConfig config = hundredSteps();
    config.lrScheduler.totalIter = 400;
    extend(config, 200, ExtendedSchedule::KeepRate);
    EXPECT_NEAR(rateAt(config, 200), 1e-3 * (1 - 0.9 * 200 / 400), 1e-12);
}

TEST(ExtendedSchedule, keeps_the_rate_where_max_iter_alone_was_raised) {
    const TrainConfig before = hundredSteps();
    TrainConfig after = before;
    after.maxIter = 200;
    keepFinalRate(before, after);
    EXPECT_NEAR(rateAt(after, 150), 1e-4, 1e-12);
    TrainConfig other = before;
    other.maxIter = 200;
    other.lrScheduler.name = LrSchedule::Cosine;
    keepFinalRate(before, other);
    EXPECT_FALSE(other.lrScheduler.totalIter) << "somebody has asked for another curve";
    TrainConfig fewer = before;
    fewer.maxIter = 50;
    keepFinalRate(before, fewer);
    EXPECT_FALSE(fewer.lrScheduler.totalIter);
}

TEST(ExtendedSchedule, is_that_of_the_discriminators_too) {
    TrainConfig config = hundredSteps();
    config.autoencoder.discriminator = DiscriminatorConfig{.startStep = 40, .lrScheduler = {}};
    extend(config, 200, ExtendedSchedule::KeepRate);
    EXPECT_FALSE(config.autoencoder.discriminator->lrScheduler) << "constant stays constant";
    config = hundredSteps();
    config.autoencoder.discriminator =
        DiscriminatorConfig{.startStep = 40, .lrScheduler = LrSchedulerConfig{}};
    TrainConfig raised = config, stretched = config, anew = config;
    const auto& of = [](const TrainConfig& any) {
        return *any.autoencoder.discriminator->lrScheduler;
    };
    raised.maxIter = 200;
    keepFinalRate(config, raised);
    EXPECT_EQ(of(raised).totalIter, 60);
    extend(config, 200, ExtendedSchedule::KeepRate);
    EXPECT_EQ(of(config).totalIter, 60); // counted from their first step
    extend(stretched, 200, ExtendedSchedule::Stretch);
    EXPECT_EQ(of(stretched).totalIter, 160);
    extend(anew, 200, ExtendedSchedule::Restart);
    EXPECT_EQ(of(anew).startIter, 60);
    EXPECT_EQ(of(anew).totalIter, 160);
}

TEST(ExtendedSchedule, refuses_what_is_no_extension) {
    TrainConfig config = hundredSteps();
    expectError(ErrorKind::InvalidInput, {"100 steps"},
                [&] { extend(config, 100, ExtendedSchedule::KeepRate); });
    config.maxIter = 0;
    expectError(ErrorKind::InvalidInput, {"no max_iter"},
                [&] { extend(config, 100, ExtendedSchedule::KeepRate); });
}

TEST(LoggingConfig, reads_marigolds_section) {
    const LoadedConfig loaded = loadWith(
        "logging: {filename: run.log, format: ' %(asctime)s - %(levelname)s -%(filename)s - "
        "%(funcName)s >> %(message)s', console_level: 20, file_level: 10}\n");
    EXPECT_THAT(linesOf(loaded), IsEmpty());
    EXPECT_EQ(loaded.config.logging.filename, "run.log");
    EXPECT_EQ(loaded.config.logging.fileLevel, 10);
    EXPECT_EQ(loaded.config.logging.consoleLevel, 20);
}

TEST(LoggingConfig, says_what_cannot_be_used) {
    for (const char* bad :
         {"{filename: metrics.jsonl}", "{filename: ../a.log}", "{filename: .log}",
          "{file_level: 60}", "{format: '%(mesage)s'}", "{format: '100 %'}", "{file_level: loud}"})
        EXPECT_FALSE(loadWith(std::string("logging: ") + bad + "\n").isUsable()) << bad;
}
