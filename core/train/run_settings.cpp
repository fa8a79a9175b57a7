#include "core/train/run_settings.h"

#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/config/resume_changes.h"
#include "core/config/yaml/yaml_writer.h"

#include <string>

namespace unlit::train {

using Json = nlohmann::json;

namespace {

[[noreturn]] void refuseSilent(const ReadCheckpoint& checkpoint) {
    throw Error::corrupt(checkpoint.folder / "trainer_state.json",
                         "it does not say how the run was trained",
                         "take another checkpoint of the run");
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
    throw Error::invalidInput(
        "the training set is not the one that the run was trained with: " + how,
        "put the list back, or begin another run at a checkpoint of this one: "
        "unlit run fork");
}

} // namespace

Json settingsOf(const RunPlan& plan) {
    return {{"config", config::toYaml(plan.config)},
            {"data", describeSet(*plan.data.train)},
            {"scheduler", plan.modelOptions.scheduler}};
}

config::TrainConfig configOf(const ReadCheckpoint& checkpoint) {
    try {
        const std::string yaml = checkpoint.json.at("settings").at("config").get<std::string>();
        return config::loadRunConfigText(yaml, "the checkpoint").config;
    } catch (const Json::exception&) {
        refuseSilent(checkpoint);
    }
}

std::vector<config::Difference> changesSince(const ReadCheckpoint& checkpoint, const RunPlan& plan,
                                             const RunFolder& folder) {
    const config::TrainConfig before = configOf(checkpoint);
    std::vector<config::Difference> changes = config::changesOnResume(
        before, config::withBeginningOf(before, plan.config), folder.path().string());
    try {
        requireSameData(describeSet(*plan.data.train), checkpoint.json.at("settings").at("data"));
    } catch (const Json::exception&) {
        refuseSilent(checkpoint);
    }
    return changes;
}

} // namespace unlit::train
