// What is made of scheduler files against what diffusers makes of them.
#include "core/base/error.h"
#include "core/diffusion/scheduler_config.h"
#include "tests/support/comparison.h"
#include "tests/support/reference_pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

using namespace unlit;
using namespace unlit::diffusion;
using nlohmann::json;
using test::Comparison;
using test::ReferencePack;

namespace fs = std::filesystem;

namespace {

json readJson(const fs::path& file) {
    std::ifstream stream(file);
    return json::parse(stream);
}

/// Every key that our class writes must be there with the same value; every key of the reference
/// must be written or be one that means nothing here.
void expectSame(const SchedulerConfig& config, SchedulerClass schedulerClass, const json& reference,
                const std::string& name) {
    json ours = schedulerConfigToJson(config, schedulerClass);
    ours.erase("_class_name");
    for (const auto& [key, value] : reference.items()) {
        if (std::ranges::find(config.unusedKeys, key) == config.unusedKeys.end()) {
            EXPECT_EQ(ours.value(key, json("absent")), value) << name << " " << key;
        }
        ours.erase(key);
    }
    EXPECT_TRUE(ours.empty()) << name << " lacks " << ours;
}

} // namespace

TEST(Parity, scheduler_effective_configs) {
    Comparison comparison;
    for (const auto& entry : fs::recursive_directory_iterator(test::referenceDir())) {
        if (entry.path().filename() != "effective_ddim_config.json") {
            continue;
        }
        const fs::path file = entry.path().parent_path() / "scheduler_config.json";
        comparison.beginCase(file.string());
        expectSame(schedulerConfigFromJson(readJson(file), file.string()), SchedulerClass::Ddim,
                   readJson(entry.path()), file.string());
    }
    comparison.finish(/*needsTensors=*/false);
}

TEST(Parity, trainer_scheduler_configs) {
    const json entries = ReferencePack("schedulers/trainer_scheduler_configs").json();
    Comparison comparison;
    json training;
    for (const auto& [name, entry] : entries.items()) {
        if (name.starts_with("training_DDPM")) {
            training = entry;
        }
    }
    ASSERT_FALSE(training.is_null());
    training["_class_name"] = "DDPMScheduler";
    const SchedulerConfig trained = schedulerConfigFromJson(training, "training");
    for (const auto& [name, entry] : entries.items()) {
        if (!entry.is_object() || !entry.contains("num_train_timesteps")) {
            continue; // what produced the file
        }
        comparison.beginCase(name);
        // The inference scheduler is made from the training scheduler's settings.
        const bool isTraining = name.starts_with("training_");
        expectSame(trained, isTraining ? SchedulerClass::Ddpm : SchedulerClass::Ddim, entry, name);
        const bool pureNoise = entry.at("rescale_betas_zero_snr").get<bool>();
        if (pureNoise && entry.at("prediction_type") == "epsilon") {
            EXPECT_THROW(validate(schedulerConfigFromJson(entry, name)), Error) << name;
        } else {
            EXPECT_NO_THROW(validate(schedulerConfigFromJson(entry, name))) << name;
        }
    }
    comparison.finish(/*needsTensors=*/false);
}
