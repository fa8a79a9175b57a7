#include "core/session/data/quarantine.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>

namespace unlit {

namespace fs = std::filesystem;

namespace {

/// What makes two pairs the same.
std::string keyOf(const data::ListedPair& pair) {
    return toText(pair.beauty) + '\n' + toText(pair.albedo);
}

/// Nothing but blank lines and comments is an empty quarantine, not a broken list.
bool namesPairs(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#')
            return true;
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return false;
}

std::set<std::string> keysOf(const std::vector<data::ListedPair>& pairs) {
    std::set<std::string> keys;
    for (const data::ListedPair& pair : pairs)
        keys.insert(keyOf(pair));
    return keys;
}

} // namespace

std::vector<data::ListedPair> pairsBeside(const std::vector<data::ListedPair>& pairs,
                                          const std::vector<data::ListedPair>& leftOut) {
    const std::set<std::string> keys = keysOf(leftOut);
    std::vector<data::ListedPair> rest;
    for (const data::ListedPair& pair : pairs)
        if (!keys.contains(keyOf(pair)))
            rest.push_back(pair);
    return rest;
}

Quarantine::Quarantine(fs::path list) : m_list(std::move(list)) {
    take(contentOf(m_list));
}

fs::path Quarantine::usualList(const fs::path& source) {
    constexpr const char* name = "quarantine.txt";
    std::error_code problem;
    if (fs::is_directory(source, problem))
        return source / name;
    return source.parent_path() / (source.stem().string() + "." + name);
}

bool Quarantine::holds(const data::ListedPair& pair) const {
    return m_keys.contains(keyOf(pair));
}

void Quarantine::add(const std::vector<data::ListedPair>& pairs) {
    std::vector<data::ListedPair> all = m_pairs;
    std::set<std::string> known = m_keys;
    for (const data::ListedPair& pair : pairs)
        if (known.insert(keyOf(pair)).second)
            all.push_back(pair);
    if (all.size() != m_pairs.size())
        change(std::move(all));
}

void Quarantine::restore(const std::vector<data::ListedPair>& pairs) {
    std::vector<data::ListedPair> rest = pairsBeside(m_pairs, pairs);
    if (rest.size() != m_pairs.size())
        change(std::move(rest));
}

void Quarantine::undo() {
    const Content before = m_past.back();
    Content now = m_content;
    write(before);
    m_past.pop_back();
    m_future.push_back(std::move(now));
}

void Quarantine::redo() {
    const Content after = m_future.back();
    Content now = m_content;
    write(after);
    m_future.pop_back();
    m_past.push_back(std::move(now));
}

void Quarantine::change(std::vector<data::ListedPair> pairs) {
    Content now = m_content;
    write(pairs.empty() ? Content() : Content(formatFilenameList(pairs)));
    m_past.push_back(std::move(now));
    m_future.clear();
}

void Quarantine::write(const Content& content) {
    if (m_list.empty())
        throw Error::internal("there is no quarantine list");
    if (contentOf(m_list) != m_content)
        throw Error::invalidInput(m_list.string() + " was changed by another program",
                                  "open the set again to see what it says now");
    if (content) {
        writeAtomically(m_list, *content);
    } else if (std::error_code problem; !fs::remove(m_list, problem) && problem) {
        throw Error::system(problem.value(), "remove", m_list);
    }
    take(content);
}

void Quarantine::take(Content content) {
    m_pairs = content && namesPairs(*content)
                  ? data::parseFilenameList(*content, m_list.string(), {.findsCondition = true})
                  : std::vector<data::ListedPair>();
    m_keys = keysOf(m_pairs);
    m_content = std::move(content);
}

Quarantine::Content Quarantine::contentOf(const fs::path& list) {
    std::error_code problem;
    const fs::file_status status = fs::status(list, problem);
    if (status.type() == fs::file_type::not_found)
        return {};
    if (status.type() == fs::file_type::directory)
        throw Error::invalidInput(list.string() + " is a folder, not a list", "give a text file");
    std::ifstream in(list, std::ios::binary);
    if (!in)
        throw Error::system(errno, "read", list);
    return std::string{std::istreambuf_iterator<char>(in), {}};
}

} // namespace unlit
