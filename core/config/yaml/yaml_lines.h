// Where the entries of a YAML text stand, and the text with one of them changed.
#pragma once

#include "core/config/schema/node.h"

#include <cstddef>
#include <string>
#include <vector>

namespace unlit::config {

/// Goes by the marks of the text's own nodes: those given must come from parseYaml of this text.
/// Knows maps and lists in both styles, scalars of one line and block scalars; what else there is
/// (aliases, tags, plain scalars over several lines) it may get wrong: read the result again.
class YamlLines {
public:
    explicit YamlLines(std::string text);

    /// Whether the node stands in the text at all (an empty document does not).
    static bool isShown(const Node& node) { return node.mark.line > 0; }

    /// Written in { } or [ ].
    bool isFlow(const Node& node) const;

    /// Column of the key, from 0.
    std::size_t indentOf(const Entry& entry) const;

    /// `behind` in place of what stands behind the key's colon, the comment of its line excepted.
    std::string withValue(const Node& map, const Entry& entry, const std::string& behind) const;
    std::string withElement(const Node& list, const Node& element, const std::string& value) const;
    /// "key: value" as the last of a { } map.
    std::string withFlowEntry(const Node& map, const std::string& entry) const;
    /// Lines behind the last entry of a block map; behind everything for an empty document.
    std::string withLine(const Node& map, std::size_t indent, const std::string& line) const;
    std::string without(const Node& map, const Entry& entry) const;
    /// Lines behind the last element of a list in block style, which `entry` of a block map holds;
    /// each line gets the dash's indent in front of it.
    std::string withElementLines(const Node& map, const Entry& entry,
                                 const std::vector<std::string>& lines) const;
    /// Without an element of such a list and the comments inside it; those in front of the next
    /// one stay with it. Precondition: there is another element.
    std::string withoutElement(const Node& map, const Entry& entry, std::size_t index) const;

private:
    /// Half-open, offsets into the text.
    struct Span {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// What stands behind a colon.
    struct ValuePlace {
        std::size_t colonEnd = 0; ///< behind the colon
        Span inLine;              ///< in the line of the key; empty where there is none
        std::size_t blockEnd = 0; ///< behind the last line of the value; the line's end for others
    };

    std::size_t offsetOf(const SourceMark& mark) const;
    std::size_t lineEnd(std::size_t offset) const;
    ValuePlace placeOf(const Node& map, const Entry& entry) const;
    std::size_t scalarEnd(std::size_t begin, bool inFlow) const;
    std::size_t bracketEnd(std::size_t open) const;
    std::size_t quoteEnd(std::size_t open) const;
    std::size_t blockEnd(const Entry& entry) const;
    std::size_t colonEnd(const Entry& entry) const;
    std::size_t lineOf(const Node& node) const;
    std::size_t skipBlanks(std::size_t offset) const;
    std::string spliced(Span span, const std::string& with) const;

    std::string m_text;
    std::vector<std::size_t> m_lineStarts;
};

} // namespace unlit::config
