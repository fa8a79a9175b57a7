#include "core/config/yaml/yaml_lines.h"

#include <algorithm>

namespace unlit::config {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

} // namespace

YamlLines::YamlLines(std::string text) : m_text(std::move(text)), m_lineStarts{0} {
    for (std::size_t i = 0; i < m_text.size(); ++i)
        if (m_text[i] == '\n')
            m_lineStarts.push_back(i + 1);
}

std::size_t YamlLines::offsetOf(const SourceMark& mark) const {
    const auto line = std::min(static_cast<std::size_t>(mark.line), m_lineStarts.size()) - 1;
    return std::min(m_lineStarts[line] + static_cast<std::size_t>(mark.column) - 1, m_text.size());
}

std::size_t YamlLines::lineEnd(std::size_t offset) const {
    return std::min(m_text.find('\n', offset), m_text.size());
}

bool YamlLines::isFlow(const Node& node) const {
    if (!isShown(node)) // it is not in the text yet
        return false;
    const std::size_t begin = offsetOf(node.mark);
    return begin < m_text.size() && (m_text[begin] == '{' || m_text[begin] == '[');
}

std::size_t YamlLines::indentOf(const Entry& entry) const {
    return static_cast<std::size_t>(entry.mark.column) - 1;
}

std::size_t YamlLines::quoteEnd(std::size_t open) const {
    const char quote = m_text[open];
    for (std::size_t i = open + 1; i < m_text.size(); ++i) {
        if (quote == '"' && m_text[i] == '\\')
            ++i;
        else if (m_text[i] == quote && quote == '\'' && m_text.compare(i, 2, "''") == 0)
            ++i;
        else if (m_text[i] == quote)
            return i + 1;
    }
    return m_text.size();
}

std::size_t YamlLines::bracketEnd(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < m_text.size(); ++i) {
        const char c = m_text[i];
        const char before = i == 0 ? ' ' : m_text[i - 1];
        if ((c == '"' || c == '\'') &&
            (isBlank(before) || before == '[' || before == '{' || before == ',' || before == '\n'))
            i = quoteEnd(i) - 1;
        else if (c == '#' && (isBlank(before) || before == '\n'))
            i = lineEnd(i);
        else if (c == '[' || c == '{')
            ++depth;
        else if ((c == ']' || c == '}') && --depth == 0)
            return i + 1;
    }
    return m_text.size();
}

std::size_t YamlLines::scalarEnd(std::size_t begin, bool inFlow) const {
    if (begin >= m_text.size())
        return begin;
    if (m_text[begin] == '"' || m_text[begin] == '\'')
        return quoteEnd(begin);
    if (m_text[begin] == '[' || m_text[begin] == '{')
        return bracketEnd(begin);
    std::size_t end = begin;
    for (std::size_t i = begin; i < lineEnd(begin); ++i) {
        const char c = m_text[i];
        if (inFlow && (c == ',' || c == ']' || c == '}'))
            break;
        if (c == '#' && (i == begin || isBlank(m_text[i - 1])))
            break;
        if (!isBlank(c) && c != '\r')
            end = i + 1;
    }
    return end;
}

std::size_t YamlLines::skipBlanks(std::size_t offset) const {
    while (offset < m_text.size() && isBlank(m_text[offset]))
        ++offset;
    return offset;
}

std::size_t YamlLines::colonEnd(const Entry& entry) const {
    std::size_t keyEnd = offsetOf(entry.mark);
    if (m_text[keyEnd] == '"' || m_text[keyEnd] == '\'')
        keyEnd = quoteEnd(keyEnd);
    return std::min(m_text.find(':', keyEnd), m_text.size() - 1) + 1;
}

/// Behind the last line that belongs to the entry of a block map: comments and empty lines before
/// the next entry belong to that one. In a block scalar nothing is a comment.
std::size_t YamlLines::blockEnd(const Entry& entry) const {
    const std::size_t value = skipBlanks(colonEnd(entry));
    const bool isText = value < m_text.size() && (m_text[value] == '|' || m_text[value] == '>');
    const std::size_t indent = indentOf(entry);
    std::size_t end = lineEnd(offsetOf(entry.mark));
    const bool isList = entry.value.kind == Node::Kind::List;
    for (std::size_t begin = end + 1; begin < m_text.size(); begin = lineEnd(begin) + 1) {
        const std::size_t last = lineEnd(begin);
        const std::size_t first = std::min(m_text.find_first_not_of(" \t\r", begin), last);
        const std::size_t column = first - begin;
        if (first == last || (m_text[first] == '#' && !(isText && column > indent)))
            continue;
        const bool isElement = isList && column == indent && m_text[first] == '-';
        if (column <= indent && !isElement)
            break;
        end = last;
    }
    const Node* inner = &entry.value;
    if (isList && !inner->list.empty())
        inner = &inner->list.back();
    const bool hasLast =
        isShown(*inner) && inner->kind == Node::Kind::Map && !inner->entries.empty();
    return hasLast && !isFlow(*inner) ? std::max(end, blockEnd(inner->entries.back())) : end;
}

