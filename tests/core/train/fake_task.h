// One weight that is pulled towards numbers: a training that a test can calculate by hand.
#pragma once

#include "core/train/checkpoint/checkpoint_content.h"
#include "core/train/hook.h"
#include "core/train/trainer.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <cmath>
#include <deque>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace unlit::test {

/// The weight w starts at 0. A micro-batch of the script is a number x: its loss is w * x, so its
/// gradient is x / accumulation. SGD.
class FakeTask : public train::TrainTask {
public:
    struct Batch {
        train::MicroStepKind kind = train::MicroStepKind::Done;
        double slope = 1;
        bool isBroken = false; ///< reading it throws
    };

    explicit FakeTask(std::deque<Batch> script, std::int64_t accumulation = 1)
        : weight(torch::zeros({1}, torch::requires_grad())), m_script(std::move(script)),
          m_accumulation(accumulation), m_optimizer(sgd(), {{"w", weight}}) {}

    std::int64_t atOnce = 4;            ///< samples of a micro-batch in the network at once
    std::int64_t fitting = 4;           ///< more than that throws std::bad_alloc
    int savings = 0;                    ///< what can be given up below a single sample
    int appliedSavings = 0;             ///< each makes room for one sample
    std::vector<std::int64_t> followed; ///< every step that schedules were asked for
    std::optional<train::MemoryEstimate> estimate;

    std::vector<data::SkippedSample> skipped; ///< what takeSkipped() gives, once

    std::vector<data::SkippedSample> takeSkipped() override { return std::exchange(skipped, {}); }

    std::vector<data::NotFiniteSample> notFinite; ///< what takeNotFinite() gives, once

    std::vector<data::NotFiniteSample> takeNotFinite() override {
        return std::exchange(notFinite, {});
    }

    std::int64_t accumulationSteps() const override { return m_accumulation; }

    void followSchedules(std::int64_t stepsDone) override { followed.push_back(stepsDone); }

    std::int64_t samplesAtOnce() const override { return atOnce; }

    void setSamplesAtOnce(std::int64_t count) override { atOnce = std::min(atOnce, count); }

    std::optional<std::uint64_t> memoryInUse() const override { return 1000; }

    std::optional<std::uint64_t> memoryFree() const override { return 10'000; }

    std::optional<train::MemoryEstimate> measureMemory() override {
        if (fitting + appliedSavings < 1)
            throw std::bad_alloc();
        return estimate;
    }

    std::optional<std::string> stepDown() override {
        if (atOnce > 1)
            return "parts of " + std::to_string(atOnce /= 2);
        if (appliedSavings == savings)
            return {};
        return "saving " + std::to_string(++appliedSavings);
    }

    std::int64_t batchesPerEpoch() const override { return 4; }

    std::int64_t picturesPerStep() const override { return m_accumulation; }

    train::MicroStepResult microStep() override {
        if (m_next >= m_script.size())
            return {.kind = train::MicroStepKind::EpochEnd, .loss = {}, .samples = {}};
        const Batch batch = m_script[m_next++];
        if (batch.kind == train::MicroStepKind::Done && atOnce > fitting + appliedSavings)
            throw std::bad_alloc();
        if (batch.isBroken)
            throw Error::corrupt("p" + std::to_string(m_next - 1), "the picture is cut off",
                                 "copy it again");
        if (batch.kind == train::MicroStepKind::EpochEnd)
            return {.kind = batch.kind, .loss = {}, .samples = {}};
        const std::vector<std::string> samples = {"p" + std::to_string(m_next - 1)};
        if (batch.kind == train::MicroStepKind::Empty)
            return {.kind = batch.kind, .loss = {}, .samples = samples};
        const torch::Tensor loss = (weight * batch.slope).sum();
        (loss / static_cast<double>(m_accumulation)).backward();
        return {.kind = batch.kind, .loss = loss.detach(), .samples = samples};
    }

    void beginStep() override { m_stepStart = m_next; }

    void rewindStep() override {
        m_next = m_stepStart;
        m_optimizer.clearGradients();
    }

    void optimizerStep() override {
        m_optimizer.step();
        m_optimizer.clearGradients();
    }

    train::Optimizer& optimizer() override { return m_optimizer; }

    std::string explainNonFinite(std::size_t microStep) override {
        return "micro-batch " + std::to_string(microStep) + " was repeated";
    }

    train::CheckpointContent content() const override { return {}; }

    train::StepSeconds takeSeconds() override { return {{"data", 0.25}}; }

    std::size_t next() const { return m_next; }

    torch::Tensor weight;

private:
    static config::OptimizerConfig sgd() {
        config::OptimizerConfig config;
        config.name = config::OptimizerKind::Sgd;
        return config;
    }

    std::deque<Batch> m_script;
    std::int64_t m_accumulation;
    std::size_t m_next = 0;
    std::size_t m_stepStart = 0;
    train::Optimizer m_optimizer;
};

/// Lets a test act or look at any point.
class TestHook : public train::Hook {
public:
    std::function<void(train::StepContext&)> atTrainBegin, atMicroBegin, atBackwardEnd, atStepEnd;
    std::function<void(train::StepContext&, train::RunEnd)> atTrainEnd;

    void onTrainBegin(train::StepContext& c) override { call(atTrainBegin, c); }

    void onMicroBegin(train::StepContext& c) override { call(atMicroBegin, c); }

    void onBackwardEnd(train::StepContext& c) override { call(atBackwardEnd, c); }

    void onStepEnd(train::StepContext& c) override { call(atStepEnd, c); }

    void onTrainEnd(train::StepContext& c, train::RunEnd end) override {
        if (atTrainEnd)
            atTrainEnd(c, end);
    }

private:
    static void call(const std::function<void(train::StepContext&)>& function,
                     train::StepContext& context) {
        if (function)
            function(context);
    }
};

/// A run of a FakeTask with the hooks of a test; everything that was posted is kept.
struct FakeRun {
    std::vector<std::unique_ptr<train::Hook>> hooks;
    std::vector<decltype(Event::body)> events;
    train::RunLimits limits{.maxIter = 4, .maxEpoch = 100};
    train::RunPosition position;
    std::stop_source stop;

    TestHook& add() {
        auto hook = std::make_unique<TestHook>();
        TestHook& reference = *hook;
        hooks.push_back(std::move(hook));
        return reference;
    }

    train::RunEnd run(train::TrainTask& task) {
        train::Trainer trainer(task, limits, position, std::move(hooks));
        const auto keep = [this, &trainer] { position = trainer.position(); };
        try {
            const train::RunEnd end = trainer.run(
                [this](decltype(Event::body) body) { events.push_back(std::move(body)); },
                stop.get_token());
            keep();
            return end;
        } catch (...) {
            keep();
            throw;
        }
    }

    template <class T>
    std::vector<T> all() const {
        std::vector<T> found;
        for (const auto& event : events)
            if (const auto* body = std::get_if<T>(&event))
                found.push_back(*body);
        return found;
    }
};

} // namespace unlit::test
