#include "core/runs/run_labels.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/runs/run_finder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>

namespace unlit::runs {

namespace fs = std::filesystem;
using LabelsJson = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostLabelBytes = 64;

Error brokenLabels(const fs::path& file) {
    return Error::corrupt(file, "it holds no labels of a run", "remove it, and tag the run anew");
}

} // namespace

bool RunLabels::hasTag(std::string_view tag) const {
    return std::ranges::find(tags, tag) != tags.end();
}

void RunLabels::addTag(const std::string& tag) {
    if (hasTag(tag))
        return;
    tags.push_back(tag);
    std::ranges::sort(tags);
}

void RunLabels::removeTag(std::string_view tag) {
    std::erase(tags, tag);
}

void requireLabel(std::string_view text) {
    const bool isPlain = std::ranges::none_of(text, [](char letter) {
        return static_cast<unsigned char>(letter) <= ' ' || letter == 127 ||
               std::string_view(",=<>!\"'").find(letter) != std::string_view::npos;
    });
    if (text.empty() || text.size() > kMostLabelBytes || !isPlain)
        throw Error::invalidInput("\"" + std::string(text) + "\" is no tag and no group",
                                  "use one word without any of , = < > ! and quotes, at most 64 "
                                  "letters");
}

fs::path labelsFileOf(const fs::path& run) {
    return run / "labels.json";
}

RunLabels readRunLabels(const fs::path& run) {
    const fs::path file = labelsFileOf(run);
    std::error_code failed;
    if (!fs::exists(file, failed))
        return {};
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::system(errno, "read", file);
    const LabelsJson json = LabelsJson::parse(stream, nullptr, false);
    if (!json.is_object())
        throw brokenLabels(file);
    try {
        RunLabels labels;
        for (const std::string& tag : json.value("tags", std::vector<std::string>()))
            labels.addTag(tag);
        labels.group = json.value("group", std::string());
        labels.isArchived = json.value("archived", false);
        return labels;
    } catch (const LabelsJson::exception&) {
        throw brokenLabels(file);
    }
}

void writeRunLabels(const fs::path& run, const RunLabels& labels) {
    if (!isRunFolder(run))
        throw Error::notFound("there is no run in " + run.string(),
                              "it was moved or deleted, or holds no figures yet");
    for (const std::string& tag : labels.tags)
        requireLabel(tag);
    if (!labels.group.empty())
        requireLabel(labels.group);
    const fs::path file = labelsFileOf(run);
    if (labels == RunLabels{}) {
        std::error_code failed;
        fs::remove(file, failed);
        if (failed)
            throw Error::system(failed.value(), "remove", file);
        return;
    }
    const LabelsJson json = {{"version", 1},
                             {"tags", labels.tags},
                             {"group", labels.group},
                             {"archived", labels.isArchived}};
    writeAtomically(file, json.dump(2, ' ', false, LabelsJson::error_handler_t::replace) + "\n");
}

} // namespace unlit::runs