YamlLines::ValuePlace YamlLines::placeOf(const Node& map, const Entry& entry) const {
    const bool inFlow = isFlow(map);
    ValuePlace place;
    place.colonEnd = colonEnd(entry);
    const std::size_t begin = skipBlanks(place.colonEnd);
    place.inLine = {begin, scalarEnd(begin, inFlow)};
    if (place.inLine.end <= begin)
        place.inLine = {place.colonEnd, place.colonEnd};
    place.blockEnd =
        inFlow ? place.inLine.end : std::max(blockEnd(entry), lineEnd(place.inLine.end));
    return place;
}

std::string YamlLines::spliced(Span span, const std::string& with) const {
    return m_text.substr(0, span.begin) + with + m_text.substr(span.end);
}

std::string YamlLines::withValue(const Node& map, const Entry& entry,
                                 const std::string& behind) const {
    const ValuePlace place = placeOf(map, entry);
    const std::size_t end = lineEnd(place.inLine.end);
    const std::string comment = m_text.substr(place.inLine.end, end - place.inLine.end);
    const bool isBlockNow = behind.starts_with('\n');
    if (isFlow(map) || (!isBlockNow && place.blockEnd == end))
        return spliced({place.colonEnd, place.inLine.end}, behind);
    // The comment of the key's line stays there; the lines of the old value go.
    if (isBlockNow)
        return spliced({place.colonEnd, place.blockEnd}, comment + behind);
    return spliced({place.colonEnd, place.blockEnd}, behind + comment);
}

std::string YamlLines::withElement(const Node& list, const Node& element,
                                   const std::string& value) const {
    const std::size_t begin = offsetOf(element.mark);
    return spliced({begin, scalarEnd(begin, isFlow(list))}, value);
}

std::string YamlLines::withFlowEntry(const Node& map, const std::string& entry) const {
    std::size_t end = bracketEnd(offsetOf(map.mark)) - 1;
    while (end > 0 && isBlank(m_text[end - 1]))
        --end;
    const char before = m_text[end - 1];
    const bool isFirst = before == '{' || before == ',';
    return spliced({end, end}, (isFirst ? "" : ", ") + entry);
}

std::string YamlLines::withLine(const Node& map, std::size_t indent,
                                const std::string& line) const {
    if (map.entries.empty()) {
        const std::string gap = m_text.empty() || m_text.ends_with('\n') ? "" : "\n";
        return m_text + gap + line + "\n";
    }
    const std::size_t end = placeOf(map, map.entries.back()).blockEnd;
    return spliced({end, end}, "\n" + std::string(indent, ' ') + line);
}

/// Offset of the line's beginning.
std::size_t YamlLines::lineOf(const Node& node) const {
    return m_lineStarts[std::min(static_cast<std::size_t>(node.mark.line), m_lineStarts.size()) -
                        1];
}

std::string YamlLines::withElementLines(const Node& map, const Entry& entry,
                                        const std::vector<std::string>& lines) const {
    const std::size_t first = lineOf(entry.value.list.front());
    const std::size_t dash = std::min(m_text.find('-', first), m_text.size());
    const std::size_t end = placeOf(map, entry).blockEnd;
    std::string text;
    for (const std::string& line : lines)
        text += "\n" + m_text.substr(first, dash - first) + line;
    return spliced({end, end}, text);
}

std::string YamlLines::withoutElement(const Node& map, const Entry& entry,
                                      std::size_t index) const {
    const std::vector<Node>& list = entry.value.list;
    const std::size_t begin = lineOf(list[index]);
    if (index + 1 == list.size())
        return spliced({begin - 1, placeOf(map, entry).blockEnd}, "");
    std::size_t end = lineOf(list[index + 1]);
    for (std::size_t line = end; line > begin;) {
        line = m_text.rfind('\n', line - 2) + 1;
        const std::size_t first = m_text.find_first_not_of(" \t\r", line);
        if (m_text[first] != '#' && m_text[first] != '\n')
            break;
        end = line;
    }
    return spliced({begin, end}, "");
}

std::string YamlLines::without(const Node& map, const Entry& entry) const {
    const std::size_t key = offsetOf(entry.mark);
    const ValuePlace place = placeOf(map, entry);
    if (!isFlow(map)) {
        const std::size_t line = m_lineStarts[static_cast<std::size_t>(entry.mark.line) - 1];
        const bool isAlone = m_text.find_first_not_of(" \t", line) == key;
        const std::size_t end = std::min(place.blockEnd + 1, m_text.size());
        if (isAlone)
            return spliced({line, end}, "");
        // The first one of a list's element: the next one takes its place behind the dash.
        const std::size_t next = m_text.find_first_not_of(" \t", end);
        return spliced({key, next == std::string::npos ? m_text.size() : next}, "");
    }
    std::size_t end = m_text.find_first_not_of(" \t", place.inLine.end);
    if (end != std::string::npos && m_text[end] == ',') {
        end = m_text.find_first_not_of(" \t", end + 1);
        return spliced({key, end}, "");
    }
    std::size_t begin = key;
    while (begin > 0 && (isBlank(m_text[begin - 1]) || m_text[begin - 1] == ','))
        --begin;
    return spliced({begin, place.inLine.end}, "");
}

} // namespace unlit::config
