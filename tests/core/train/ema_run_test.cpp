// Whole runs with a running mean of the weights, and with settings that change on the way.
#include "core/train/optim/ema.h"

#include "core/train/training_model.h"
#include "core/weights/module_loader.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

using namespace unlit;
using test::SmallRun;
using test::traceOf;
using train::RunEnd;

namespace {

namespace fs = std::filesystem;

class EmaRun : public testing::Test {
protected:
    EmaRun() {
        config::EmaConfig ema;
        ema.decay = 0.6;
        ema.updateAfterStep = 1;
        small.config.ema = ema;
    }

    fs::path latest(const std::string& name) {
        return small.folder(name) / "checkpoint" / "latest";
    }

    test::TempFolder folder;
    SmallRun small{folder.path()};
};

/// Weights after each step, by a mean in float64 of its own.
struct MeanByHand : train::Hook {
    std::map<std::string, torch::Tensor>& means;

    explicit MeanByHand(std::map<std::string, torch::Tensor>& out) : means(out) {}

    void onTrainBegin(train::StepContext& context) override { take(context, 0); }

    void onStepEnd(train::StepContext& context) override {
        const auto n = static_cast<double>(context.position.step - 1 - 1);
        take(context, n <= 0 ? 0 : std::min(0.6, (1 + n) / (10 + n)));
    }

    void take(train::StepContext& context, double decay) {
        const torch::NoGradGuard noGrad;
        for (const auto& parameter : context.task.optimizer().parameters()) {
            const torch::Tensor now = parameter.value.detach().to(torch::kFloat64);
            torch::Tensor& mean = means[parameter.name];
            mean = mean.defined() ? mean * decay + now * (1 - decay) : now.clone();
        }
    }
};

weights::StateDict unetOf(const fs::path& path) {
    const weights::ModelFolder model = weights::openModelFolder(path);
    train::TrainingModelOptions options;
    options.targets = model.targets;
    options.scheduler = model.scheduler.config;
    options.device = "cpu";
    weights::StateDict copy;
    const train::TrainingModel loaded = train::loadTrainingModel(model, options);
    for (const auto& [name, tensor] : weights::stateDictOf(*loaded.model->unet))
        copy.emplace(name, tensor.detach().clone());
    return copy;
}

} // namespace

TEST_F(EmaRun, saves_the_mean_beside_the_unet_and_opens_it_as_one) {
    std::map<std::string, torch::Tensor> byHand;
    small.addHooks = [&](auto& hooks) { hooks.push_back(std::make_unique<MeanByHand>(byHand)); };
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    for (const fs::path& checkpoint :
         {latest("run"), folder / "run/checkpoint/iter_000012", folder / "run/checkpoint/previous"})
        EXPECT_TRUE(fs::exists(checkpoint / "unet_ema/diffusion_pytorch_model.safetensors"))
            << checkpoint;
    const weights::StateDict mean = unetOf(latest("run") / "unet_ema");
    const weights::StateDict own = unetOf(latest("run"));
    ASSERT_EQ(mean.size(), byHand.size());
    bool differs = false;
    for (const auto& [name, expected] : byHand) {
        EXPECT_TRUE(torch::allclose(mean.at(name).to(torch::kFloat64), expected, 1e-5, 1e-6))
            << name;
        differs = differs || !torch::equal(mean.at(name), own.at(name));
    }
    EXPECT_TRUE(differs);
}

TEST_F(EmaRun, does_not_change_the_training) {
    ASSERT_EQ(small.start("with"), RunEnd::Complete);
    small.config.ema.reset();
    ASSERT_EQ(small.start("without"), RunEnd::Complete);
    for (const char* file :
         {"trainer_state.safetensors", "unet/diffusion_pytorch_model.safetensors"})
        EXPECT_EQ(traceOf(folder / "with").at("latest").at("files").at(file),
                  traceOf(folder / "without").at("latest").at("files").at(file));
}

TEST_F(EmaRun, is_resumed_bit_for_bit) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    for (const auto& [step, micro] : {std::pair{0, 0}, {1, 0}, {2, 1}, {5, 0}, {8, 0}, {11, 1}}) {
        const std::string name = "cut_" + std::to_string(step) + "_" + std::to_string(micro);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped);
        ASSERT_EQ(small.resume(name), RunEnd::Complete);
        EXPECT_EQ(traceOf(folder / name), traceOf(folder / "whole")) << name;
    }
}

TEST_F(EmaRun, is_resumed_bit_for_bit_from_within_the_validation_of_the_mean) {
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    const std::stop_source source = small.stop;
    small.onEvent = [&, source](const auto& event) mutable {
        const auto* progress = std::get_if<Progress>(&event);
        if (progress != nullptr &&
            std::ranges::find(progress->stage, StagePart::Kind::ValidatingMean, &StagePart::kind) !=
                progress->stage.end())
            source.request_stop();
    };
    ASSERT_EQ(small.start("cut"), RunEnd::Stopped);
    small.onEvent = {};
    EXPECT_TRUE(train::readCheckpoint(latest("cut")).position.inEvaluation);
    ASSERT_EQ(small.resume("cut"), RunEnd::Complete);
    EXPECT_EQ(traceOf(folder / "cut"), traceOf(folder / "whole"));
}

