// Runs whose memory ends in the middle of forward or backward: the step is not lost.
#include "core/weights/files/safetensors.h"
#include "tests/core/train/limited_allocator.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <limits>

using namespace unlit;
using test::SmallRun;
using train::RunEnd;

namespace {

constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::max();

/// Limits the memory of micro-batches, and of nothing else.
struct LimitHook : train::Hook {
    test::LimitedMemory memory;
    std::int64_t budget = kEndless;
    std::int64_t fromStep = 0;
    std::int64_t samplesAtOnce = 0; ///< 0 = as it is
    std::int64_t& peak;

    explicit LimitHook(std::int64_t& out) : peak(out) {}

    void onTrainBegin(train::StepContext& context) override {
        if (samplesAtOnce > 0)
            context.task.setSamplesAtOnce(samplesAtOnce);
    }

    void onMicroBegin(train::StepContext& context) override {
        memory.begin(context.position.step >= fromStep ? budget : kEndless);
    }

    void onBackwardEnd(train::StepContext&) override {
        memory.end();
        peak = std::max(peak, memory.peak());
    }

    void onTrainEnd(train::StepContext&, RunEnd) override { memory.end(); }
};

class OutOfMemory : public testing::Test {
protected:
    OutOfMemory() {
        small.config.dataloader.effectiveBatchSize = 4;
        small.config.dataloader.maxTrainBatchSize = 4;
        small.config.dataloader.dropLast = true;
        small.config.maxIter = 4;
    }

    void TearDown() override { memory.end(); }

    void limitNext(std::int64_t budget, std::int64_t fromStep, std::int64_t samplesAtOnce = 0) {
        small.addHooks = [=, this](auto& hooks) {
            auto hook = std::make_unique<LimitHook>(peak);
            hook->budget = budget;
            hook->fromStep = fromStep;
            hook->samplesAtOnce = samplesAtOnce;
            hooks.push_back(std::move(hook));
        };
    }

    /// The most that a micro-batch takes when so many samples go at once.
    std::int64_t peakOf(std::int64_t samplesAtOnce) {
        peak = 0;
        limitNext(kEndless, 0, samplesAtOnce);
        EXPECT_EQ(small.start("peak_" + std::to_string(samplesAtOnce)), RunEnd::Complete);
        return peak;
    }

    weights::StateDict unetOf(const std::string& run) const {
        return weights::SafetensorsFile(
                   folder / run / "checkpoint/latest/unet/diffusion_pytorch_model.safetensors")
            .all();
    }

    void expectNear(const std::string& run, const std::string& whole) const {
        const auto expected = unetOf(whole);
        for (const auto& [name, tensor] : unetOf(run))
            EXPECT_LE((tensor - expected.at(name)).abs().max().item<float>(), 1e-4F) << name;
    }

    std::vector<std::string> warnings() const {
        std::vector<std::string> texts;
        for (const LogLine& line : small.all<LogLine>())
            if (line.level == LogLine::Level::Warning &&
                line.text.find("memory") != std::string::npos)
                texts.push_back(line.text);
        return texts;
    }

    test::LimitedMemory memory; // before everything that uses Torch
    std::int64_t peak = 0;
    test::TempFolder folder;
    SmallRun small{folder.path()};
};

} // namespace

TEST_F(OutOfMemory, in_a_step_makes_the_parts_smaller_and_repeats_it) {
    const std::int64_t four = peakOf(4);
    const std::int64_t two = peakOf(2);
    const std::int64_t one = peakOf(1);
    ASSERT_LT(two, four);
    ASSERT_LT(one, two);
    small.events.clear();
    limitNext((two + four) / 2, 2); // four at once no longer fit from the third step on
    ASSERT_EQ(small.start("less"), RunEnd::Complete);
    ASSERT_EQ(warnings().size(), 1U) << testing::PrintToString(warnings());
    EXPECT_NE(warnings()[0].find("step 3"), std::string::npos) << warnings()[0];
    EXPECT_NE(warnings()[0].find("in parts of 2 samples"), std::string::npos) << warnings()[0];
    EXPECT_GT(test::LimitedMemory().refusals(), 0);
    expectNear("less", "peak_4");
    small.events.clear();
    limitNext((one + two) / 2, 1);
    ASSERT_EQ(small.start("least"), RunEnd::Complete);
    EXPECT_EQ(warnings().size(), 2U) << testing::PrintToString(warnings());
    expectNear("least", "peak_4");
}

TEST_F(OutOfMemory, with_nothing_left_to_give_up_ends_the_run_with_its_state_saved) {
    constexpr std::int64_t kNextToNothing = 20'000; // for going back, not for going on
    peakOf(1);
    limitNext(kNextToNothing, 2);
    test::expectError(ErrorKind::OutOfMemory, {"step 3", "nothing is left"},
                      [&] { small.start("cut"); });
    const auto checkpoint = train::readCheckpoint(folder / "cut/checkpoint/latest");
    EXPECT_EQ(checkpoint.position.step, 2);
    EXPECT_EQ(checkpoint.position.microStep, 0);
    EXPECT_EQ(checkpoint.json.at("memory").at("samples_at_once"), 1);
    ASSERT_EQ(small.resume("cut"), RunEnd::Complete);
    expectNear("cut", "peak_1");
    EXPECT_EQ(train::readCheckpoint(folder / "cut/checkpoint/latest")
                  .json.at("memory")
                  .at("samples_at_once"),
              1)
        << "a resume goes on with what the run had come to";
}

TEST_F(OutOfMemory, is_foreseen_where_a_limit_is_set) {
    small.config.trainer.memoryLimit = 1e-3; // a megabyte: less than the process has in use
    ASSERT_EQ(small.start("foreseen"), RunEnd::Complete);
    const auto texts = warnings();
    ASSERT_FALSE(texts.empty());
    EXPECT_NE(texts[0].find("in parts of 1"), std::string::npos) << texts[0];
    small.config.trainer.memoryLimit.reset();
    ASSERT_EQ(small.start("whole"), RunEnd::Complete);
    expectNear("foreseen", "whole");
    // In parts, a run is still resumed bit for bit.
    small.config.trainer.memoryLimit = 1e-3;
    small.stopAt(2, 0);
    ASSERT_EQ(small.start("cut"), RunEnd::Stopped);
    ASSERT_EQ(small.resume("cut"), RunEnd::Complete);
    EXPECT_EQ(test::traceOf(folder / "cut").at("rows"),
              test::traceOf(folder / "foreseen").at("rows"));
    EXPECT_EQ(test::traceOf(folder / "cut").at("latest"),
              test::traceOf(folder / "foreseen").at("latest"));
}
