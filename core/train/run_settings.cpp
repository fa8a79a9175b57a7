#include "core/train/run_settings.h"

#include "core/base/error.h"
#include "core/config/config_diff.h"
#include "core/config/load_config.h"
#include "core/config/yaml_writer.h"

#include <string>

namespace unlit::train {

using Json = nlohmann::json;

namespace {

/// Far more than a person reads.
constexpr std::size_t kMostNamed = 8;

std::string shown(const std::string& value) {
    return value.empty() ? "not set" : value;
}

void requireSameConfig(const config::TrainConfig& now, const std::string& yaml) {
    const config::LoadedConfig before = config::loadConfigText(yaml, "the checkpoint");
    const auto differences = config::differencesInNumbers(before.config, now);
    if (differences.empty())
        return;
    std::string text;
    for (std::size_t i = 0; i < differences.size() && i < kMostNamed; ++i)
        text += (i == 0 ? "" : "; ") + differences[i].key + " was " + shown(differences[i].before) +
                ", is " + shown(differences[i].after);
    if (differences.size() > kMostNamed)
        text += "; and " + std::to_string(differences.size() - kMostNamed) + " more";
    throw Error::invalidInput("the config is not the one that the run was trained with: " + text,
                              "put the settings back, or start a new run with the checkpoint as "
                              "model.pretrained_path");
}

void requireSameData(const Json& now, const Json& before) {
    if (now == before)
        return;
    const auto pairs = [](const Json& set) {
        return std::to_string(set.at("pairs").get<std::int64_t>());
    };
    const std::string how = now.at("pairs") == before.at("pairs")
                                ? "other files stand in its list"
                                : "it had " + pairs(before) + " pairs and has " + pairs(now);
    throw Error::invalidInput("the training set is not the one that the run was trained with: " +
                                  how,
                              "put the list back, or start a new run with the checkpoint as "
                              "model.pretrained_path");
}

} // namespace

Json settingsOf(const RunPlan& plan) {
    return {{"config", config::toYaml(plan.config)},
            {"data", describeSet(*plan.data.train)},
            {"scheduler", plan.modelOptions.scheduler}};
}

void requireSameSettings(const RunPlan& plan, const ReadCheckpoint& checkpoint) {
    try {
        const Json& settings = checkpoint.json.at("settings");
        requireSameConfig(plan.config, settings.at("config").get<std::string>());
        requireSameData(describeSet(*plan.data.train), settings.at("data"));
    } catch (const Json::exception&) {
        throw Error::corrupt(checkpoint.folder / "trainer_state.json",
                             "it does not say how the run was trained",
                             "take another checkpoint of the run");
    }
}

} // namespace unlit::train
