// Noise schedules, timestep tables and the forward process against diffusers' DDIM and DDPM.
#include "core/diffusion/ddim.h"
#include "core/diffusion/ddpm.h"
#include "core/diffusion/noise_schedule.h"
#include "core/diffusion/scheduler_config.h"
#include "core/diffusion/timestep_spacing.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

namespace {

constexpr double kTableTolerance = 1e-6;

std::int64_t numberAfter(const std::string& text, const std::string& pattern,
                         std::int64_t fallback) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern + R"((\d+))")) ? std::stoll(found[1])
                                                                            : fallback;
}

/// A name of the JSON's "configs"; or a bare beta schedule, put into the first of them that is not
/// rescaled.
SchedulerConfig configNamed(const json& pack, const std::string& name) {
    const json& configs = pack.at("configs");
    if (configs.contains(name)) {
        return schedulerConfigFromJson(configs.at(name), name);
    }
    for (json config : configs) {
        if (!config.value("rescale_betas_zero_snr", false)) {
            config["beta_schedule"] = name;
            return schedulerConfigFromJson(config, name);
        }
    }
    throw std::runtime_error("no config for the schedule " + name);
}

void compareSchedule(Comparison& comparison, const ReferencePack& pack, const std::string& name,
                     const std::smatch& parts) {
    const torch::Tensor expected = pack.tensor(name);
    const SchedulerConfig config = configNamed(pack.json(), parts[1]);
    const NoiseSchedule schedule =
        parts[2] == "ddim" ? DdimScheduler(config).schedule() : DdpmScheduler(config).schedule();
    const bool betas = parts[3] == "betas";
    comparison.maxAbs(name, betas ? schedule.betas() : schedule.alphasCumprod(), expected,
                      kTableTolerance);
    if (!betas && config.rescaleBetasZeroSnr) {
        EXPECT_EQ(schedule.alphaCumprod(schedule.length() - 1), 0.0F) << name;
    }
}

void compareTimesteps(Comparison& comparison, const ReferencePack& pack, const std::string& name,
                      const std::smatch& parts) {
    SchedulerConfig config;
    config.numTrainTimesteps =
        numberAfter(pack.json().value("notes", ""), "num_train_timesteps=", 1000);
    config.timestepSpacing = timestepSpacingFromString(parts[1].str(), name);
    config.stepsOffset = std::stoll(parts[2]);
    const auto timesteps = spacedTimesteps(config, std::stoll(parts[3]));
    comparison.exact(name, torch::tensor(timesteps, torch::kInt64), pack.tensor(name));
}

void compareInfo(Comparison& comparison, const ReferencePack& pack, const std::string& name,
                 const json& facts) {
    SchedulerConfig config = configNamed(pack.json(), name);
    for (const auto& [fact, value] : facts.items()) {
        float actual = 0.0F;
        if (fact.starts_with("final_alpha_cumprod_set_alpha_to_one_")) {
            config.setAlphaToOne = fact.ends_with("true");
            actual = DdimScheduler(config).finalAlphaCumprod();
        } else {
            actual = NoiseSchedule(config).alphaCumprod(numberAfter(fact, "^alphas_cumprod_", -1));
        }
        EXPECT_NEAR(actual, value.get<double>(), kTableTolerance) << name << " " << fact;
    }
    comparison.beginCase(name);
}

} // namespace

TEST(Parity, scheduler_tables) {
    const ReferencePack pack("schedulers/tables");
    Comparison comparison;
    const std::regex schedule(R"((.+)\.(ddim|ddpm)\.(betas|alphas_cumprod))");
    const std::regex timesteps(R"(timesteps\.(\w+)\.offset(\d+)\.n(\d+))");
    for (const std::string& name : pack.names()) {
        std::smatch parts;
        comparison.beginCase(name);
        if (std::regex_match(name, parts, timesteps)) {
            compareTimesteps(comparison, pack, name, parts);
        } else if (std::regex_match(name, parts, schedule)) {
            compareSchedule(comparison, pack, name, parts);
        } else {
            ADD_FAILURE() << name << " is of no kind that is known";
        }
    }
    for (const auto& [name, facts] : pack.json().at("info").items()) {
        compareInfo(comparison, pack, name, facts);
    }
    comparison.finish();
}

TEST(Parity, scheduler_add_noise_velocity) {
    const ReferencePack pack("schedulers/add_noise_velocity");
    const json configs = ReferencePack("schedulers/tables").json().at("configs");
    const torch::Tensor original = pack.tensor("original");
    const torch::Tensor noise = pack.tensor("noise");
    const torch::Tensor timesteps = pack.tensor("timesteps");
    Comparison comparison;
    for (const std::string& name : pack.names()) {
        const std::size_t dot = name.rfind('.');
        if (dot == std::string::npos) {
            continue; // an input
        }
        comparison.beginCase(name);
        const DdpmScheduler scheduler(
            schedulerConfigFromJson(configs.at(name.substr(0, dot)), name));
        const bool velocity = name.substr(dot + 1) == "velocity";
        EXPECT_TRUE(velocity || name.substr(dot + 1) == "add_noise") << name;
        comparison.maxAbs(name,
                          velocity ? scheduler.velocity(original, noise, timesteps)
                                   : scheduler.addNoise(original, noise, timesteps),
                          pack.tensor(name), kTableTolerance);
    }
    comparison.finish();
}
