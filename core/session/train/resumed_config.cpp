#include "core/session/train/resumed_config.h"

#include "core/base/error.h"
#include "core/config/extended_schedule.h"
#include "core/config/load_config.h"
#include "core/config/resume_changes.h"
#include "core/config/schema/schema.h"
#include "core/config/schema/value_text.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/runs/run_history.h"

#include <system_error>

namespace unlit {

using train::RunFolder;

namespace {

config::TrainConfig usableConfig(const RunFolder& folder,
                                 const std::vector<std::string>& overrides) {
    const config::LoadedConfig loaded = config::loadConfig(folder.config(), overrides);
    config::requireUsable(loaded);
    return loaded.config;
}

} // namespace

config::TrainConfig configOfRun(const RunFolder& folder) {
    return usableConfig(folder, {});
}

config::TrainConfig resumedConfig(const RunFolder& folder, const config::TrainConfig& before,
                                  const ResumedRun& run) {
    config::TrainConfig config = usableConfig(folder, run.overrides);
    std::int64_t maxIter = config.maxIter;
    if (run.extendBy > 0)
        maxIter += run.extendBy;
    if (run.extendBy > 0 || (before.maxIter > 0 && maxIter > before.maxIter)) {
        config.maxIter = before.maxIter;
        config::extend(config, maxIter, run.schedule);
    }
    // Where there is no checkpoint yet nothing else would look.
    (void)config::changesOnResume(before, config, folder.path().string(), run.overrides);
    return config;
}

void refuseComplete(const RunFolder& folder, std::int64_t steps, AskedBy by) {
    throw Error::invalidInput(folder.path().string() + " is complete: it has done its " +
                                  std::to_string(steps) + " steps",
                              by == AskedBy::Window ? "Extend… gives it further ones"
                                                    : "go on with --extend N");
}

void requireResumable(const ResumedRun& run, AskedBy by) {
    const RunFolder folder = RunFolder::open(run.run);
    const config::TrainConfig before = configOfRun(folder);
    const config::TrainConfig config = resumedConfig(folder, before, run);
    // Without its last checkpoint it goes on from the one before, which has steps left.
    const runs::LastWord word = runs::lastWordOf(folder.path());
    std::error_code unknown;
    const bool isFromLatest =
        folder.askedCheckpoint().empty() && std::filesystem::exists(folder.latest(), unknown);
    if (isFromLatest && word.ending == runs::RunEnding::Complete && config.maxIter > 0 &&
        word.step >= config.maxIter)
        refuseComplete(folder, word.step, by);
}

std::vector<ChangeableSetting> changeableSettings(const std::filesystem::path& run) {
    config::TrainConfig config = configOfRun(RunFolder::open(run));
    std::vector<ChangeableSetting> found;
    const config::Node used = config::toDocument(config);
    const auto add = [&](const config::Setting& setting, const std::string& path) {
        if (setting.isLeaf() && used.at(path) != nullptr && config::mayChangeOnResume(path))
            found.push_back(
                {path, config::inlineYaml(config::nodeOf(setting.get())), setting.meta.help});
    };
    config::forEachLeaf(config::schemaOf(config), {}, add);
    return found;
}

} // namespace unlit
