#include "core/weights/target_info.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace unlit::weights {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kStackPlanes = 3;
constexpr std::array<std::pair<PredictionSpace, std::string_view>, 3> kSpaces = {{
    {PredictionSpace::Srgb, "srgb"},
    {PredictionSpace::Linear, "linear"},
    {PredictionSpace::Stack, "stack"},
}};

/// Reads one model_index.json; carries its path for the sentences.
class TargetReader {
public:
    TargetReader(const Json& properties, const std::filesystem::path& file)
        : m_properties(properties), m_file(file) {}

    std::vector<TargetInfo> read() const;

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw Error::invalidInput(m_file.string() + ": " + what,
                                  "correct target_properties, or take the original file");
    }

    std::string nameOf(const Json& value) const;
    TargetInfo readTarget(const std::string& name) const;
    std::vector<std::string> readSubTargets(const std::string& name, const Json& entry) const;

    const Json& m_properties;
    const std::filesystem::path& m_file;
};

/// Names become parts of file names, so that a stranger's model must not choose a path with them.
std::string TargetReader::nameOf(const Json& value) const {
    if (!value.is_string())
        fail("a target name is " + value.dump().substr(0, 60) + ", not a text");
    auto name = value.get<std::string>();
    const auto isPlain = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ' ';
    };
    if (name.empty() || name.size() > kLongestName || name.front() == '.' ||
        !std::all_of(name.begin(), name.end(), isPlain)) {
        fail("the target name " + value.dump().substr(0, 80) +
             " cannot be part of a file name (letters, digits, '_', '-', '.', ' ')");
    }
    return name;
}

std::vector<std::string> TargetReader::readSubTargets(const std::string& name,
                                                      const Json& entry) const {
    const auto found = entry.find("sub_target_names");
    if (found == entry.end() || !found->is_array() || found->size() != kStackPlanes)
        fail("the stack '" + name + "' has no list of three sub_target_names");
    std::vector<std::string> parts;
    for (const Json& part : *found)
        parts.push_back(part.is_null() ? std::string() : nameOf(part));
    return parts;
}

TargetInfo TargetReader::readTarget(const std::string& name) const {
    TargetInfo target;
    target.name = name;
    const auto found = m_properties.find(name);
    if (found == m_properties.end())
        return target;
    if (!found->is_object())
        fail("the properties of '" + name + "' are not an object");
    if (const auto space = found->find("prediction_space"); space != found->end()) {
        const auto* const known =
            std::find_if(kSpaces.begin(), kSpaces.end(), [&](const auto& entry) {
                return space->is_string() && *space == entry.second;
            });
        if (known == kSpaces.end()) {
            fail("the prediction_space of '" + name + "' is " + space->dump().substr(0, 60) +
                 ", but srgb, linear and stack are known");
        }
        target.predictionSpace = known->first;
    }
    if (const auto scale = found->find("up_to_scale"); scale != found->end()) {
        if (!scale->is_boolean())
            fail("up_to_scale of '" + name + "' is not true or false");
        target.upToScale = scale->get<bool>();
    }
    if (target.predictionSpace == PredictionSpace::Stack)
        target.subTargets = readSubTargets(name, *found);
    return target;
}

std::vector<TargetInfo> TargetReader::read() const {
    if (!m_properties.is_object())
        fail("target_properties is not an object");
    const auto names = m_properties.find("target_names");
    if (names == m_properties.end() || !names->is_array() || names->empty())
        fail("target_properties has no list of target_names");
    std::vector<TargetInfo> targets;
    std::set<std::string> seen;
    for (const Json& entry : *names) {
        const std::string name = nameOf(entry);
        if (!seen.insert(name).second)
            fail("target_names lists '" + name + "' twice");
        targets.push_back(readTarget(name));
    }
    return targets;
}

} // namespace

std::vector<TargetInfo> targetsFromJson(const Json& properties, const std::filesystem::path& file) {
    return TargetReader(properties, file).read();
}

std::vector<TargetInfo> unnamedTargets(std::size_t count) {
    std::vector<TargetInfo> targets(count);
    for (std::size_t i = 0; i < count; ++i)
        targets[i].name = count == 1 ? "albedo" : "target_" + std::to_string(i + 1);
    return targets;
}

Json toJson(const std::vector<TargetInfo>& targets) {
    Json json = {{"target_names", Json::array()}};
    for (const TargetInfo& target : targets) {
        json["target_names"].push_back(target.name);
        Json& entry = json[target.name] = Json::object();
        for (const auto& [space, name] : kSpaces)
            if (space == target.predictionSpace)
                entry["prediction_space"] = name;
        if (target.predictionSpace == PredictionSpace::Linear)
            entry["up_to_scale"] = target.upToScale;
        if (target.predictionSpace != PredictionSpace::Stack)
            continue;
        entry["sub_target_names"] = Json::array();
        for (const std::string& part : target.subTargets) {
            entry["sub_target_names"].push_back(part.empty() ? Json() : Json(part));
            if (!part.empty() && !json.contains(part))
                json[part] = {{"prediction_space", "linear"}, {"up_to_scale", false}};
        }
    }
    return json;
}

} // namespace unlit::weights
