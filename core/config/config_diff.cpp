#include "core/config/config_diff.h"

#include "core/config/schema/value_text.h"
#include "core/config/yaml/yaml_writer.h"

#include <algorithm>

namespace unlit::config {

namespace {

using Lines = std::vector<std::pair<std::string, std::string>>; ///< key and value, in order

void flatten(const Node& node, const std::string& path, Lines& lines) {
    if (node.kind == Node::Kind::Map && !node.entries.empty()) {
        for (const Entry& entry : node.entries)
            flatten(entry.value, joinedPath(path, entry.key), lines);
    } else if (node.kind == Node::Kind::List &&
               std::ranges::any_of(
                   node.list, [](const Node& child) { return child.kind == Node::Kind::Map; })) {
        for (std::size_t i = 0; i < node.list.size(); ++i)
            flatten(node.list[i], joinedPath(path, std::to_string(i)), lines);
    } else {
        lines.emplace_back(path, displayText(node));
    }
}

Lines linesOf(const TrainConfig& config) {
    Lines lines;
    flatten(toDocument(config), "", lines);
    return lines;
}

const std::string* valueOf(const Lines& lines, const std::string& key) {
    const auto found = std::ranges::find(lines, key, &Lines::value_type::first);
    return found == lines.end() ? nullptr : &found->second;
}

} // namespace

std::vector<Difference> differences(const TrainConfig& before, const TrainConfig& after) {
    const Lines left = linesOf(before);
    const Lines right = linesOf(after);
    std::vector<Difference> found;
    for (const auto& [key, value] : left) {
        const std::string* other = valueOf(right, key);
        if (other == nullptr || *other != value)
            found.push_back({key, value, other ? *other : ""});
    }
    for (const auto& [key, value] : right)
        if (valueOf(left, key) == nullptr)
            found.push_back({key, "", value});
    return found;
}

} // namespace unlit::config
