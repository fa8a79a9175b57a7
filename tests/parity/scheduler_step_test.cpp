// Single sampler steps and whole chains against diffusers' DDIM and DDPM.
#include "core/base/error.h"
#include "core/diffusion/ddim.h"
#include "core/diffusion/ddpm.h"
#include "core/diffusion/random.h"
#include "core/diffusion/scheduler_config.h"
#include "tests/parity/json_seed.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

namespace {

constexpr double kStepTolerance = 2e-5;
constexpr double kChainTolerance = 1e-4;
constexpr double kStepNoiseTolerance = 3e-6;

/// The case names its config, or has its name as one part of its dotted key.
json baseConfig(const json& configs, const json& item) {
    if (item.contains("config")) {
        return configs.at(item.at("config").get<std::string>());
    }
    const std::string key = "." + item.at("key").get<std::string>() + ".";
    for (const auto& [name, config] : configs.items()) {
        if (key.find("." + name + ".") != std::string::npos) {
            return config;
        }
    }
    throw std::runtime_error("no config for the case" + key);
}

/// Whatever scheduler setting the case states replaces that of its config.
SchedulerConfig configOf(const json& configs, const json& item) {
    json config = baseConfig(configs, item);
    const json settings = schedulerConfigToJson({}, SchedulerClass::Ddpm);
    for (const auto& [key, value] : item.items()) {
        if (settings.contains(key)) {
            config[key] = value;
        }
    }
    if (item.contains("class")) {
        config["_class_name"] = item.at("class");
    }
    return schedulerConfigFromJson(config, item.at("key").get<std::string>());
}

void compareStep(Comparison& comparison, const ReferencePack& pack, const std::string& key,
                 const torch::Tensor& prev, const torch::Tensor& original) {
    if (pack.has(key + ".prev")) {
        comparison.scaledAbs(key + ".prev", prev, pack.tensor(key + ".prev"), kStepTolerance);
    }
    if (pack.has(key + ".x0")) {
        comparison.scaledAbs(key + ".x0", original, pack.tensor(key + ".x0"), kStepTolerance);
    }
    EXPECT_TRUE(pack.has(key + ".prev") || pack.has(key + ".x0")) << key;
}

void compareChain(Comparison& comparison, const ReferencePack& pack, const json& item,
                  DdimScheduler& scheduler) {
    const auto key = item.at("key").get<std::string>();
    const auto formula = item.at("chain").get<std::string>();
    std::smatch factors;
    ASSERT_TRUE(std::regex_search(formula, factors,
                                  std::regex(R"(step\(tanh\(([\d.e-]+)\*z \+ ([\d.e-]+)\*t\))")))
        << "another stand-in for the network: " << formula;
    torch::Tensor sample = pack.tensor("sample");
    for (const std::int64_t t : scheduler.timesteps()) {
        const torch::Tensor output = torch::tanh(std::stod(factors[1]) * sample +
                                                 std::stod(factors[2]) * static_cast<double>(t));
        sample = scheduler.step(output, t, sample).prev;
    }
    comparison.maxAbs(key, sample, pack.tensor(key), kChainTolerance);
}

void compareDdim(Comparison& comparison, const ReferencePack& pack, const json& item,
                 const SchedulerConfig& config) {
    DdimScheduler scheduler(config);
    scheduler.setTimesteps(item.at("num_inference_steps").get<std::int64_t>());
    if (item.contains("chain")) {
        compareChain(comparison, pack, item, scheduler);
        return;
    }
    const auto key = item.at("key").get<std::string>();
    const auto timestep = item.at("timestep").get<std::int64_t>();
    if (item.contains("prev_timestep")) {
        EXPECT_EQ(scheduler.previousTimestep(timestep),
                  item.at("prev_timestep").get<std::int64_t>())
            << key;
    }
    const torch::Tensor output = pack.tensor("model_output");
    const torch::Tensor sample = pack.tensor("sample");
    const double eta = item.value("eta", 0.0);
    const DdimStep step =
        eta == 0.0 ? scheduler.step(output, timestep, sample)
                   : scheduler.step(output, timestep, sample, eta,
                                    pack.tensor(item.at("variance_noise").get<std::string>()));
    const json& excluded = pack.json().at("not_finite");
    if (std::ranges::find(excluded, json(key)) != excluded.end()) {
        EXPECT_FALSE(step.prev.isfinite().all().item<bool>()) << key;
        EXPECT_THROW(validate(config), Error) << key;
        return;
    }
    compareStep(comparison, pack, key, step.prev, step.predictedOriginal);
}

void compareDdpm(Comparison& comparison, const ReferencePack& pack, const json& item,
                 const SchedulerConfig& config) {
    const auto key = item.at("key").get<std::string>();
    const torch::Tensor sample = pack.tensor("sample");
    const torch::Tensor noise = pack.tensor(key + ".noise");
    if (item.contains("generator_seed")) {
        const auto generator = makeGenerator(test::seedFrom(item.at("generator_seed")));
        comparison.maxAbs(key + ".noise", randn(noise.sizes(), generator), noise,
                          kStepNoiseTolerance);
    }
    DdpmScheduler scheduler(config);
    scheduler.setTimesteps(item.at("num_inference_steps").get<std::int64_t>());
    const DdpmStep step = scheduler.step(pack.tensor("model_output"),
                                         item.at("timestep").get<std::int64_t>(), sample, noise);
    compareStep(comparison, pack, key, step.prev, step.predictedOriginal);
}

} // namespace

TEST(Parity, scheduler_step) {
    const ReferencePack pack("schedulers/step");
    const json configs = ReferencePack("schedulers/tables").json().at("configs");
    Comparison comparison;
    for (const json& item : pack.json().at("cases")) {
        comparison.beginCase(item.at("key").get<std::string>());
        const SchedulerConfig config = configOf(configs, item);
        if (item.value("class", "DDIMScheduler") == "DDPMScheduler") {
            compareDdpm(comparison, pack, item, config);
        } else {
            compareDdim(comparison, pack, item, config);
        }
    }
    comparison.finish();
}
