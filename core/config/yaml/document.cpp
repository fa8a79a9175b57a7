#include "core/config/yaml/document.h"

#include "core/base/split_text.h"
#include "core/config/derived_settings.h"
#include "core/config/schema/value_text.h"
#include "core/config/yaml/interpolation.h"
#include "core/config/yaml/yaml_reader.h"

#include <algorithm>

namespace unlit::config {

namespace fs = std::filesystem;

namespace {

constexpr int kMostFiles = 1000; ///< bases of bases, each counted as often as it is named

/// Two names of one file are one file.
fs::path identityOf(const fs::path& file) {
    std::error_code failed;
    const fs::path canonical = fs::canonical(file, failed);
    return failed ? file.lexically_normal() : canonical;
}

std::vector<fs::path> placesOf(const fs::path& file, const fs::path& wanted) {
    const fs::path folder = file.parent_path();
    return {folder / wanted, (folder / ".." / wanted).lexically_normal(), wanted};
}

class DocumentLoader {
public:
    DocumentLoader(std::vector<Diagnostic>& diagnostics, std::vector<GivenText>* read)
        : m_diagnostics(diagnostics), m_read(read) {}

    /// `namedAt`: the line that asks for the file; unknown for the first.
    Node load(const fs::path& file, const SourceMark& namedAt) {
        if (++m_files > kMostFiles) {
            if (m_files == kMostFiles + 1)
                say(namedAt, "base_config files name each other too often",
                    "name each of them once");
            return Node::emptyMap();
        }
        std::string text;
        try {
            text = readConfigText(file);
        } catch (const Error& error) {
            say(namedAt.line > 0 ? namedAt : SourceMark{}, error.what(), error.hint());
            return Node::emptyMap();
        }
        return merge(file, text);
    }

    /// What `text` says, with its bases, as if it stood in `file`.
    Node merge(const fs::path& file, const std::string& text) {
        m_open.push_back(identityOf(file));
        if (m_read != nullptr)
            m_read->push_back({file, text});
        Node own = parseYaml(text, file, m_diagnostics);
        Node merged = Node::emptyMap();
        if (const Entry* bases = own.find(kBaseConfig))
            mergeBases(file, interpolated(own, bases->value, m_diagnostics), merged);
        std::erase_if(own.entries, [](const Entry& entry) { return entry.key == kBaseConfig; });
        layOver(merged, own);
        m_open.pop_back();
        return merged;
    }

private:
    void say(const SourceMark& mark, const std::string& message, const std::string& hint) {
        m_diagnostics.push_back({Diagnostic::Severity::Error, mark, "", message, hint});
    }

    void mergeBases(const fs::path& file, const Node& bases, Node& merged) {
        if (bases.kind == Node::Kind::Null)
            return;
        const std::vector<Node> one = {bases};
        if (bases.kind == Node::Kind::Map)
            return say(bases.mark, "base_config must be a list of files", "begin each with '- '");
        for (const Node& name : bases.kind == Node::Kind::List ? bases.list : one) {
            if (name.kind != Node::Kind::Scalar)
                say(name.mark, "base_config must name files, not " + displayText(name),
                    "begin each with '- '");
            else
                mergeBase(file, name, merged);
        }
    }

    void mergeBase(const fs::path& file, const Node& name, Node& merged) {
        const fs::path base = baseOf(file, name);
        if (base.empty())
            return;
        const fs::path identity = identityOf(base);
        const auto open = std::ranges::find(m_open, identity);
        if (open == m_open.end()) {
            layOver(merged, load(base, name.mark));
            return;
        }
        std::string chain;
        for (auto link = open; link != m_open.end(); ++link)
            chain += link->filename().string() + " -> ";
        say(name.mark, "base_config goes in a circle: " + chain + identity.filename().string(),
            "take one of them out");
    }

