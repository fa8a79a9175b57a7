#include "core/config/schema/node.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace unlit::config {

Node Node::plain(std::string text) {
    Node node;
    node.kind = Kind::Scalar;
    node.scalar = std::move(text);
    return node;
}

Node Node::quoted(std::string text) {
    Node node = plain(std::move(text));
    node.isQuoted = true;
    return node;
}

Node Node::emptyMap() {
    Node node;
    node.kind = Kind::Map;
    return node;
}

const Entry* Node::find(std::string_view key) const {
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &*found;
}

Entry* Node::find(std::string_view key) {
    return const_cast<Entry*>(std::as_const(*this).find(key));
}

Node& Node::operator[](const std::string& key) {
    if (Entry* entry = find(key))
        return entry->value;
    entries.push_back({key, {}, {}});
    return entries.back().value;
}

const Node* Node::at(std::string_view path) const {
    const Node* node = this;
    for (const std::string& part : pathParts(path)) {
        if (node->kind == Kind::List) {
            const long index = listIndex(part);
            if (index < 0 || static_cast<std::size_t>(index) >= node->list.size())
                return nullptr;
            node = &node->list[static_cast<std::size_t>(index)];
            continue;
        }
        const Entry* entry = node->find(part);
        if (entry == nullptr)
            return nullptr;
        node = &entry->value;
    }
    return node;
}

void mergeInto(Node& base, const Node& over) {
    if (base.kind != Node::Kind::Map || over.kind != Node::Kind::Map) {
        base = over;
        return;
    }
    for (const Entry& entry : over.entries) {
        if (Entry* existing = base.find(entry.key)) {
            mergeInto(existing->value, entry.value);
            existing->mark = entry.mark;
        } else {
            base.entries.push_back(entry);
        }
    }
}

std::vector<std::string> pathParts(std::string_view path) {
    std::vector<std::string> parts(1);
    for (const char c : path) {
        if (c == '.' || c == '[')
            parts.emplace_back();
        else if (c != ']')
            parts.back() += c;
    }
    return parts;
}

std::string joinedPath(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
}

long listIndex(const std::string& part) {
    constexpr long kMost = 100000;
    long index = -1;
    const char* end = part.data() + part.size();
    const auto [stop, problem] = std::from_chars(part.data(), end, index);
    return problem == std::errc{} && stop == end && index <= kMost ? index : -1;
}

} // namespace unlit::config
