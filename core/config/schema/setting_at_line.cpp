#include "core/config/schema/setting_at_line.h"

#include "core/config/schema/kind_text.h"

#include <algorithm>

namespace unlit::config {

namespace {

struct KeyLine {
    std::size_t indent = 0; ///< of the key; behind the dash of an item
    std::string key;
    bool hasColon = false;
    bool isItem = false;
};

std::string_view lineAt(std::string_view text, std::size_t line) {
    for (; line > 0; --line) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

bool isOfKey(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

/// nullopt for a line of spaces and for one that holds no key, such as a comment.
std::optional<KeyLine> keyLineOf(std::string_view line) {
    KeyLine found;
    found.indent = std::min(line.find_first_not_of(' '), line.size());
    while (line.substr(found.indent).starts_with("- ")) {
        found.isItem = true;
        const std::size_t next = line.find_first_not_of(' ', found.indent + 2);
        found.indent = std::min(next, line.size());
    }
    std::size_t end = found.indent;
    while (end < line.size() && isOfKey(line[end]))
        ++end;
    found.key = line.substr(found.indent, end - found.indent);
    found.hasColon =
        end < line.size() && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
    const bool isOnlyKey = line.find_first_not_of(' ', end) == std::string_view::npos;
    if (found.key.empty() || (!found.hasColon && !isOnlyKey))
        return {};
    return found;
}

/// The keys that the line's own stands below. A list's items may begin where its key does.
std::vector<std::string> keysAround(std::string_view text, std::size_t line, const KeyLine& own) {
    std::vector<std::string> keys;
    std::size_t indent = own.indent;
    bool isItem = own.isItem;
    std::size_t dash = isItem ? lineAt(text, line).find('-') : 0;
    while (line > 0 && (indent > 0 || isItem)) {
        --line;
        const std::optional<KeyLine> above = keyLineOf(lineAt(text, line));
        if (!above || !above->hasColon)
            continue;
        if (above->indent == indent && above->isItem && !isItem) { // the item that it belongs to
            isItem = true;
            dash = lineAt(text, line).find('-');
            continue;
        }
        const bool isAround =
            isItem ? above->indent <= dash && !above->isItem : above->indent < indent;
        if (!isAround)
            continue;
        keys.insert(keys.begin(), above->key);
        indent = above->indent;
        isItem = above->isItem;
        dash = isItem ? lineAt(text, line).find('-') : 0;
    }
    return keys;
}

/// From the root to the setting at the keys; empty where there is none. The whole chain is kept:
/// settings of lists are bound to what the list's own setting holds.
std::vector<Setting> chainTo(const Setting& root, const std::vector<std::string>& keys) {
    std::vector<Setting> chain = {root};
    for (const std::string& key : keys) {
        if (!chain.back().children)
            return {};
        std::vector<Setting> below = chain.back().children();
        const auto next = std::ranges::find(below, key, &Setting::key);
        if (next == below.end())
            return {};
        if (next->isPresent && !next->isPresent())
            next->setPresent(true);
        chain.push_back(std::move(*next));
    }
    return chain;
}

std::string capital(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text + ".";
}

} // namespace

std::vector<std::string> keysAtLine(std::string_view text, std::size_t line) {
    const std::optional<KeyLine> own = keyLineOf(lineAt(text, line));
    if (!own)
        return {};
    std::vector<std::string> keys = keysAround(text, line, *own);
    keys.push_back(own->key);
    return keys;
}

std::optional<std::vector<std::string>> helpAtLine(const Setting& root, std::string_view text,
                                                   std::size_t line) {
    const std::vector<std::string> keys = keysAtLine(text, line);
    const std::vector<Setting> chain = keys.empty() ? std::vector<Setting>() : chainTo(root, keys);
    if (chain.empty())
        return {};
    const Setting& setting = chain.back();
    const SettingMeta& meta = setting.meta;
    std::vector<std::string> lines = {capital(meta.help)};
    if (setting.isLeaf())
        lines.push_back(capital(kindText(setting) + (meta.canBeScheduled ? kOrSchedule : "") +
                                (meta.unit.empty() ? "" : ", in " + meta.unit)));
    if (setting.isNullable())
        lines.push_back("null: " + meta.nullMeaning + ".");
    std::string path;
    for (const std::string& key : keys)
        path = joinedPath(path, key);
    lines.push_back(path);
    return lines;
}

std::vector<PossibleKey> possibleKeysAtLine(const Setting& root, std::string_view text,
                                            std::size_t line) {
    const std::string_view own = lineAt(text, line);
    std::optional<KeyLine> place = keyLineOf(own);
    if (!place && own.find_first_not_of(" -") == std::string_view::npos) // nothing typed yet
        place = KeyLine{own.size(), "", false, own.find('-') != std::string_view::npos};
    if (!place || place->hasColon)
        return {};
    const std::vector<Setting> around = chainTo(root, keysAround(text, line, *place));
    std::vector<PossibleKey> possible;
    if (!around.empty() && around.back().children)
        for (const Setting& setting : around.back().children())
            possible.push_back({setting.key, static_cast<bool>(setting.children)});
    return possible;
}

} // namespace unlit::config