    /// "" when there is none, which was told then.
    fs::path baseOf(const fs::path& file, const Node& name) {
        fs::path found = findBase(file, name.scalar);
        if (!found.empty())
            return found;
        std::vector<std::string> places;
        for (const fs::path& place : placesOf(file, name.scalar))
            if (std::ranges::find(places, place.string()) == places.end())
                places.push_back(place.string());
        say(name.mark, "there is no base_config " + name.scalar,
            "it was looked for as " + joined(places, ", "));
        return {};
    }

    std::vector<Diagnostic>& m_diagnostics;
    std::vector<GivenText>* m_read;
    int m_files = 0;
    std::vector<fs::path> m_open; ///< files that are being read, the first one first
};

void setMarks(Node& node, const SourceMark& mark) {
    node.mark = mark;
    for (Node& child : node.list)
        setMarks(child, mark);
    for (Entry& entry : node.entries) {
        entry.mark = mark;
        setMarks(entry.value, mark);
    }
}

/// The node that an override means, made where keys are missing; nullptr where the document says
/// something else than a section or a list on the way.
Node* reach(Node& document, const std::vector<std::string>& parts, const SourceMark& mark) {
    Node* node = &document;
    for (const std::string& part : parts) {
        if (node->kind == Node::Kind::List) {
            const long index = listIndex(part);
            if (index < 0 || static_cast<std::size_t>(index) >= node->list.size())
                return nullptr;
            node = &node->list[static_cast<std::size_t>(index)];
            continue;
        }
        if (node->kind == Node::Kind::Null)
            *node = Node::emptyMap();
        if (node->kind != Node::Kind::Map)
            return nullptr;
        if (node->find(part) == nullptr)
            node->entries.push_back({part, mark, {}});
        node = &(*node)[part];
    }
    return node;
}

} // namespace

void layOver(Node& below, const Node& over) {
    yieldSeeds(below, over);
    mergeInto(below, over);
}

fs::path findBase(const fs::path& file, const std::string& name) {
    std::error_code ignored;
    if (fs::path(name).is_absolute()) // a pipe or a device is no recipe
        return fs::is_other(fs::status(name, ignored)) ? fs::path() : fs::path(name);
    for (const fs::path& place : placesOf(file, name))
        if (fs::is_regular_file(place, ignored))
            return place;
    return {};
}

Node loadDocument(const fs::path& file, std::vector<Diagnostic>& diagnostics,
                  std::vector<GivenText>* read) {
    return DocumentLoader(diagnostics, read).load(file, {});
}

Node loadDocumentText(const std::string& text, const fs::path& shownAs,
                      std::vector<Diagnostic>& diagnostics, std::vector<GivenText>* read) {
    return DocumentLoader(diagnostics, read).merge(shownAs, text);
}

void applyOverride(Node& document, const std::string& text, std::vector<Diagnostic>& diagnostics,
                   const std::string& place) {
    const SourceMark mark{place.empty() ? text : place, 0, 0};
    const auto refuse = [&](const std::string& message, const std::string& hint) {
        diagnostics.push_back({Diagnostic::Severity::Error, mark, "", message, hint});
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return refuse("is no KEY=VALUE", "write it as in trainer.save_period=100");
    const std::string path = text.substr(0, equals);
    std::optional<Node> value = parseYamlValue(text.substr(equals + 1));
    if (!value)
        return refuse("the value is not YAML", "put it in quotes");
    const std::vector<std::string> parts = pathParts(path);
    if (std::ranges::find(parts, "") != parts.end())
        return refuse("the key has an empty part", "write it as in trainer.save_period=100");
    Node* target = reach(document, parts, mark);
    if (target == nullptr)
        return refuse("there is nothing at " + path, "list elements go by their index, from 0");
    setMarks(*value, mark);
    if (parts.size() == 1) {
        Node layer = Node::emptyMap();
        layer.entries.push_back({parts.front(), mark, *value});
        yieldSeeds(document, layer); // sections lose keys; `target` stays where it is
    }
    mergeInto(*target, *value);
    target->mark = mark;
}

} // namespace unlit::config
