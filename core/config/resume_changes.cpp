#include "core/config/resume_changes.h"

#include "core/base/error.h"
#include "core/config/schema/schema.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace unlit::config {

namespace {

constexpr std::size_t kMostNamed = 8; // more than that no person reads

/// `parts` of a path from `place` on, below `settings`.
bool isChangeable(const std::vector<Setting>& settings, const std::vector<std::string>& parts,
                  std::size_t place) {
    const auto found = std::ranges::find(settings, parts[place], &Setting::key);
    if (found == settings.end())
        return false;
    if (found->meta.mayChangeOnResume)
        return true;
    const bool isList = found->kind == SettingKind::SectionList;
    const std::size_t next = place + (isList ? 2 : 1); // the index of a list says nothing
    if ((!isList && found->kind != SettingKind::Section) || next >= parts.size())
        return false;
    if (found->setPresent)
        found->setPresent(true);
    return isChangeable(found->children(), parts, next);
}

/// Another optimizer has other settings, which nobody has set.
bool isAskedFor(const std::string& key, const std::vector<std::string>& asked) {
    return std::ranges::any_of(asked, [&](const std::string& setting) {
        const std::string name = setting.substr(0, setting.find('='));
        return key == name || key.starts_with(name + ".");
    });
}

std::string valueText(const std::string& value) {
    return value.empty() ? "not set" : value;
}

std::string textOf(const std::vector<Difference>& refused) {
    std::string text;
    for (std::size_t i = 0; i < std::min(refused.size(), kMostNamed); ++i)
        text += (i == 0 ? "" : "; ") + refused[i].key + " was " + valueText(refused[i].before) +
                ", is " + valueText(refused[i].after);
    if (refused.size() > kMostNamed)
        text += "; and " + std::to_string(refused.size() - kMostNamed) + " more";
    return text;
}

} // namespace

bool mayChangeOnResume(std::string_view key) {
    TrainConfig defaults;
    return isChangeable(schemaOf(defaults).children(), pathParts(key), 0);
}

TrainConfig withBeginningOf(const TrainConfig& before, TrainConfig after) {
    after.run.name = before.run.name;
    after.run.outputDir = before.run.outputDir;
    after.run.addDatetimePrefix = before.run.addDatetimePrefix;
    after.prepare = before.prepare;
    after.pipeline.defaultDenoisingSteps = before.pipeline.defaultDenoisingSteps;
    after.pipeline.defaultProcessingResolution = before.pipeline.defaultProcessingResolution;
    return after;
}

std::vector<Difference> changesOnResume(const TrainConfig& before, const TrainConfig& after,
                                        const std::string& run,
                                        const std::vector<std::string>& asked) {
    std::vector<Difference> changes = differences(before, after);
    std::vector<Difference> refused;
    std::ranges::copy_if(changes, std::back_inserter(refused), [](const Difference& difference) {
        return !mayChangeOnResume(difference.key);
    });
    std::vector<Difference> named;
    std::ranges::copy_if(refused, std::back_inserter(named), [&](const Difference& difference) {
        return isAskedFor(difference.key, asked);
    });
    if (!named.empty())
        refused = std::move(named);
    if (!refused.empty())
        throw Error::invalidInput(
            "a run that goes on keeps the settings that it was trained with: " + textOf(refused),
            "put them back, or begin another run at a checkpoint of this one: unlit run fork " +
                run + " --checkpoint latest --output DIR KEY=VALUE");
    return changes;
}

} // namespace unlit::config
