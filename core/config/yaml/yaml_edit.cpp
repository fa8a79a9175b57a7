#include "core/config/yaml/yaml_edit.h"

#include "core/base/diagnostic.h"
#include "core/config/yaml/yaml_lines.h"
#include "core/config/yaml/yaml_reader.h"
#include "core/config/yaml/yaml_writer.h"

#include <algorithm>
#include <sstream>

namespace unlit::config {

namespace {

Node parsed(const std::string& yaml) {
    std::vector<Diagnostic> diagnostics;
    Node document = parseYaml(yaml, "settings", diagnostics);
    if (!diagnostics.empty())
        throw Error::invalidInput(diagnostics.front().text(), diagnostics.front().hint);
    return document;
}

bool isBlock(const Node& node) {
    const auto isNested = [](const Node& child) {
        return child.kind == Node::Kind::Map || child.kind == Node::Kind::List;
    };
    return (node.kind == Node::Kind::Map && !node.entries.empty()) ||
           (node.kind == Node::Kind::List && std::ranges::any_of(node.list, isNested));
}

/// What stands behind "key:": in the same line, or as a block of lines of that indent.
std::string behindColon(const Node& value, std::size_t indent) {
    if (!isBlock(value))
        return " " + inlineYaml(value);
    Node holder = Node::emptyMap();
    holder["k"] = value;
    std::string lines = yamlText(holder);
    std::string text = "\n";
    const std::string margin(indent, ' ');
    for (std::size_t begin = lines.find('\n') + 1; begin < lines.size();) {
        const std::size_t end = lines.find('\n', begin) + 1;
        text += margin + lines.substr(begin, end - begin);
        begin = end;
    }
    text.pop_back(); // the line's own end is there
    return text;
}

Node nested(const std::vector<std::string>& parts, std::size_t first, const Node& value) {
    if (first == parts.size())
        return value;
    Node node = Node::emptyMap();
    node[parts[first]] = nested(parts, first + 1, value);
    return node;
}

/// One edit of one text.
class Edit {
public:
    Edit(const std::string& yaml, const std::string& path)
        : m_document(parsed(yaml)), m_lines(yaml), m_path(path), m_parts(pathParts(path)) {}

    std::string set(const Node& value) {
        Node* node = &m_document;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            Node* const parent = node;
            node = child(*parent, m_parts[i]);
            if (node == nullptr || (node->kind == Node::Kind::Null && i + 1 < m_parts.size())) {
                const Node rest = nested(m_parts, i + 1, value);
                std::string text = node == nullptr ? inserted(*parent, m_parts[i], rest)
                                                   : replaced(*parent, m_parts[i], rest);
                (*parent)[m_parts[i]] = rest;
                return checked(std::move(text));
            }
            if (i + 1 == m_parts.size()) {
                std::string text = replaced(*parent, m_parts[i], value);
                *node = value;
                return checked(std::move(text));
            }
        }
        throw Error::invalidInput("a setting without a name", "name it as in trainer.save_period");
    }

    std::string remove(const std::string& yaml) {
        const std::vector<std::string> above(m_parts.begin(), m_parts.end() - 1);
        Node* parent = &m_document;
        for (const std::string& part : above) {
            parent = child(*parent, part);
            if (parent == nullptr)
                return yaml;
        }
        if (parent->kind != Node::Kind::Map || parent->find(m_parts.back()) == nullptr)
            return yaml;
        if (parent->entries.size() == 1 && !above.empty()) {
            std::string path;
            for (const std::string& part : above)
                path = joinedPath(path, part);
            return Edit(yaml, path).set(Node::emptyMap());
        }
        std::string text = m_lines.without(*parent, *parent->find(m_parts.back()));
        std::erase_if(parent->entries,
                      [&](const Entry& entry) { return entry.key == m_parts.back(); });
        return checked(std::move(text));
    }

    std::string addElement(const Node& element) {
        const Place place = listPlace();
        const std::size_t count = place.list == nullptr ? 0 : place.list->list.size();
        if (count == 0)
            return set(listOf({element}));
        if (!place.isBlock) {
            Node longer = *place.list; // what is looked up in the text still has its places
            longer.list.push_back(element);
            return set(longer);
        }
        const std::string lines =
            m_lines.withElementLines(*place.map, *place.entry, elementLines(element));
        place.list->list.push_back(element);
        return checked(lines);
    }

