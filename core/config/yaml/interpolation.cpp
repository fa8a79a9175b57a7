#include "core/config/yaml/interpolation.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

namespace unlit::config {

namespace {

/// Of a document with its references: lists of references to lists of references multiply.
constexpr std::size_t kMostValues = 100000;
constexpr std::size_t kMostBytes = std::size_t{16} << 20; // of text that references make
constexpr std::size_t kDeepestChain = 32;

/// Thrown to leave a recursion; never leaves this file.
struct Unresolved {
    std::string message;
    std::string hint;
};

using Parts = std::vector<std::string>;

std::string pathText(const Parts& parts) {
    std::string text;
    for (const std::string& part : parts)
        text = joinedPath(text, part);
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::size_t countOf(const Node& node) {
    std::size_t count = 1;
    for (const Node& child : node.list)
        count += countOf(child);
    for (const Entry& entry : node.entries)
        count += countOf(entry.value);
    return count;
}

void placeAt(Node& node, const SourceMark& mark) {
    node.mark = mark;
    for (Node& child : node.list)
        placeAt(child, mark);
    for (Entry& entry : node.entries)
        placeAt(entry.value, mark);
}

/// Resolves values of one document, which stays as it was.
class Interpolator {
public:
    Interpolator(const Node& document, std::vector<Diagnostic>& diagnostics)
        : m_document(document), m_diagnostics(diagnostics) {}

    /// `path`: where the value stands.
    Node resolve(const Node& node, const Parts& path) {
        Node result = node;
        if (node.kind == Node::Kind::Scalar)
            return tellFaults(node, path);
        for (std::size_t i = 0; i < node.list.size(); ++i)
            result.list[i] = resolve(node.list[i], child(path, std::to_string(i)));
        for (std::size_t i = 0; i < node.entries.size(); ++i)
            result.entries[i].value =
                resolve(node.entries[i].value, child(path, node.entries[i].key));
        return result;
    }

private:
    struct Depth {
        explicit Depth(std::size_t& counted) : depth(counted) { ++depth; }

        ~Depth() { --depth; }

        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        std::size_t& depth;
    };

    static Parts child(Parts path, const std::string& name) {
        path.push_back(name);
        return path;
    }

    Node tellFaults(const Node& scalar, const Parts& path) {
        try {
            return resolveText(scalar, path);
        } catch (const Unresolved& fault) {
            m_diagnostics.push_back({Diagnostic::Severity::Error, scalar.mark, pathText(path),
                                     scalar.scalar + ": " + fault.message, fault.hint});
        }
        return scalar;
    }

    Node resolveText(const Node& scalar, const Parts& path) {
        const std::string& text = scalar.scalar;
        if (text.find("${") == std::string::npos)
            return scalar;
        const Depth depth(m_depth);
        if (m_depth > 2 * kDeepestChain)
            throw Unresolved{"its references stand in each other too deep",
                             "write some of them out"};
        std::string result;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t slashes = slashesBeforeReference(text, at);
            if (slashes > 0) { // two of them are one, and the odd one takes the meaning away
                result += std::string(slashes / 2, '\\') + (slashes % 2 == 1 ? "${" : "");
                at += slashes + (slashes % 2 == 1 ? 2 : 0);
            } else if (text.compare(at, 2, "${") == 0) {
                const std::size_t end = closing(text, at + 2);
                Node value = referenced(text.substr(at + 2, end - at - 2), path);
                if (at == 0 && end + 1 == text.size()) {
                    placeAt(value, scalar.mark);
                    return value;
                }
                if (value.kind != Node::Kind::Scalar)
                    throw Unresolved{"only texts and numbers can be part of a text",
                                     "refer to a single value, or let the reference stand alone"};
                result += value.scalar;
                countText(value.scalar);
                at = end + 1;
            } else {
                result += text[at++];
            }
        }
        Node whole = scalar;
        whole.scalar = result;
        return whole;
    }

    /// What references make may be much more than what is written.
    void countText(const std::string& text) {
        m_bytes += text.size();
        if (m_bytes > kMostBytes)
            throw Unresolved{"references multiply to more text than settings can have",
                             "write some of them out"};
    }

    /// How many backslashes stand at `at` with "${" right behind them.
    static std::size_t slashesBeforeReference(const std::string& text, std::size_t at) {
        const std::size_t end = text.find_first_not_of('\\', at);
        return end != std::string::npos && text.compare(end, 2, "${") == 0 ? end - at : 0;
    }

    /// Of the brace that was opened before `start`.
    static std::size_t closing(const std::string& text, std::size_t start) {
        int open = 1;
        for (std::size_t at = start; at < text.size(); ++at) {
            if (text[at] == '{')
                ++open;
            if (text[at] == '}' && --open == 0)
                return at;
        }
        throw Unresolved{"its ${ is never closed",
                         "add the }, or write \\${ for the signs themselves"};
    }

    Node referenced(const std::string& inside, const Parts& path) {
        // A reference may be made of references: ${paths.${name}}.
        const std::size_t colon = inside.find_first_of(":{");
        if (colon != std::string::npos && inside[colon] == ':')
            return fromResolver(trimmed(inside.substr(0, colon)), inside.substr(colon + 1), path);
        const Node name = resolveText(Node::plain(trimmed(inside)), path);
        if (name.kind != Node::Kind::Scalar || name.scalar.empty())
            throw Unresolved{"it names no key", "write it as in ${trainer.max_iter}"};
        return atPath(partsOf(name.scalar, path));
    }

    Node fromResolver(const std::string& resolver, const std::string& arguments,
                      const Parts& path) {
        if (resolver != "oc.env")
            throw Unresolved{"'" + resolver + "' is not known here",
                             "${key} and ${oc.env:NAME,default} are; or write the value itself"};
        const std::size_t comma = findComma(arguments, 0);
        if (comma != std::string::npos && findComma(arguments, comma + 1) != std::string::npos)
            throw Unresolved{"oc.env takes a name and one default",
                             "put a default with commas in quotes: ${oc.env:NAME,\"a,b\"}"};
        const Node written = resolveText(Node::plain(trimmed(arguments.substr(0, comma))), path);
        const std::string& name = written.scalar;
        if (written.kind != Node::Kind::Scalar || name.empty())
            throw Unresolved{"it names no variable", "write it as in ${oc.env:HOME}"};
        if (const char* value = std::getenv(name.c_str()))
            return *value == '\0' ? Node::quoted("") : Node::plain(value);
        if (comma == std::string::npos)
            throw Unresolved{"the environment variable " + name + " is not set",
                             "set it, or give a default: ${oc.env:" + name + ",default}"};
        return fallback(trimmed(arguments.substr(comma + 1)), path);
    }

    /// The first comma that parts arguments: none in quotes, brackets or further references.
    static std::size_t findComma(const std::string& text, std::size_t start) {
        char quote = 0;
        int open = 0;
        for (std::size_t at = start; at < text.size(); ++at) {
            const char c = text[at];
            if (quote != 0)
                quote = c == quote ? '\0' : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '{' || c == '[')
                ++open;
            else if (c == '}' || c == ']')
                --open;
            else if (c == ',' && open == 0)
                return at;
        }
        return std::string::npos;
    }

