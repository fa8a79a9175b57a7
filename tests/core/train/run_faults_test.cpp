// What can go wrong with a run's inputs: one clear sentence, and nothing is lost or created.
#include "core/image/image_file.h"
#include "core/train/checkpoint/copy_checkpoint.h"
#include "core/weights/json_file.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using test::expectError;
using test::SmallRun;
using train::RunEnd;

namespace {

class RunFaults : public testing::Test {
protected:
    std::filesystem::path latest(const std::string& name) {
        return small.folder(name) / "checkpoint" / "latest";
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

void overwrite(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

} // namespace

TEST_F(RunFaults, a_missing_model_is_said_before_anything_is_created) {
    small.config.model.pretrainedPath = folder / "nowhere";
    expectError(ErrorKind::NotFound, {"nowhere"}, [&] { small.start("run"); });
    EXPECT_FALSE(std::filesystem::exists(small.folder("run")));
}

TEST_F(RunFaults, a_missing_picture_is_said_before_anything_is_created) {
    std::filesystem::remove(folder / "set/a3.png");
    expectError(ErrorKind::NotFound, {"a3.png"}, [&] { small.start("run"); });
    EXPECT_FALSE(std::filesystem::exists(small.folder("run")));
}

TEST_F(RunFaults, epsilon_with_zero_terminal_snr_is_refused) {
    small.config.trainer.trainingNoiseScheduler.predictionType = "epsilon";
    small.config.trainer.trainingNoiseScheduler.rescaleBetasZeroSnr = true;
    expectError(ErrorKind::InvalidInput, {"epsilon"}, [&] { small.start("run"); });
    EXPECT_FALSE(std::filesystem::exists(small.folder("run")));
}

TEST_F(RunFaults, a_run_is_never_written_over) {
    small.config.maxIter = 1;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    expectError(ErrorKind::InvalidInput, {"run"}, [&] { small.start("run"); });
}

TEST_F(RunFaults, a_changed_setting_is_named_on_resume) {
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    small.config.lr = 5e-4; // it may change
    small.config.trainer.initSeed = 7;
    expectError(ErrorKind::InvalidInput, {"trainer.init_seed was ", ", is 7"},
                [&] { small.resume("run"); });
    EXPECT_THAT(test::hintOf([&] { small.resume("run"); }), testing::HasSubstr("unlit run fork"));
}

TEST_F(RunFaults, a_rate_that_was_set_by_hand_ends_with_another_one_in_the_config) {
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    const auto run = train::RunFolder::open(small.folder("run"));
    auto state = weights::readJsonObject(run.latest() / "trainer_state.json");
    state["position"]["learning_rate"] = 0.25;
    train::copyCheckpoint(run.latest(), run.checkpoint("by_hand"), state);
    const auto planned = [&] {
        return train::planResume(small.config, train::RunFolder::open(run.checkpoint("by_hand")),
                                 {});
    };
    EXPECT_EQ(train::startOf(planned()).learningRate, 0.25);
    small.config.lr = 5e-4;
    const train::RunPlan plan = planned();
    EXPECT_FALSE(train::startOf(plan).learningRate.has_value());
    ASSERT_EQ(plan.changes.size(), 1U);
    EXPECT_EQ(plan.changes[0].key, "lr");
}

TEST_F(RunFaults, numbers_that_are_none_name_the_ways_on) {
    small.config.lr = 1e30;
    small.config.checkpoint.keepBest = false;
    const std::string hint = test::hintOf([&] { small.start("run"); });
    for (const char* way : {"unlit train --resume", "unlit run rollback", "unlit run fork"})
        EXPECT_THAT(hint, testing::HasSubstr(way));
}

TEST_F(RunFaults, a_changed_training_set_is_named_on_resume) {
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    overwrite(folder / "set/filename_list.txt", "b0.png a0.png\nb1.png a1.png\n");
    expectError(ErrorKind::InvalidInput, {"it had 5 pairs and has 2"},
                [&] { small.resume("run"); });
}

TEST_F(RunFaults, weights_alone_cannot_be_resumed) {
    small.config.maxIter = 6;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    expectError(ErrorKind::InvalidInput, {"iter_000006", "weights alone"},
                [&] { small.resume("run/checkpoint/iter_000006"); });
}

TEST_F(RunFaults, a_corrupt_picture_ends_the_run_and_nothing_is_lost) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    std::filesystem::copy_file(folder / "set/b3.png", folder / "kept.png");
    overwrite(folder / "set/b3.png", "this is no picture");
    // It is read in the first epoch, whatever the order; validation looks at the first two alone.
    EXPECT_THROW(small.start("run"), Error);
    std::filesystem::copy_file(folder / "kept.png", folder / "set/b3.png",
                               std::filesystem::copy_options::overwrite_existing);
    ASSERT_EQ(small.resume("run"), RunEnd::Complete);
    EXPECT_EQ(test::traceOf(small.folder("run")), test::traceOf(small.folder("whole")));
}

TEST_F(RunFaults, nan_in_a_picture_is_named_counted_and_never_learnt_from) {
    Image beauty = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(beauty.samples, 0.5F);
    beauty.samples[37] = std::numeric_limits<float>::quiet_NaN();
    writeImage(folder / "set/b3.exr", beauty, {FileFormat::Exr, false, true});
    std::ifstream file(folder / "set/filename_list.txt");
    std::string list((std::istreambuf_iterator<char>(file)), {});
    list.replace(list.find("b3.png"), 6, "b3.exr");
    overwrite(folder / "set/filename_list.txt", list);
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    const auto told = small.all<BadSample>();
    ASSERT_EQ(told.size(), 1U) << "once, however often it is seen";
    EXPECT_THAT(told[0].sample, testing::HasSubstr("filename_list.txt:4 (b3.exr)"));
    EXPECT_THAT(told[0].what, testing::HasSubstr("beauty in 1 of 256 pixels"));
    double seen = 0;
    for (const ScalarsReady& row : small.all<ScalarsReady>())
        for (const auto& [tag, value] : row.scalars) {
            if (tag == "data/not_finite")
                seen += value;
            if (tag == "train/loss") {
                EXPECT_TRUE(std::isfinite(value)) << row.step;
            }
        }
    EXPECT_GE(seen, 4) << "twelve steps of four go five times through five pictures";
    small.stopAt(5, 1);
    ASSERT_EQ(small.start("stopped"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("stopped"), RunEnd::Complete);
    EXPECT_EQ(test::traceOf(small.folder("stopped")), test::traceOf(small.folder("run")));
}

TEST_F(RunFaults, a_step_that_is_left_out_costs_no_later_step_its_pictures) {
    using Samples = std::vector<std::vector<std::string>>;

    struct Spoils : train::Hook {
        Samples* seen = nullptr;
        bool isBad = false;

        void onBackwardEnd(train::StepContext& context) override {
            std::ranges::copy(context.position.samples, std::back_inserter(*seen));
            if (isBad && context.position.step == 3) // of two micro-batches
                context.position.losses[0] = std::numeric_limits<float>::quiet_NaN();
        }
    };

    small.config.trainer.nonFinite = config::NonFinitePolicy::Skip;
    const auto samplesOf = [this](const std::string& name, bool isBad) {
        Samples seen;
        small.addHooks = [&](auto& hooks) {
            auto hook = std::make_unique<Spoils>();
            hook->seen = &seen;
            hook->isBad = isBad;
            hooks.insert(hooks.begin(), std::move(hook));
        };
        EXPECT_EQ(small.start(name), RunEnd::Complete);
        return seen;
    };
    const Samples usual = samplesOf("usual", false);
    ASSERT_EQ(usual.size(), 24U);
    EXPECT_EQ(samplesOf("spoilt", true), usual);
    double left = 0;
    for (const ScalarsReady& row : small.all<ScalarsReady>())
        for (const auto& [tag, value] : row.scalars)
            if (tag == "train/non_finite_steps")
                left = std::max(left, value);
    EXPECT_EQ(left, 1);
}

TEST_F(RunFaults, a_corrupt_picture_can_be_left_out) {
    small.config.dataloader.skipBroken = true;
    overwrite(folder / "set/b3.png", "this is no picture");
    EXPECT_EQ(small.start("run"), RunEnd::Complete);
    std::string said;
    for (const LogLine& line : small.all<LogLine>())
        if (line.level == LogLine::Level::Warning)
            said += line.text + "\n";
    EXPECT_THAT(said, testing::HasSubstr("left out "));
    EXPECT_THAT(said, testing::HasSubstr("b3.png"));
    EXPECT_THAT(said, testing::HasSubstr("1 picture could not be read and was left out"));
}

TEST_F(RunFaults, nan_in_the_weights_names_the_weight_and_keeps_the_last_good_state) {
    small.addHooks = [](auto& hooks) {
        struct Poison : train::Hook {
            void onMicroBegin(train::StepContext& context) override {
                if (context.position.step != 2 || context.position.microStep != 1)
                    return;
                const torch::NoGradGuard noGrad;
                for (const auto& parameter : context.task.optimizer().parameters())
                    if (parameter.name == "conv_out.bias")
                        torch::Tensor(parameter.value)
                            .mutable_grad()
                            .fill_(std::numeric_limits<float>::quiet_NaN());
            }
        };

        hooks.push_back(std::make_unique<Poison>());
    };
    expectError(ErrorKind::InvalidInput, {"step 3", "conv_out.bias"}, [&] { small.start("run"); });
    const auto checkpoint = train::readCheckpoint(latest("run"));
    EXPECT_EQ(checkpoint.position.step, 2);
    EXPECT_EQ(checkpoint.position.microStep, 0);
    // Without the poison it goes on as if nothing had been.
    ASSERT_EQ(small.resume("run"), RunEnd::Complete);
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    EXPECT_EQ(test::traceOf(small.folder("run")), test::traceOf(small.folder("whole")));
}

TEST_F(RunFaults, a_set_without_valid_cells_is_refused_after_one_epoch) {
    small.config.dataset.train.mask.excludeBlackAlbedo = true;
    for (int i = 0; i < 5; ++i) {
        const Image black = makeImage(16, 16, {"R", "G", "B"}, ColorSpace::Srgb);
        writeImage(folder / ("set/a" + std::to_string(i) + ".png"), black,
                   {.format = FileFormat::Png8, .half = false, .overwrite = true});
    }
    expectError(ErrorKind::InvalidInput, {"whole epoch"}, [&] { small.start("run"); });
}

TEST_F(RunFaults, a_checkpoint_that_cannot_be_written_is_told_and_training_goes_on) {
    // A file where the checkpoint's folder has to be: what a full disk does, at one place.
    small.addHooks = [this](auto& hooks) {
        struct Block : train::Hook {
            std::filesystem::path backup;

            void onTrainBegin(train::StepContext&) override { std::ofstream(backup) << "x"; }
        };

        auto block = std::make_unique<Block>();
        block->backup = small.folder("run") / "checkpoint" / "iter_000006";
        hooks.push_back(std::move(block));
    };
    EXPECT_EQ(small.start("run"), RunEnd::Complete);
    const auto lines = small.all<LogLine>();
    const auto isLoud = [](const LogLine& line) {
        return line.level == LogLine::Level::Warning &&
               line.text.find("checkpoint of step 6 was not written") != std::string::npos;
    };
    EXPECT_EQ(std::ranges::count_if(lines, isLoud), 1);
    EXPECT_EQ(train::readCheckpoint(latest("run")).position.step, 12);
}