    std::string removeElement(std::size_t index) {
        const Place place = listPlace();
        if (place.list == nullptr || index >= place.list->list.size())
            throw Error::invalidInput("there is nothing at " + m_path + "." + std::to_string(index),
                                      "list elements go by their index, from 0");
        if (place.list->list.size() == 1)
            return set(listOf({}));
        const std::string lines =
            place.isBlock ? m_lines.withoutElement(*place.map, *place.entry, index) : "";
        place.list->list.erase(place.list->list.begin() + static_cast<std::ptrdiff_t>(index));
        return place.isBlock ? checked(lines) : set(Node(*place.list));
    }

private:
    /// A list and who holds it; `list` is null where the key is missing or says null.
    struct Place {
        Node* map = nullptr;
        Entry* entry = nullptr;
        Node* list = nullptr;
        bool isBlock = false; ///< written with dashes, in a map that is not in { }
    };

    Place listPlace() {
        Node* parent = &m_document;
        for (std::size_t i = 0; i + 1 < m_parts.size(); ++i) {
            parent = child(*parent, m_parts[i]);
            if (parent == nullptr)
                return {};
        }
        Node* const list = child(*parent, m_parts.back());
        if (list == nullptr || list->kind == Node::Kind::Null)
            return {};
        if (list->kind != Node::Kind::List)
            throw Error::invalidInput(m_path + " is no list", "write it with a dash before each");
        Place place{.map = parent, .list = list};
        if (parent->kind == Node::Kind::Map && !m_lines.isFlow(*parent) && !m_lines.isFlow(*list)) {
            place.entry = parent->find(m_parts.back());
            place.isBlock = YamlLines::isShown(*list);
        }
        return place;
    }

    static Node listOf(std::vector<Node> elements) {
        Node list;
        list.kind = Node::Kind::List;
        list.list = std::move(elements);
        return list;
    }

    /// "- dir: a", "  list: b".
    static std::vector<std::string> elementLines(const Node& element) {
        if (element.kind != Node::Kind::Map || element.entries.empty())
            return {"- " + inlineYaml(element)};
        std::vector<std::string> lines;
        std::istringstream text(yamlText(element));
        for (std::string line; std::getline(text, line);)
            lines.push_back((lines.empty() ? "- " : "  ") + line);
        return lines;
    }

    /// nullptr: a key that is missing. Throws where nothing can be.
    Node* child(Node& node, const std::string& part) const {
        if (node.kind == Node::Kind::Null)
            node = Node::emptyMap();
        if (node.kind == Node::Kind::Map) {
            Entry* const entry = node.find(part);
            return entry == nullptr ? nullptr : &entry->value;
        }
        const long index = node.kind == Node::Kind::List ? listIndex(part) : -1;
        if (index < 0 || static_cast<std::size_t>(index) >= node.list.size())
            throw Error::invalidInput("there is nothing at " + m_path,
                                      "list elements go by their index, from 0");
        return &node.list[static_cast<std::size_t>(index)];
    }

    std::string replaced(const Node& parent, const std::string& part, const Node& value) const {
        if (parent.kind == Node::Kind::List)
            return m_lines.withElement(
                parent, parent.list[static_cast<std::size_t>(listIndex(part))], inlineYaml(value));
        const Entry& entry = *parent.find(part);
        if (YamlLines::isShown(parent) && m_lines.isFlow(parent))
            return m_lines.withValue(parent, entry, " " + inlineYaml(value));
        return m_lines.withValue(parent, entry, behindColon(value, m_lines.indentOf(entry)));
    }

    std::string inserted(const Node& parent, const std::string& key, const Node& value) const {
        const std::string name = inlineYaml(Node::quoted(key)) + ":";
        if (YamlLines::isShown(parent) && m_lines.isFlow(parent))
            return m_lines.withFlowEntry(parent, name + " " + inlineYaml(value));
        const std::size_t indent =
            parent.entries.empty() ? 0 : m_lines.indentOf(parent.entries.front());
        return m_lines.withLine(parent, indent, name + behindColon(value, indent));
    }

    /// The text, if it means what the document says now.
    std::string checked(std::string text) const {
        std::vector<Diagnostic> diagnostics;
        const std::string wanted = yamlText(m_document);
        if (yamlText(parseYaml(text, "settings", diagnostics)) == wanted && diagnostics.empty())
            return text;
        return wanted;
    }

    Node m_document;
    YamlLines m_lines;
    std::string m_path;
    std::vector<std::string> m_parts;
};

} // namespace

std::string withValue(const std::string& yaml, const std::string& path, const Node& value) {
    return Edit(yaml, path).set(value);
}

std::string withoutKey(const std::string& yaml, const std::string& path) {
    return Edit(yaml, path).remove(yaml);
}

std::string withElementAdded(const std::string& yaml, const std::string& path,
                             const Node& element) {
    return Edit(yaml, path).addElement(element);
}

std::string withoutElement(const std::string& yaml, const std::string& path, std::size_t index) {
    return Edit(yaml, path).removeElement(index);
}

} // namespace unlit::config
