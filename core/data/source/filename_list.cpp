#include "core/data/source/filename_list.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text_check.h"
#include "core/data/source/relative_name.h"
#include "core/image/image_file.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>

namespace unlit::data {

namespace fs = std::filesystem;

namespace {

/// One line's place, for errors.
struct Place {
    const std::string& name;
    int line;

    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw Error(ErrorKind::InvalidInput, name + ":" + std::to_string(line) + ": " + what, hint,
                    SourceMark{name, line, 0});
    }
};

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

/// Takes a quoted name off the front of `line`.
std::string takeQuoted(std::string_view& line, const Place& place) {
    std::string text;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '"') {
            line.remove_prefix(i + 1);
            if (!line.empty() && !isBlank(line.front()))
                place.refuse("a quoted name goes on behind its closing quote",
                             "put a blank between names");
            return text;
        }
        if (line[i] == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\'))
            ++i;
        text += line[i];
    }
    place.refuse("a quote is opened and never closed", "add the closing \"");
}

std::vector<std::string> columnsOf(std::string_view line, const Place& place) {
    std::vector<std::string> columns;
    while (true) {
        while (!line.empty() && isBlank(line.front()))
            line.remove_prefix(1);
        if (line.empty())
            return columns;
        if (line.front() == '"') {
            columns.push_back(takeQuoted(line, place));
            continue;
        }
        std::size_t length = 0;
        while (length < line.size() && !isBlank(line[length]))
            ++length;
        columns.emplace_back(line.substr(0, length));
        line.remove_prefix(length);
    }
}

PictureRef refOf(const std::string& text, const Place& place) {
    PictureRef picture = pictureRefFromText(text);
    if (const std::string why = whyUnsafe(picture.path); !why.empty())
        place.refuse("the name '" + picture.path + "' " + why,
                     "names are relative to the set's folder or archive");
    picture.path = tidyName(picture.path);
    return picture;
}

void requireColumns(const std::vector<std::string>& columns, std::size_t targetCount,
                    const Place& place) {
    const std::size_t fewest = 1 + targetCount;
    if (columns.size() == 1 && targetCount == 1)
        place.refuse("only one name, '" + columns.front() + "'",
                     "a line names beauty and albedo, and may name a mask");
    if (columns.size() < fewest)
        place.refuse(
            std::to_string(columns.size()) + " names, where a beauty and " +
                std::to_string(targetCount) + " targets are needed",
            "name the targets in the order of target_names, then the mask if there is one");
    if (columns.size() > fewest + 1)
        place.refuse(std::to_string(columns.size()) + " names, where " + std::to_string(fewest) +
                         " or " + std::to_string(fewest + 1) + " are allowed",
                     targetCount == 1 ? "put names with blanks between double quotes; a set of "
                                        "several targets needs a model of as many"
                                      : "put names with blanks between double quotes");
}

/// Takes it off the end of `columns`.
std::string takeCondition(std::vector<std::string>& columns, std::size_t targetCount,
                          const Place& place) {
    if (columns.size() < targetCount + 2)
        place.refuse("no class or text behind its " + std::to_string(columns.size()) +
                         (columns.size() == 1 ? " name" : " names"),
                     "with condition every line ends with one, \"\" for none");
    std::string condition = std::move(columns.back());
    columns.pop_back();
    return condition;
}

struct ListLine {
    std::vector<std::string> columns;
    int number = 0; ///< from 1
};

bool endWithConditions(const std::vector<ListLine>& lines, std::size_t targetCount) {
    return std::ranges::all_of(lines, [targetCount](const ListLine& line) {
        return line.columns.size() >= targetCount + 2 &&
               !hasImageSuffix(pictureRefFromText(line.columns.back()).path);
    });
}

