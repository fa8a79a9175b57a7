#include "core/config/yaml/yaml_reader.h"

#include "core/base/text_check.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <sstream>

namespace unlit::config {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargestFile = 4U << 20;
constexpr int kDeepest = 32;
constexpr int kMostNodes = 100000;

/// Thrown to leave a recursion; never leaves this file.
struct Refused {
    SourceMark mark;
    std::string message;
};

/// Looks at nothing but where documents begin.
class DocumentStarts : public YAML::EventHandler {
public:
    YAML::Mark last() const { return m_last; }

    void OnDocumentStart(const YAML::Mark& mark) override { m_last = mark; }

    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark&, YAML::anchor_t) override {}

    void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}

    void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  const std::string&) override {}

    void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                         YAML::EmitterStyle::value) override {}

    void OnSequenceEnd() override {}

    void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                    YAML::EmitterStyle::value) override {}

    void OnMapEnd() override {}

private:
    YAML::Mark m_last;
};

/// Where a second document begins. YAML::LoadAll would tell, but never ends on a text that begins
/// with a comma.
std::optional<YAML::Mark> secondDocument(const std::string& text) {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    DocumentStarts starts;
    if (!parser.HandleNextDocument(starts) || !parser.HandleNextDocument(starts))
        return std::nullopt;
    return starts.last();
}

/// The first tab that indents a line, at most `lastLine`; line 0 where there is none. The library
/// complains of a tab in other words, and behind it.
SourceMark tabInIndent(const std::string& text, const fs::path& file, int lastLine) {
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; number <= lastLine && std::getline(lines, line); ++number) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        const std::size_t tab = line.find('\t');
        if (first != std::string::npos && line[first] != '#' && tab < first)
            return {file, number, static_cast<int>(tab) + 1};
    }
    return {file, 0, 0};
}

class Converter {
public:
    Converter(fs::path file, std::vector<Diagnostic>& diagnostics)
        : m_file(std::move(file)), m_diagnostics(diagnostics) {}

    /// The library counts from 0, and says -1 where it does not know.
    SourceMark mark(const YAML::Mark& mark) const {
        if (mark.line < 0)
            return {m_file, 0, 0};
        return {m_file, mark.line + 1, mark.column + 1};
    }

    Node convert(const YAML::Node& yaml, int depth) {
        // An alias inside its own anchor never ends; aliases of aliases multiply.
        if (depth > kDeepest)
            throw Refused{mark(yaml.Mark()), "is nested too deeply"};
        if (++m_count > kMostNodes)
            throw Refused{mark(yaml.Mark()), "holds too many values for a file of settings"};
        Node node;
        node.mark = mark(yaml.Mark());
        if (yaml.IsScalar()) {
            node.kind = Node::Kind::Scalar;
            node.scalar = yaml.Scalar();
            node.isQuoted = yaml.Tag() != "?"; // the library's word for "written without quotes"
        } else if (yaml.IsSequence()) {
            node.kind = Node::Kind::List;
            for (const YAML::Node& child : yaml)
                node.list.push_back(convert(child, depth + 1));
        } else if (yaml.IsMap()) {
            convertMap(yaml, node, depth);
        }
        return node;
    }

private:
    void convertMap(const YAML::Node& yaml, Node& node, int depth) {
        node.kind = Node::Kind::Map;
        std::vector<Node> merged; // what "<<" brings
        for (const auto& pair : yaml) {
            const SourceMark place = mark(pair.first.Mark());
            if (!pair.first.IsScalar()) {
                m_diagnostics.push_back({Diagnostic::Severity::Error, place, "",
                                         "a key must be a name", "write key: value"});
                continue;
            }
            const std::string key = pair.first.Scalar();
            Node value = convert(pair.second, depth + 1);
            if (key == "<<" && pair.first.Tag() == "?") {
                addMerged(place, std::move(value), merged);
                continue;
            }
            if (const Entry* first = node.find(key))
                m_diagnostics.push_back({Diagnostic::Severity::Error, place, key,
                                         "the key " + key + " is there twice, first in line " +
                                             std::to_string(first->mark.line),
                                         "take one of them out"});
            else
                node.entries.push_back({key, place, std::move(value)});
        }
        for (Node& map : merged)
            for (Entry& entry : map.entries)
                if (node.find(entry.key) == nullptr)
                    node.entries.push_back(std::move(entry));
    }

    /// YAML 1.1, merge keys: a map or a list of maps, of which earlier ones win; own keys win over
    /// all of them.
    void addMerged(const SourceMark& place, Node value, std::vector<Node>& merged) {
        std::vector<Node> maps =
            value.kind == Node::Kind::List ? std::move(value.list) : std::vector<Node>{value};
        for (Node& map : maps) {
            if (map.kind == Node::Kind::Map)
                merged.push_back(std::move(map));
            else
                m_diagnostics.push_back({Diagnostic::Severity::Error, place, "",
                                         "<< takes a map or a list of maps",
                                         "write <<: *NAME, where &NAME stands before a map"});
        }
    }

    fs::path m_file;
    std::vector<Diagnostic>& m_diagnostics;
    int m_count = 0;
};

} // namespace

Node parseYaml(const std::string& text, const fs::path& shownAs,
               std::vector<Diagnostic>& diagnostics) {
    Converter converter(shownAs, diagnostics);
    const auto refuse = [&](const SourceMark& mark, const std::string& message) {
        diagnostics.push_back(
            {Diagnostic::Severity::Error, mark, "", message, "mend it there, and try again"});
        return Node::emptyMap();
    };
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
        return refuse({shownAs, 0, 0}, "is not a text file");
    try {
        if (const std::optional<YAML::Mark> second = secondDocument(text))
            return refuse(converter.mark(*second),
                          "a second document begins here, and settings are one");
        const YAML::Node root = YAML::Load(text);
        if (root.IsNull())
            return Node::emptyMap();
        Node document = converter.convert(root, 0);
        if (document.kind != Node::Kind::Map)
            return refuse(document.mark, "settings are keys with values, as in max_iter: 100");
        return document;
    } catch (const Refused& refused) {
        return refuse(refused.mark, refused.message);
    } catch (const YAML::Exception& error) {
        if (const SourceMark tab = tabInIndent(text, shownAs, error.mark.line + 1); tab.line > 0)
            return refuse(tab, "a tab stands where YAML takes spaces only");
        return refuse(converter.mark(error.mark), "is not YAML: " + error.msg);
    }
}

std::optional<Node> parseYamlValue(const std::string& text) {
    std::vector<Diagnostic> diagnostics;
    try {
        Converter converter("", diagnostics);
        Node node = converter.convert(YAML::Load(text), 0);
        return diagnostics.empty() ? std::optional(std::move(node)) : std::nullopt;
    } catch (const Refused&) {
        return std::nullopt;
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

std::string readConfigText(const fs::path& file) {
    std::error_code failed;
    if (fs::is_directory(file, failed))
        throw Error::invalidInput(file.string() + " is a folder", "give a YAML file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::system(errno, "read", file);
    // Not by its size: a pipe has none, and /dev/zero no end.
    std::string text(static_cast<std::size_t>(kLargestFile) + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kLargestFile)
        throw Error::invalidInput(file.string() + " is too large for a file of settings",
                                  "give a YAML file");
    if (stream.bad())
        throw Error::system(EIO, "read", file);
    (void)checkedText(text, file); // its mark stays: a recipe is written back as it was
    return text;
}

} // namespace unlit::config
