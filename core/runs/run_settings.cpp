#include "core/runs/run_settings.h"

#include "core/config/yaml/yaml_writer.h"

#include <algorithm>
#include <set>

namespace unlit::runs {

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

bool isList(const config::Node& node) {
    return node.kind == config::Node::Kind::List;
}

bool holdsSections(const config::Node& list) {
    return std::ranges::any_of(
        list.list, [](const config::Node& item) { return item.kind == config::Node::Kind::Map; });
}

void flatten(const config::Node& node, const std::string& path, Texts& texts) {
    for (const config::Entry& entry : node.entries) {
        const config::Node& value = entry.value;
        const std::string place = config::joinedPath(path, entry.key);
        if (value.kind == config::Node::Kind::Map)
            flatten(value, place, texts);
        else if (!isList(value))
            texts[place] = value.kind == config::Node::Kind::Null ? "null" : value.scalar;
        else if (!holdsSections(value))
            texts[place] = config::inlineYaml(value);
    }
}

/// Of a recipe that says nothing.
const Texts& defaultTexts() {
    static const Texts texts = [] {
        Texts all;
        const config::TrainConfig usual;
        flatten(config::toDocument(usual), "", all);
        return all;
    }();
    return texts;
}

bool endsWithKey(std::string_view path, std::string_view key) {
    return path.ends_with(key) &&
           (path.size() == key.size() || path[path.size() - key.size() - 1] == '.');
}

} // namespace

RunSettings::RunSettings(const config::Node& document) {
    flatten(document, "", m_own);
    std::erase_if(m_own, [](const auto& entry) {
        const auto usual = defaultTexts().find(entry.first);
        return usual != defaultTexts().end() && usual->second == entry.second;
    });
}

std::optional<std::string> RunSettings::find(std::string_view key) const {
    for (const Texts* texts : {&m_own, &defaultTexts()})
        if (const auto found = texts->find(key); found != texts->end())
            return found->second;
    std::set<std::string_view> places;
    for (const Texts* texts : {&m_own, &defaultTexts()})
        for (const auto& [path, value] : *texts)
            if (endsWithKey(path, key))
                places.insert(path);
    return places.size() == 1 ? find(*places.begin()) : std::nullopt;
}

std::vector<std::string> differingKeys(const std::vector<const RunSettings*>& runs) {
    std::set<std::string> keys;
    for (const RunSettings* run : runs)
        for (const auto& [key, value] : run->own())
            keys.insert(key);
    std::vector<std::string> differing;
    for (const std::string& key : keys) {
        if (key.starts_with("run."))
            continue;
        const auto first = runs.front()->find(key);
        if (std::ranges::any_of(runs,
                                [&](const RunSettings* run) { return run->find(key) != first; }))
            differing.push_back(key);
    }
    return differing;
}

} // namespace unlit::runs
