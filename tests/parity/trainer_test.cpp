// Whole training runs of the UNet against trainer/*: draws, losses, gradients, weights, moments.
#include "core/diffusion/random.h"
#include "core/train/hooks/learning_rate_hook.h"
#include "core/train/trainer.h"
#include "core/train/training_model.h"
#include "core/train/unet/unet_task.h"
#include "core/weights/module_loader.h"
#include "tests/parity/json_seed.h"
#include "tests/parity/reference_pairs.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace unlit::train {

namespace {

using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

constexpr double kLossTolerance = 2e-4;
constexpr double kNoiseTolerance = 2e-5;
constexpr double kLatentTolerance = 2e-4;
constexpr double kStepTolerance = 1e-3;
constexpr double kGradientTolerance = 1e-3;
constexpr double kDeltaTolerance = 2e-2;
constexpr double kFinalTolerance = 1e-5;
constexpr double kRateTolerance = 1e-12;
/// A sum of as many numbers as a latent has, each within the tolerance of normal deviates.
constexpr double kNoiseSumTolerance = 1e-5;
/// Norms below are rounding noise.
constexpr double kSmallestNorm = 1e-6;

std::vector<std::string> variantNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(test::referenceDir() / "trainer"))
        if (entry.path().extension() == ".json" && entry.path().stem() != "config")
            names.push_back("trainer/" + entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

/// One variant: its JSON, the config beside it, and what a run of ours gave.
class Variant {
public:
    /// `samplesAtOnce`: in the network, of a micro-batch; 0 = all.
    Variant(const std::string& name, Comparison& comparison, std::int64_t samplesAtOnce)
        : m_samplesAtOnce(samplesAtOnce), m_pack(name), m_case(m_pack.json()),
          m_config(ReferencePack("trainer/config").json()), m_comparison(comparison) {}

    void run() {
        UNetTask task = makeTask();
        if (m_samplesAtOnce > 0)
            task.setSamplesAtOnce(m_samplesAtOnce);
        m_start = copyOfWeights(task);
        task.observe([this](const MicroStepReport& report) { compareMicroStep(report); });
        std::vector<std::unique_ptr<Hook>> hooks;
        const std::int64_t maxIter = m_case.at("max_iter");
        hooks.push_back(std::make_unique<LearningRateHook>(
            LrSchedule(scheduleConfig(), maxIter), m_case.at("optimizer").at("lr").get<double>()));
        hooks.push_back(std::make_unique<Comparer>(*this));
        Trainer trainer(task, {.maxIter = maxIter, .maxEpoch = 1'000'000}, {}, std::move(hooks));
        EXPECT_EQ(trainer.run([](const auto&) {}, {}), RunEnd::Complete);
        EXPECT_EQ(m_micro, m_case.at("log").size());
        compareFinal(task);
    }

private:
    /// Looks at gradients before the first step and at rates after each.
    class Comparer : public Hook {
    public:
        explicit Comparer(Variant& variant) : m_variant(variant) {}

        void onBackwardEnd(StepContext& context) override {
            if (context.position.step == 0)
                m_variant.compareGradients(context.task.optimizer());
        }

        void onStepEnd(StepContext& context) override { m_variant.compareStep(context); }

    private:
        Variant& m_variant;
    };

    TrainingModel loadModel() const {
        const auto start = m_case.at("start_from").get<std::string>();
        auto folder = weights::openModelFolder(test::referenceDir() /
                                               start.substr(0, start.find_first_of(", ")));
        TrainingModelOptions options;
        options.targets = weights::unnamedTargets(1);
        options.concatOrder = concatOrder();
        options.device = test::testDeviceName();
        options.scheduler = folder.scheduler.config; // the variant's own may be one that we refuse
        return loadTrainingModel(folder, options);
    }

    ConcatOrder concatOrder() const {
        return m_case.at("cat_order") == "noisy_image" ? ConcatOrder::NoisyFirst
                                                       : ConcatOrder::ImageFirst;
    }

    diffusion::DdpmScheduler scheduler() const {
        json config = m_config.at("noise_schedules").at(m_case.at("noise_schedule"));
        config["prediction_type"] = m_case.at("prediction_type");
        return diffusion::DdpmScheduler(diffusion::schedulerConfigFromJson(config));
    }

    config::LrSchedulerConfig scheduleConfig() const {
        const json& schedule = m_case.at("lr_schedule");
        EXPECT_EQ(schedule.at("name"), "IterExponential");
        config::LrSchedulerConfig config;
        config.totalIter = schedule.at("total_iter").get<std::int64_t>();
        config.finalRatio = schedule.at("final_ratio");
        config.warmupSteps = schedule.at("warmup_steps");
        return config;
    }

    UNetTaskOptions taskOptions() const {
        UNetTaskOptions options;
        const json& optimizer = m_case.at("optimizer");
        EXPECT_EQ(optimizer.at("name"), "Adam");
        EXPECT_EQ(m_case.at("loss"), "mse, mean");
        options.base.optimizer.betas = optimizer.at("betas").get<std::array<double, 2>>();
        options.base.optimizer.eps = optimizer.at("eps").get<double>();
        options.base.optimizer.weightDecay = optimizer.at("weight_decay").get<double>();
        options.step.concatOrder = concatOrder();
        options.step.capturesGraphs = true; // on a GPU
        const json& noise = m_case.at("multi_res_noise");
        if (!noise.is_null())
            options.step.multiResNoise = {.strength = noise.at("strength").get<double>(),
                                          .annealed = noise.at("annealed"),
                                          .downscaleStrategy = noise.at("downscale_strategy")};
        options.base.accumulationSteps = m_case.at("gradient_accumulation_steps");
        options.base.batchSize = m_case.at("micro_batch_size");
        if (!m_case.at("mask").get<bool>())
            options.maskKey.reset();
        return options;
    }

    UNetTask makeTask() const {
        TrainingModel loaded = loadModel();
        data::LoaderOptions loader;
        loader.batchSize = m_case.at("micro_batch_size");
        loader.seed = test::seedFrom(m_config.at("loader_seed"));
        return UNetTask(
            loaded.model, loaded.base, scheduler(),
            std::make_unique<data::DataLoader>(std::make_shared<test::ReferencePairs>(), loader),
            MicroStepSeeds(test::seedText(m_case.at("init_seed")),
                           m_case.at("seed_sequence_length")),
            taskOptions());
    }

    static weights::StateDict copyOfWeights(UNetTask& task) {
        weights::StateDict copy;
        for (const auto& [name, tensor] : weights::stateDictOf(*task.model().unet))
            copy.emplace(name, tensor.detach().clone());
        return copy;
    }

    const json& logged() const { return m_case.at("log").at(m_micro); }

    void compareMicroStep(const MicroStepReport& report) {
        std::vector<std::string> items;
        for (const auto& item : logged().at("items"))
            items.push_back(std::to_string(item.get<int>()));
        EXPECT_EQ(report.samples, items) << "micro step " << m_micro;
        EXPECT_EQ(report.seed, test::seedFrom(logged().at("seed"))) << "micro step " << m_micro;
        const torch::Tensor timesteps =
            torch::tensor(logged().at("timesteps").get<std::vector<std::int64_t>>());
        m_comparison.exact("timesteps", report.trace.timesteps, timesteps);
        EXPECT_EQ(report.validElements, logged().at("valid_elements").get<std::int64_t>());
        m_comparison.relative("loss", report.loss, logged().at("loss"), kLossTolerance);
        const torch::Tensor noise = report.trace.noise.to(torch::kFloat64);
        m_comparison.relative("noise_abs_sum", noise.abs().sum().item<double>(),
                              logged().at("noise_abs_sum"), kNoiseSumTolerance);
        const auto next = diffusion::rand({1}, report.generator).item<float>();
        EXPECT_EQ(next, logged().at("next_rand").get<float>()) << "micro step " << m_micro;
        if (m_micro == 0)
            compareFirst(report.trace);
        ++m_micro;
    }

    void compareFirst(const MicroStepTrace& trace) {
        const auto compare = [&](const char* name, const torch::Tensor& value, double tolerance) {
            m_comparison.maxAbs(name, value, m_pack.tensor(std::string("step0.") + name),
                                tolerance);
        };
        compare("beauty_latent", trace.beautyLatent, kLatentTolerance);
        compare("albedo_latent", trace.targetLatents, kLatentTolerance);
        m_comparison.exact("timesteps", trace.timesteps, m_pack.tensor("step0.timesteps"));
        compare("noise", trace.noise, kNoiseTolerance);
        compare("noisy_latents", trace.noisyLatents, kStepTolerance);
        compare("pred", trace.prediction, kStepTolerance);
        compare("target", trace.target, kStepTolerance);
        ASSERT_EQ(trace.valid_N1hw.has_value(), m_pack.has("step0.valid_mask_down"));
        if (trace.valid_N1hw)
            m_comparison.exact("valid_mask_down", *trace.valid_N1hw,
                               m_pack.tensor("step0.valid_mask_down"));
    }

    void compareGradients(const Optimizer& optimizer) {
        for (const NamedParameter& parameter : optimizer.parameters()) {
            const std::string name = "step0.grad." + parameter.name;
            if (m_pack.has(name))
                m_comparison.relativeL2(name, parameter.value.grad(), m_pack.tensor(name),
                                        kGradientTolerance);
            const auto norms = m_case.find("grad_l2_norm_of_every_parameter_at_step0");
            if (norms == m_case.end())
                continue;
            const double expected = norms->at(parameter.name);
            if (expected >= kSmallestNorm)
                m_comparison.relative(name + " norm", parameter.value.grad().norm().item<double>(),
                                      expected, kGradientTolerance);
        }
    }

    void compareStep(const StepContext& context) {
        const json& entry = m_case.at("log").at(m_micro - 1);
        EXPECT_EQ(context.position.step, entry.at("effective_iter").get<std::int64_t>());
        m_comparison.relative("lr_after", context.scalars.back().value, entry.at("lr_after"),
                              kRateTolerance);
        m_comparison.relative("mean_loss_of_step", context.loss, entry.at("mean_loss_of_step"),
                              kLossTolerance);
    }

    void compareFinal(UNetTask& task) {
        const weights::StateDict state = task.optimizer().state();
        for (const auto& [name, weight] : weights::stateDictOf(*task.model().unet)) {
            if (m_pack.has("final." + name))
                m_comparison.maxAbs("final." + name, weight, m_pack.tensor("final." + name),
                                    kFinalTolerance);
            if (m_pack.has("delta." + name))
                m_comparison.relativeL2("delta." + name, weight - m_start.at(name),
                                        m_pack.tensor("delta." + name), kDeltaTolerance);
            for (const std::string moment : {"exp_avg", "exp_avg_sq"}) {
                const std::string expected = "final.adam." + moment + "." + name;
                if (m_pack.has(expected))
                    m_comparison.relativeL2(expected, state.at(moment + "/" + name),
                                            m_pack.tensor(expected), kGradientTolerance);
            }
        }
    }

    std::int64_t m_samplesAtOnce;
    ReferencePack m_pack;
    const json& m_case;
    json m_config;
    Comparison& m_comparison;
    weights::StateDict m_start;
    std::size_t m_micro = 0;
};

} // namespace

TEST(Parity, trainer) {
    Comparison comparison;
    for (const std::string& name : variantNames()) {
        comparison.beginCase(name);
        Variant(name, comparison, 0).run();
    }
    comparison.finish();
}

// Micro-batches that go through the network sample by sample: the same numbers within the same
// tolerances. Every fourth variant, as Parity.trainer has gone through all of them.
TEST(TrainerInParts, agrees_with_the_reference) {
    Comparison comparison;
    const std::vector<std::string> names = variantNames();
    for (std::size_t i = 0; i < names.size(); i += 4) {
        comparison.beginCase(names[i]);
        Variant(names[i], comparison, 1).run();
    }
    comparison.finish();
}

} // namespace unlit::train
