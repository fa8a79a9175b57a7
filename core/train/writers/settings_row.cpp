#include "core/train/writers/settings_row.h"

#include "core/config/yaml/yaml_writer.h"

#include <charconv>
#include <cmath>

namespace unlit::train {

namespace {

using Value = std::variant<double, bool, std::string>;

Value valueOf(const config::Node& node) {
    const std::string& text = node.scalar;
    if (node.isQuoted)
        return text;
    if (text == "true" || text == "false")
        return text == "true";
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem == std::errc{} && stop == end && std::isfinite(number))
        return number;
    return text;
}

void addLeaves(const config::Node& node, const std::string& path, SettingsRow& row) {
    for (const config::Entry& entry : node.entries) {
        const std::string place = config::joinedPath(path, entry.key);
        if (entry.value.kind == config::Node::Kind::Map)
            addLeaves(entry.value, place, row);
        else if (entry.value.kind == config::Node::Kind::Scalar)
            row.settings.emplace_back(place, valueOf(entry.value));
    }
}

} // namespace

SettingsRow settingsRowOf(const config::TrainConfig& config, const std::string& name, double time) {
    SettingsRow row{time, name, config::toYaml(config), {}};
    addLeaves(config::toDocument(config), "", row);
    return row;
}

} // namespace unlit::train
