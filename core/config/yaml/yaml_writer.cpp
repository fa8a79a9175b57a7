#include "core/config/yaml/yaml_writer.h"

#include "core/base/text.h"
#include "core/config/schema/schema.h"
#include "core/config/schema/value_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace unlit::config {

namespace {

bool looksLikeSomethingElse(const std::string& text) {
    static const std::array<std::string_view, 9> kWords = {"null", "true", "false", "yes", "no",
                                                           "on",   "off",  "y",     "n"};
    if (std::ranges::find(kWords, toLower(text)) != kWords.end())
        return true;
    // Numbers of any kind, dates and times begin so.
    return (text[0] >= '0' && text[0] <= '9') || text[0] == '+' || text[0] == '.';
}

bool isPlainText(const std::string& text) {
    static const std::string kSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789_/.+-";
    return !text.empty() && text.find_first_not_of(kSafe) == std::string::npos && text[0] != '-' &&
           (!looksLikeSomethingElse(text) || text.starts_with("./") || text.starts_with("../"));
}

std::string quotedText(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            quoted += '\\';
            quoted += c;
        } else if (byte < 0x20 || byte == 0x7F) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\x%02x", byte);
            quoted += escape.data();
        } else {
            quoted += c;
        }
    }
    return quoted + "\"";
}

std::string scalarText(const Node& node) {
    return !node.isQuoted || isPlainText(node.scalar) ? node.scalar : quotedText(node.scalar);
}

class Writer {
public:
    void writeMap(const Node& node, int indent, bool startsOnThisLine) {
        bool isFirst = startsOnThisLine;
        for (const Entry& entry : node.entries) {
            if (!isFirst)
                m_text += std::string(static_cast<std::size_t>(indent), ' ');
            isFirst = false;
            m_text += scalarText(Node::quoted(entry.key)) + ":";
            writeValue(entry.value, indent);
        }
    }

    std::string take() { return std::move(m_text); }

private:
    static bool isShort(const Node& list) {
        return std::ranges::none_of(list.list, [](const Node& child) {
            return child.kind == Node::Kind::Map || child.kind == Node::Kind::List;
        });
    }

    void writeValue(const Node& node, int indent) {
        if (node.kind == Node::Kind::Null)
            m_text += " null\n";
        else if (node.kind == Node::Kind::Scalar)
            m_text += " " + scalarText(node) + "\n";
        else if (node.kind == Node::Kind::List)
            writeList(node, indent);
        else if (node.entries.empty())
            m_text += " {}\n";
        else {
            m_text += "\n";
            writeMap(node, indent + 2, false);
        }
    }

    void writeList(const Node& node, int indent) {
        if (isShort(node)) {
            m_text += " " + inlineYaml(node) + "\n";
            return;
        }
        m_text += "\n";
        for (const Node& child : node.list) {
            m_text += std::string(static_cast<std::size_t>(indent), ' ') + "- ";
            if (child.kind == Node::Kind::Map && !child.entries.empty())
                writeMap(child, indent + 2, true);
            else
                m_text += inlineYaml(child) + "\n";
        }
    }

    std::string m_text;
};

/// `chosen`: the name beside a section of kwargs.
Node documentOf(const std::vector<Setting>& settings, const std::string& chosen) {
    Node node = Node::emptyMap();
    std::string name;
    for (const Setting& setting : settings) {
        if (!setting.meta.usedBy.empty() &&
            std::ranges::find(setting.meta.usedBy, chosen) == setting.meta.usedBy.end())
            continue;
        Node& value = node[setting.key];
        if (setting.kind == SettingKind::Section) {
            if (!setting.isPresent || setting.isPresent())
                value = documentOf(setting.children(), name);
        } else if (setting.kind == SettingKind::SectionList) {
            value.kind = Node::Kind::List;
            for (std::size_t i = 0; i < setting.size(); ++i)
                value.list.push_back(documentOf(setting.element(i), ""));
        } else if (setting.kind == SettingKind::Custom) {
            value = setting.write();
        } else {
            const Value current = setting.get();
            value = nodeOf(current);
            if (setting.key == "name" && std::holds_alternative<std::string>(current))
                name = std::get<std::string>(current);
        }
    }
    return node;
}

} // namespace

Node toDocument(const TrainConfig& config) {
    TrainConfig copy = config; // the schema can write, too
    return documentOf(schemaOf(copy).children(), "");
}

namespace {

/// So that reading does not take a text for a reference (interpolation.h).
void escapeReferences(Node& node) {
    for (std::size_t at = node.scalar.find("${"); at != std::string::npos;
         at = node.scalar.find("${", at)) {
        std::size_t slashes = 0;
        while (slashes < at && node.scalar[at - slashes - 1] == '\\')
            ++slashes;
        node.scalar.insert(at, slashes + 1, '\\'); // those that stand there count twice
        at += slashes + 3;
        node.isQuoted = true;
    }
    for (Node& child : node.list)
        escapeReferences(child);
    for (Entry& entry : node.entries)
        escapeReferences(entry.value);
}

} // namespace

std::string toYaml(const TrainConfig& config) {
    Node document = toDocument(config);
    escapeReferences(document);
    return yamlText(document);
}

std::string inlineYaml(const Node& value) {
    std::string parts;
    switch (value.kind) {
    case Node::Kind::Null:
        return "null";
    case Node::Kind::Scalar:
        return scalarText(value);
    case Node::Kind::List:
        for (const Node& child : value.list)
            parts += (parts.empty() ? "" : ", ") + inlineYaml(child);
        return "[" + parts + "]";
    case Node::Kind::Map:
        for (const Entry& entry : value.entries)
            parts += (parts.empty() ? "" : ", ") + scalarText(Node::quoted(entry.key)) + ": " +
                     inlineYaml(entry.value);
        return "{" + parts + "}";
    }
    throw Error::internal("a value of no known kind");
}

std::string yamlText(const Node& document) {
    Writer writer;
    writer.writeMap(document, 0, false);
    return writer.take();
}

} // namespace unlit::config