    Node fallback(const std::string& text, const Parts& path) {
        if (text == "null")
            return Node::null();
        const bool isQuoted =
            text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
        return resolveText(isQuoted || text.empty()
                               ? Node::quoted(isQuoted ? text.substr(1, text.size() - 2) : "")
                               : Node::plain(text),
                           path);
    }

    /// From the root; what begins with dots goes up from `path`, one dot to the map around.
    static Parts partsOf(std::string name, const Parts& path) {
        Parts parts;
        if (name.starts_with('.')) {
            parts = path;
            while (name.starts_with('.')) {
                if (parts.empty())
                    throw Unresolved{"its dots lead out of the document", "take some of them out"};
                parts.pop_back();
                name.erase(0, 1);
            }
        }
        for (std::string& part : pathParts(name))
            parts.push_back(std::move(part));
        return parts;
    }

    /// What stands there, resolved; a part of the way may be a reference itself.
    Node atPath(const Parts& parts) {
        if (std::find(m_open.begin(), m_open.end(), parts) != m_open.end() ||
            m_open.size() >= kDeepestChain) {
            std::string chain;
            for (const Parts& open : m_open)
                chain += pathText(open) + " -> ";
            throw Unresolved{"it refers to itself: " + chain + pathText(parts),
                             "write one of these values out"};
        }
        m_open.push_back(parts);
        const auto close = [this](int*) { m_open.pop_back(); };
        int guarded = 0;
        const std::unique_ptr<int, decltype(close)> guard(&guarded, close);
        return whole(walk(parts), parts);
    }

    Node walk(const Parts& parts) {
        const Node* node = &m_document;
        Node reached; // what a reference on the way led to
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (node->kind == Node::Kind::Scalar && node->scalar.find("${") != std::string::npos) {
                Node next = resolveText(
                    *node, Parts(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(i)));
                reached = std::move(next);
                node = &reached;
            }
            const Node* next = node->at(parts[i]);
            if (next == nullptr)
                throw Unresolved{
                    "there is no value at " + pathText(parts),
                    "write that key in this file or one of its bases: defaults are not "
                    "referred to"};
            node = next;
        }
        return *node;
    }

    /// The value with everything in it resolved; faults inside of it are this reference's, too.
    Node whole(const Node& node, const Parts& path) {
        m_count += countOf(node);
        if (m_count > kMostValues)
            throw Unresolved{"references multiply to more values than settings can have",
                             "write some of them out"};
        countText(node.scalar);
        if (node.kind == Node::Kind::Scalar)
            return resolveText(node, path);
        Node result = node;
        for (std::size_t i = 0; i < node.list.size(); ++i)
            result.list[i] = whole(node.list[i], child(path, std::to_string(i)));
        for (std::size_t i = 0; i < node.entries.size(); ++i)
            result.entries[i].value =
                whole(node.entries[i].value, child(path, node.entries[i].key));
        return result;
    }

    const Node& m_document;
    std::vector<Diagnostic>& m_diagnostics;
    std::vector<Parts> m_open; ///< references that are being resolved, the first one first
    std::size_t m_count = 0;
    std::size_t m_bytes = 0;
    std::size_t m_depth = 0; ///< texts inside of texts that are being resolved
};

bool hasReference(const Node& node) {
    return node.scalar.find("${") != std::string::npos ||
           std::any_of(node.list.begin(), node.list.end(), hasReference) ||
           std::any_of(node.entries.begin(), node.entries.end(),
                       [](const Entry& entry) { return hasReference(entry.value); });
}

} // namespace

void resolveInterpolations(Node& document, std::vector<Diagnostic>& diagnostics) {
    if (hasReference(document))
        document = Interpolator(document, diagnostics).resolve(document, {});
}

Node interpolated(const Node& document, const Node& value, std::vector<Diagnostic>& diagnostics) {
    return Interpolator(document, diagnostics).resolve(value, {});
}

} // namespace unlit::config
