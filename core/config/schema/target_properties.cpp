// Marigold's form of a model's targets: a list of names, and beside it a map for each of them.
// Parts of a stack may have maps of their own, too.
#include "core/base/text.h"
#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"
#include "core/config/schema/value_text.h"

#include <algorithm>
#include <set>

namespace unlit::config {

namespace {

constexpr const char* kNames = "target_names";

const std::vector<std::pair<TargetSpace, std::string>> kSpaces = {
    {TargetSpace::Srgb, "srgb"}, {TargetSpace::Linear, "linear"}, {TargetSpace::Stack, "stack"}};

class TargetReader {
public:
    TargetReader(std::string path, std::vector<Diagnostic>& diagnostics)
        : m_path(std::move(path)), m_diagnostics(diagnostics) {}

    std::vector<TargetConfig> read(const Node& node) {
        std::vector<TargetConfig> targets;
        const Entry* names = node.find(kNames);
        if (node.kind != Node::Kind::Map || names == nullptr) {
            say(node, m_path, "must be a map with a list `target_names` and a map for each name");
            return targets;
        }
        for (const std::string& name : readNames(names->value, joinedPath(m_path, kNames), false)) {
            TargetConfig target;
            target.name = name;
            if (const Entry* properties = node.find(name))
                readTarget(*properties, target);
            else
                say(names->value, m_path, "says nothing about " + name,
                    "add " + name + ": {prediction_space: srgb}");
            targets.push_back(std::move(target));
        }
        refuseStrangers(node, targets);
        return targets;
    }

private:
    void say(const Node& node, const std::string& key, const std::string& what,
             const std::string& hint = {}) {
        m_diagnostics.push_back(
            {Diagnostic::Severity::Error, node.mark, key, key + " " + what, hint});
    }

    /// `areParts`: null is a part that is not used.
    std::vector<std::string> readNames(const Node& node, const std::string& key, bool areParts) {
        std::vector<std::string> names;
        if (node.kind != Node::Kind::List) {
            say(node, key, "must be a list of names, not " + displayText(node));
            return names;
        }
        for (const Node& child : node.list) {
            const bool isUnused = areParts && child.kind == Node::Kind::Null;
            const bool isName = child.kind == Node::Kind::Scalar && !child.scalar.empty() &&
                                child.scalar.find_first_of("/\\ ") == std::string::npos;
            if (!isUnused && !isName)
                say(child, key,
                    "has a name that cannot stand in a file name: " + displayText(child));
            else if (!isUnused && std::ranges::find(names, child.scalar) != names.end())
                say(child, key, "has the name " + child.scalar + " twice");
            else
                names.push_back(isUnused ? "" : child.scalar);
        }
        return names;
    }

    void readTarget(const Entry& properties, TargetConfig& target) {
        const std::string path = joinedPath(m_path, properties.key);
        if (properties.value.kind != Node::Kind::Map) {
            say(properties.value, path, "must be a map with prediction_space");
            return;
        }
        const std::vector<Setting> settings = {
            choice("prediction_space", target.predictionSpace, kSpaces, {.help = ""}),
            setting("up_to_scale", target.upToScale, {.help = ""})};
        for (const Entry& entry : properties.value.entries) {
            const std::string key = joinedPath(path, entry.key);
            const auto known = std::ranges::find(settings, entry.key, &Setting::key);
            if (entry.key == "sub_target_names") {
                target.subTargets = readNames(entry.value, key, true);
            } else if (known == settings.end()) {
                Node place;
                place.mark = entry.mark;
                say(place, key, "is no key of a target",
                    "keys are prediction_space, up_to_scale, sub_target_names");
            } else if (const ParsedValue parsed = parseValue(entry.value, *known);
                       parsed.problem.empty()) {
                known->set(parsed.value);
            } else {
                say(entry.value, key, parsed.problem);
            }
        }
        if (target.predictionSpace == TargetSpace::Stack && target.subTargets.size() != 3)
            say(properties.value, path, "is a stack and needs three sub_target_names",
                "write null for a plane that is not used");
    }

    void refuseStrangers(const Node& node, const std::vector<TargetConfig>& targets) {
        std::vector<std::string> known = {kNames};
        for (const TargetConfig& target : targets) {
            known.push_back(target.name);
            known.insert(known.end(), target.subTargets.begin(), target.subTargets.end());
        }
        for (const Entry& entry : node.entries) {
            const bool isTakenOut = entry.value.kind == Node::Kind::Null; // of a base, which has it
            if (isTakenOut || std::ranges::find(known, entry.key) != known.end())
                continue;
            Node place;
            place.mark = entry.mark;
            const std::string nearest = nearestName(entry.key, known);
            say(place, joinedPath(m_path, entry.key),
                "is not among target_names" +
                    (nearest.empty() ? "" : " (did you mean " + nearest + "?)"));
        }
    }

    std::string m_path;
    std::vector<Diagnostic>& m_diagnostics;
};

Node writeTargets(const std::vector<TargetConfig>& targets) {
    Node node = Node::emptyMap();
    Node& names = node[kNames];
    names.kind = Node::Kind::List;
    for (const TargetConfig& target : targets)
        names.list.push_back(Node::quoted(target.name));
    for (const TargetConfig& target : targets) {
        Node properties = Node::emptyMap();
        for (const auto& [space, name] : kSpaces)
            if (target.predictionSpace == space)
                properties["prediction_space"] = Node::quoted(name);
        if (target.predictionSpace == TargetSpace::Stack) {
            Node& parts = properties["sub_target_names"];
            parts.kind = Node::Kind::List;
            for (const std::string& part : target.subTargets)
                parts.list.push_back(part.empty() ? Node::null() : Node::quoted(part));
        } else {
            properties["up_to_scale"] = Node::plain(target.upToScale ? "true" : "false");
        }
        node[target.name] = std::move(properties);
    }
    return node;
}

} // namespace

Setting targetProperties(std::vector<TargetConfig>& targets) {
    Setting made;
    made.key = "target_properties";
    made.kind = SettingKind::Custom;
    made.meta.help = "The pictures that the model makes: `target_names`, and for each name a map "
                     "with prediction_space (srgb, linear, stack), up_to_scale and, for a stack, "
                     "three sub_target_names; null in place of a map takes out one of a base";
    for (const auto& [space, name] : kSpaces)
        made.meta.choices.push_back(name);
    made.read = [&targets](const Node& node, const std::string& path,
                           std::vector<Diagnostic>& diagnostics) {
        targets = TargetReader(path, diagnostics).read(node);
    };
    made.write = [&targets] { return writeTargets(targets); };
    return made;
}

} // namespace unlit::config