ListedPair pairOf(std::vector<std::string> columns, const ListColumns& kinds, const Place& place) {
    const std::size_t targetCount = kinds.targets;
    std::string condition;
    if (kinds.hasCondition)
        condition = takeCondition(columns, targetCount, place);
    requireColumns(columns, targetCount, place);
    ListedPair pair{refOf(columns[0], place), refOf(columns[1], place), {}, place.line};
    for (std::size_t i = 2; i <= targetCount; ++i)
        pair.furtherTargets.push_back(refOf(columns[i], place));
    if (columns.size() == targetCount + 2)
        pair.mask = refOf(columns.back(), place);
    pair.condition = std::move(condition);
    return pair;
}

std::string quoted(const std::string& text) {
    if (text.find_first_of("\r\n") != std::string::npos)
        throw Error::invalidInput("the name '" + text + "' holds a line break",
                                  "rename the file: a list has one pair a line");
    // A byte order mark at the beginning would be taken for that of the list.
    const bool isPlain = !text.empty() && text.find_first_of(" \t\"") == std::string::npos &&
                         !text.starts_with('#') && !text.starts_with("\xEF\xBB\xBF");
    if (isPlain)
        return text;
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

} // namespace

std::vector<PictureRef> ListedPair::targets() const {
    std::vector<PictureRef> all = {albedo};
    all.insert(all.end(), furtherTargets.begin(), furtherTargets.end());
    return all;
}

std::vector<ListedPair> parseFilenameList(std::string_view text, const std::string& name,
                                          const ListColumns& columns) {
    constexpr std::size_t longestLine = 1U << 16U; // a name has at most a few thousand bytes
    const std::string checked = checkedText(std::string(text), name);
    text = checked;
    std::vector<ListLine> lines;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        std::string_view content = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (content.ends_with('\r'))
            content.remove_suffix(1);
        const Place place{name, line};
        if (content.size() > longestLine)
            place.refuse("a line of " + std::to_string(content.size()) + " bytes",
                         "a list has one pair a line");
        const std::size_t first = content.find_first_not_of(" \t");
        if (first != std::string_view::npos && content[first] != '#')
            lines.push_back({columnsOf(content, place), line});
    }
    ListColumns kinds = columns;
    if (kinds.findsCondition)
        kinds.hasCondition = endWithConditions(lines, kinds.targets);
    std::vector<ListedPair> pairs;
    for (ListLine& line : lines)
        pairs.push_back(pairOf(std::move(line.columns), kinds, {name, line.number}));
    if (pairs.empty())
        throw Error::invalidInput(name + " names no pairs",
                                  "each line names a beauty and its albedo; make one with `unlit "
                                  "dataset make-list`");
    return pairs;
}

std::vector<ListedPair> readFilenameList(const fs::path& path, const ListColumns& columns) {
    std::error_code problem;
    if (fs::is_directory(path, problem))
        throw Error::invalidInput(path.string() + " is a folder, not a list", "give a text file");
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw Error::system(errno, "read", path);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return parseFilenameList(text, path.string(), columns);
}

std::string formatFilenameList(const std::vector<ListedPair>& pairs) {
    std::string text;
    const bool haveConditions =
        std::ranges::any_of(pairs, [](const ListedPair& pair) { return !pair.condition.empty(); });
    for (const ListedPair& pair : pairs) {
        text += quoted(toText(pair.beauty));
        for (const PictureRef& target : pair.targets())
            text += " " + quoted(toText(target));
        if (pair.mask)
            text += " " + quoted(toText(*pair.mask));
        if (haveConditions)
            text += " " + quoted(pair.condition);
        text += '\n';
    }
    return text;
}

void writeFilenameList(const fs::path& path, const std::vector<ListedPair>& pairs, bool overwrite) {
    std::error_code problem;
    if (!overwrite && fs::exists(path, problem))
        throw Error(ErrorKind::Io, path.string() + " exists already",
                    "choose another name, or allow overwriting");
    if (fs::is_directory(path, problem))
        throw Error(ErrorKind::Io, path.string() + " is a folder", "give a file name");
    const std::string text = formatFilenameList(pairs);
    writeAtomically(path, text);
}

} // namespace unlit::data
