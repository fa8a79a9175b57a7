#include "core/data/pairing/file_key.h"

#include "core/base/unicode.h"
#include "core/data/pairing/name_words.h"
#include "core/image/layers/layer_table.h"

#include <algorithm>
#include <optional>

namespace unlit::data {

namespace {

/// Names of one or two letters are too common to count anywhere but at the end.
constexpr std::size_t kShortName = 3;
/// From this length on a name is found at the end of a word that has grown together with another.
constexpr std::size_t kLongName = 5;
/// "vray_diffuse_filter": names of so many words are looked for.
constexpr std::size_t kMostWords = 3;

/// Where in a list of words the role stands.
struct Found {
    const RoleName* row = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    std::string rest; ///< what was in front of it in the same word
    std::string text; ///< the words as written
};

bool mayFollowRole(const NameWord& word) {
    return word.isNumber() || word.isSize();
}

/// "albedo7": a role and the number of a picture.
std::optional<Found> findCounted(const NameWord& word, std::size_t at) {
    const std::size_t digits = word.lower.size() - (word.lower.find_last_not_of("0123456789") + 1);
    const std::string name = word.lower.substr(0, word.lower.size() - digits);
    if (digits == 0 || name.size() < kLongName)
        return {};
    const RoleName* row = findRoleName(name);
    if (row == nullptr || row->role == Role::Other)
        return {};
    return Found{row, at, 1, word.lower.substr(name.size()), word.text};
}

std::optional<Found> findAt(const std::vector<NameWord>& words, std::size_t last, bool isAtEnd) {
    const NameWord& word = words[last];
    for (std::size_t count = std::min(kMostWords, last + 1); count > 1; --count) {
        const std::size_t first = last + 1 - count;
        std::string folded;
        std::string text;
        for (std::size_t i = first; i <= last; ++i) {
            folded += words[i].lower;
            text += (i == first ? "" : "_") + words[i].text;
        }
        if (const RoleName* row = findRoleName(folded))
            return Found{row, first, count, "", text};
    }
    const RoleName* row = findRoleName(word.lower);
    // "a.png" is any picture; "ao.jpg" beside "albedo.jpg" is a map.
    const bool isWholeName =
        row != nullptr && last == 0 && (row->role != Role::Other || word.lower.size() < 2);
    if (row != nullptr && word.lower.size() < kShortName && (!isAtEnd || isWholeName))
        row = nullptr;
    if (row != nullptr)
        return Found{row, last, 1, "", word.text};
    if (auto counted = findCounted(word, last))
        return counted;
    for (const RoleName& each : fileRoleNames())
        if (each.name.size() >= kLongName && each.role != Role::Other &&
            word.lower.size() > each.name.size() && word.lower.ends_with(each.name))
            return Found{&each, last, 1, word.lower.substr(0, word.lower.size() - each.name.size()),
                         word.text};
    return {};
}

/// "rock_COL_2K_METALNESS.jpg": behind the size it is said which way of shading the maps are for.
bool isWorkflow(const std::vector<NameWord>& words, std::size_t at) {
    const std::string& word = words[at].lower;
    return at > 1 && words[at - 1].isSize() && (word == "metalness" || word == "specular") &&
           findAt(words, at - 2, true);
}

/// The last words that name a role; what follows short names and other passes may only be numbers
/// and sizes.
std::optional<Found> findRoleIn(const std::vector<NameWord>& words) {
    bool isAtEnd = true;
    for (std::size_t last = words.size(); last-- > 0;) {
        if (isAtEnd && isWorkflow(words, last))
            continue;
        const auto found = findAt(words, last, isAtEnd);
        if (found && (isAtEnd || found->row->role != Role::Other))
            return found;
        isAtEnd = isAtEnd && mayFollowRole(words[last]);
    }
    return {};
}

std::string joined(const std::vector<NameWord>& words, const std::optional<Found>& without,
                   bool isLoose) {
    std::string text;
    const auto append = [&](const std::string& part) {
        if (!part.empty())
            text += (text.empty() ? "" : "_") + part;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isRole = without && i >= without->first && i < without->first + without->count;
        if (isRole && i == without->first)
            append(without->rest);
        if (!isRole && !(isLoose && words[i].isSize()))
            append(words[i].lower);
    }
    return text;
}

/// Folders count as roles by their whole name, or by a long name at their end.
std::optional<Found> findFolderRole(const std::string& folder, const std::vector<NameWord>& words) {
    if (const RoleName* row = findRoleName(foldedName(folder));
        row && row->name.size() >= kShortName)
        return Found{row, 0, words.size(), "", folder};
    if (words.empty())
        return {};
    const auto found = findAt(words, words.size() - 1, true);
    const bool isLong = found && found->row->name.size() >= kLongName;
    return isLong && found->first + found->count == words.size() ? found : std::nullopt;
}

std::vector<std::string> keyParts(std::string_view path) {
    std::vector<std::string> parts(1);
    for (const char c : path)
        if (c == '/')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

void addFolder(std::string& key, const std::string& folder) {
    if (!folder.empty())
        key += folder + "/";
}

void setRole(FileKey& key, const RoleName& row, const std::string& why) {
    key.role = row.role;
    key.rank = row.rank;
    key.isColor = row.name == "color" || row.name == "colour" || row.name == "c";
    key.warning = row.warning;
    key.why = why;
}

} // namespace

const RoleName* findRoleName(std::string_view folded) {
    const auto& table = fileRoleNames();
    const auto found = std::find_if(table.begin(), table.end(),
                                    [&](const RoleName& row) { return row.name == folded; });
    return found == table.end() ? nullptr : &*found;
}

FileKey fileKey(std::string_view path) {
    std::vector<std::string> parts = keyParts(composed(path));
    const std::string file = parts.back();
    parts.pop_back();
    const std::vector<NameWord> words = nameWords(file.substr(0, file.rfind('.')));
    FileKey result;
    const auto role = findRoleIn(words);
    if (role)
        setRole(result, *role->row, "'" + role->text + "' in its name");
    for (const std::string& folder : parts) {
        const std::vector<NameWord> folderWords = nameWords(folder);
        auto folderRole = findFolderRole(folder, folderWords);
        if (folderRole && role && role->row->role != folderRole->row->role)
            folderRole.reset(); // the name of the file knows better
        if (folderRole && !role)
            setRole(result, *folderRole->row, "its folder '" + folder + "'");
        addFolder(result.key, joined(folderWords, folderRole, false));
        addFolder(result.looseKey, joined(folderWords, folderRole, true));
    }
    result.bareKey = result.key + joined(words, {}, false);
    result.key += joined(words, role, false);
    result.looseKey += joined(words, role, true);
    if (result.why.empty()) {
        result.role = Role::Beauty;
        result.isBare = true;
        result.rank = 90;
        result.why = "its name without an ending";
    }
    return result;
}

std::string sceneOfKey(std::string_view key) {
    std::string scene;
    for (const std::string& part : keyParts(key)) {
        const std::vector<NameWord> words = nameWords(part);
        std::string text;
        bool namesAThing = false;
        for (const NameWord& word : words) {
            const bool counts = word.isNumber() && !namesAThing;
            namesAThing = word.isCountedThing();
            if (counts || word.isSize() || word.isViewpoint() || word.isGeneric())
                continue;
            text += (text.empty() ? "" : "_") + word.lower;
        }
        if (!text.empty())
            scene += (scene.empty() ? "" : "/") + text;
    }
    return scene;
}

} // namespace unlit::data