TEST_F(EmaRun, validates_the_mean_too_and_lets_it_decide_what_is_best) {
    small.config.lr = 0.02; // far enough for weights and mean to differ
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    double best = -1;
    for (const ValidationDone& done : small.all<ValidationDone>()) {
        ASSERT_EQ(done.metrics.size(), 2U);
        EXPECT_EQ(done.metrics[0].first, "psnr");
        EXPECT_EQ(done.metrics[1].first, "psnr_ema");
        EXPECT_NE(done.metrics[0].second, done.metrics[1].second);
        best = std::max(best, done.metrics[1].second);
    }
    EXPECT_EQ(train::readCheckpoint(latest("run")).position.bestMetric, best);
    std::ifstream report(folder / "run/evaluation/eval-small-iter000004.txt");
    const std::string text((std::istreambuf_iterator<char>(report)), {});
    EXPECT_NE(text.find("psnr_ema  "), std::string::npos) << text;
}

TEST_F(EmaRun, tells_its_decay) {
    small.config.maxIter = 4;
    ASSERT_EQ(small.start("run"), RunEnd::Complete);
    std::vector<double> decays;
    for (const ScalarsReady& row : small.all<ScalarsReady>())
        for (const auto& [tag, value] : row.scalars)
            if (tag == "train/ema_decay")
                decays.push_back(value);
    EXPECT_EQ(decays, (std::vector<double>{0, 0, 2.0 / 11, 3.0 / 12}));
}

TEST_F(EmaRun, of_another_kind_is_refused_on_resume) {
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("run"), RunEnd::Stopped);
    small.config.ema->decay = 0.7;
    test::expectError(ErrorKind::InvalidInput, {"ema.decay was 0.6, is 0.7"},
                      [&] { small.resume("run"); });
    small.config.ema.reset();
    test::expectError(ErrorKind::InvalidInput, {"ema"}, [&] { small.resume("run"); });
    // And a run that began without one.
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("plain"), RunEnd::Stopped);
    small.config.ema.emplace();
    test::expectError(ErrorKind::InvalidInput, {"ema.decay was not set, is 0.9999"},
                      [&] { small.resume("plain"); });
}

TEST(Schedules, are_resumed_bit_for_bit_and_told) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    config::TrainConfig& config = small.config;
    config.lr = config::NumberSchedule{2, 1e-3, 1e-4, 9};
    config.lrScheduler.name = config::LrSchedule::Constant;
    config.lrScheduler.warmupSteps = 0;
    config.multiResNoise->strength = config::NumberSchedule{0, 0.9, 0.1, 12};
    config.trainer.maxGradNorm = config::NumberSchedule{0, 0.5, 0.01, 10};
    config.loss.name = config::LossKind::Huber;
    config.loss.delta = config::NumberSchedule{0, 1, 0.05, 10};
    config.optimizer.weightDecay = config::NumberSchedule{0, 0, 0.1, 10};
    config.ema.emplace();
    config.ema->decay = config::NumberSchedule{0, 0.1, 0.9, 10};
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    std::map<std::int64_t, double> rates;
    for (const ScalarsReady& row : small.all<ScalarsReady>())
        for (const auto& [tag, value] : row.scalars)
            if (tag == "lr")
                rates[row.step] = value;
    EXPECT_DOUBLE_EQ(rates.at(1), 1e-3);
    EXPECT_DOUBLE_EQ(rates.at(2), 1e-3) << "of the step after 2 finished ones";
    EXPECT_DOUBLE_EQ(rates.at(3), 1e-3 - 9e-4 / 7);
    EXPECT_DOUBLE_EQ(rates.at(9), 1e-4);
    for (const auto& [step, micro] : {std::pair{1, 0}, {4, 1}, {6, 0}}) {
        const std::string name = "cut_" + std::to_string(step);
        small.stopAt(step, micro);
        ASSERT_EQ(small.start(name), RunEnd::Stopped);
        ASSERT_EQ(small.resume(name), RunEnd::Complete);
        EXPECT_EQ(traceOf(folder / name), traceOf(folder / "whole")) << name;
    }
}

TEST(Schedules, each_change_the_training) {
    const test::TempFolder folder;
    SmallRun small(folder.path());
    small.config.maxIter = 4;
    small.config.loss.name = config::LossKind::Huber;
    small.config.loss.delta = 0.2;
    small.config.trainer.maxGradNorm = 1;
    ASSERT_EQ(small.start("constant"), RunEnd::Complete);
    const auto weightsOf = [&](const char* name) {
        return traceOf(folder / name)
            .at("latest")
            .at("files")
            .at("unet/diffusion_pytorch_model.safetensors");
    };
    const config::TrainConfig before = small.config;
    const auto expectChange = [&](const char* name) {
        ASSERT_EQ(small.start(name), RunEnd::Complete) << name;
        EXPECT_NE(weightsOf(name), weightsOf("constant")) << name;
        small.config = before;
    };
    small.config.lr = config::NumberSchedule{0, 1e-3, 1e-4, 4};
    expectChange("lr");
    small.config.multiResNoise->strength = config::NumberSchedule{0, 0.9, 0.1, 4};
    expectChange("strength");
    small.config.loss.delta = config::NumberSchedule{0, 0.2, 0.05, 4};
    expectChange("delta");
    small.config.trainer.maxGradNorm = config::NumberSchedule{0, 1, 1e-6, 1};
    expectChange("norm");
    small.config.optimizer.weightDecay = config::NumberSchedule{0, 0, 0.5, 4};
    expectChange("decay");
    small.config.optimizer.eps = config::NumberSchedule{0, 1e-8, 1e-2, 4};
    expectChange("eps");
}
