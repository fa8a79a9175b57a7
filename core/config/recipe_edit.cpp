#include "core/config/recipe_edit.h"

#include "core/config/yaml/document.h"
#include "core/config/yaml/yaml_edit.h"
#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace unlit::config {

namespace fs = std::filesystem;

namespace {

Node ownDocument(const std::string& yaml) {
    std::vector<Diagnostic> diagnostics;
    return parseYaml(yaml, "settings", diagnostics);
}

const Node* childOf(const Node* node, const std::string& part) {
    if (node == nullptr)
        return nullptr;
    return node->at(part);
}

/// The first list on the way to `path` that only bases have.
std::optional<std::string> inheritedList(const Node& own, const Node& merged,
                                         const std::string& path) {
    const Node* mine = &own;
    const Node* all = &merged;
    std::string here;
    for (const std::string& part : pathParts(path)) {
        if (all != nullptr && all->kind == Node::Kind::List &&
            (mine == nullptr || mine->kind != Node::Kind::List))
            return here;
        mine = childOf(mine, part);
        all = childOf(all, part);
        here = joinedPath(here, part);
    }
    return std::nullopt;
}

std::string withListsOfBases(const std::string& yaml, const Node& merged, const std::string& path) {
    const Node own = ownDocument(yaml);
    const std::optional<std::string> list = inheritedList(own, merged, path);
    return list ? withValue(yaml, *list, *merged.at(*list)) : yaml;
}

/// A map whose keys can each be a part of a path: "v1.0" cannot.
bool goesByKeys(const Node* node) {
    return node != nullptr && node->kind == Node::Kind::Map && !node->entries.empty() &&
           std::ranges::all_of(node->entries, [](const Entry& entry) {
               return pathParts(entry.key) == std::vector{entry.key};
           });
}

/// Key by key, so that what stays the same keeps its lines and comments.
std::string withMap(std::string yaml, const Node& merged, const std::string& path, const Node& was,
                    const Node& value) {
    for (const Entry& entry : value.entries) {
        const Entry* const before = was.find(entry.key);
        if (before == nullptr || inlineYaml(before->value) != inlineYaml(entry.value))
            yaml = withSetting(yaml, merged, joinedPath(path, entry.key), entry.value);
    }
    for (const Entry& entry : was.entries) // last: a map that is empty in between loses its layout
        if (value.find(entry.key) == nullptr)
            yaml = withoutKey(yaml, joinedPath(path, entry.key));
    return yaml;
}

} // namespace

std::string withSetting(const std::string& yaml, const Node& merged, const std::string& path,
                        const Node& value) {
    const Node* const was = merged.at(path);
    if (goesByKeys(was) && goesByKeys(&value))
        return withMap(yaml, merged, path, *was, value);
    return withValue(withListsOfBases(yaml, merged, path), path, value);
}

std::string withoutSetting(const std::string& yaml, const std::string& path) {
    return withoutKey(yaml, path);
}

std::string withListElement(const std::string& yaml, const Node& merged, const std::string& path,
                            const Node& element) {
    return withElementAdded(withListsOfBases(yaml, merged, path + ".0"), path, element);
}

std::string withoutListElement(const std::string& yaml, const Node& merged, const std::string& path,
                               std::size_t index) {
    return withoutElement(withListsOfBases(yaml, merged, path + ".0"), path, index);
}

std::string movedRecipe(const std::string& yaml, const fs::path& from, const fs::path& to) {
    const Node own = ownDocument(yaml);
    const Entry* entry = own.find(kBaseConfig);
    if (entry == nullptr || from.parent_path() == to.parent_path())
        return yaml;
    std::string moved = yaml;
    const auto move = [&](const Node& name, const std::string& path) {
        if (name.kind != Node::Kind::Scalar)
            return;
        const fs::path base = findBase(from, name.scalar);
        std::error_code differs;
        if (!base.empty() && !fs::equivalent(base, findBase(to, name.scalar), differs))
            moved = withValue(moved, path, Node::quoted(fs::absolute(base).lexically_normal()));
    };
    move(entry->value, kBaseConfig);
    for (std::size_t i = 0; i < entry->value.list.size(); ++i)
        move(entry->value.list[i], joinedPath(kBaseConfig, std::to_string(i)));
    return moved;
}

} // namespace unlit::config
