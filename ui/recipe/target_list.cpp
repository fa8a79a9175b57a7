#include "ui/recipe/target_list.h"

#include "core/base/text.h"
#include "core/config/schema/value_text.h"

#include <algorithm>
#include <utility>

namespace unlit::ui {

using config::Entry;
using config::Node;

namespace {

constexpr const char* kNames = "target_names";
constexpr const char* kSpace = "prediction_space";
constexpr const char* kUpToScale = "up_to_scale";
constexpr const char* kParts = "sub_target_names";
constexpr const char* kStack = "stack";
constexpr std::array kUsualNames = {"albedo", "material", "shading", "residual", "normals"};

std::string spaceOf(const Node& properties) {
    const Entry* space = properties.find(kSpace);
    return space == nullptr ? "srgb" : config::displayText(space->value);
}

std::string partAt(const Node& properties, std::size_t part) {
    const Entry* parts = properties.find(kParts);
    const bool isThere = parts != nullptr && parts->value.kind == Node::Kind::List &&
                         part < parts->value.list.size();
    return isThere ? parts->value.list[part].scalar : std::string();
}

void setList(Node& node, std::vector<Node> elements) {
    node = Node::null();
    node.kind = Node::Kind::List;
    node.list = std::move(elements);
}

void setParts(Node& properties, const std::array<std::string, 3>& parts) {
    std::vector<Node> elements;
    for (const std::string& part : parts)
        elements.push_back(part.empty() ? Node::null() : Node::quoted(part));
    setList(properties[kParts], std::move(elements));
}

void erase(Node& map, const std::string& key) {
    std::erase_if(map.entries, [&](const Entry& entry) { return entry.key == key; });
}

} // namespace

void TargetList::read(const Node& value) {
    m_value = value.kind == Node::Kind::Map ? value : Node::emptyMap();
    std::vector<Line> before = std::exchange(m_lines, {});
    const Entry* names = m_value.find(kNames);
    if (names == nullptr || names->value.kind != Node::Kind::List)
        return;
    for (const Node& name : names->value.list) {
        m_lines.push_back({name.scalar, Node::emptyMap()});
        const std::size_t here = m_lines.size() - 1;
        const Entry* properties = m_value.find(name.scalar);
        if (!ownsItsMap(here) && here < before.size() && before[here].name == name.scalar)
            m_lines.back().properties = std::move(before[here].properties);
        else if (properties != nullptr && properties->value.kind == Node::Kind::Map)
            m_lines.back().properties = properties->value;
    }
}

std::vector<TargetLine> TargetList::lines() const {
    std::vector<TargetLine> lines;
    for (const Line& line : m_lines) {
        const Entry* upToScale = line.properties.find(kUpToScale);
        lines.push_back(
            {line.name,
             spaceOf(line.properties),
             upToScale != nullptr && toLower(upToScale->value.scalar) == "true",
             {partAt(line.properties, 0), partAt(line.properties, 1), partAt(line.properties, 2)}});
    }
    return lines;
}

void TargetList::rename(std::size_t line, const std::string& name) {
    m_lines.at(line).name = name;
}

void TargetList::setSpace(std::size_t line, const std::string& space) {
    Node& properties = m_lines.at(line).properties;
    properties[kSpace] = Node::quoted(space);
    if (space == kStack) {
        setParts(properties, lines().at(line).parts);
        erase(properties, kUpToScale);
    } else {
        erase(properties, kParts);
    }
}

void TargetList::setUpToScale(std::size_t line, bool isFree) {
    m_lines.at(line).properties[kUpToScale] = Node::plain(isFree ? "true" : "false");
}

void TargetList::setPart(std::size_t line, std::size_t part, const std::string& name) {
    std::array<std::string, 3> parts = lines().at(line).parts;
    parts.at(part) = name;
    setParts(m_lines.at(line).properties, parts);
}

void TargetList::add() {
    const auto isTaken = [this](const std::string& name) {
        return std::ranges::find(m_lines, name, &Line::name) != m_lines.end();
    };
    std::string name;
    for (const char* usual : kUsualNames)
        if (name.empty() && !isTaken(usual))
            name = usual;
    for (int number = 1; name.empty() || isTaken(name); ++number)
        name = "target_" + std::to_string(number);
    Node properties = Node::emptyMap();
    properties[kSpace] = Node::quoted("srgb");
    m_lines.push_back({std::move(name), std::move(properties)});
}

void TargetList::remove(std::size_t line) {
    m_lines.erase(m_lines.begin() + static_cast<std::ptrdiff_t>(line));
}

/// The first line of a name.
bool TargetList::ownsItsMap(std::size_t line) const {
    const std::string& name = m_lines[line].name;
    const auto first = std::ranges::find(m_lines, name, &Line::name);
    return !name.empty() && first - m_lines.begin() == static_cast<std::ptrdiff_t>(line);
}

std::vector<std::string> TargetList::knownKeys() const {
    std::vector<std::string> keys = {kNames};
    for (const Line& line : m_lines) {
        keys.push_back(line.name);
        if (spaceOf(line.properties) == kStack)
            for (std::size_t part = 0; part < 3; ++part)
                keys.push_back(partAt(line.properties, part));
    }
    return keys;
}

Node TargetList::write(const Node& fallback) const {
    Node value = m_value;
    std::vector<Node> names;
    for (const Line& line : m_lines)
        names.push_back(Node::quoted(line.name));
    setList(value[kNames], std::move(names));
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        if (ownsItsMap(i))
            value[m_lines[i].name] = m_lines[i].properties;
    const std::vector<std::string> known = knownKeys();
    const auto isKnown = [&](const Entry& entry) {
        return std::ranges::find(known, entry.key) != known.end();
    };
    std::erase_if(value.entries, [&](const Entry& entry) { return !isKnown(entry); });
    if (fallback.kind == Node::Kind::Map)
        for (const Entry& entry : fallback.entries)
            if (!isKnown(entry))
                value[entry.key] = Node::null();
    return value;
}

} // namespace unlit::ui
