#include "core/runs/run_log_marks.h"

#include "core/runs/log_entry.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace unlit::runs {

namespace {

constexpr std::uint64_t kEndBytes = 8192; // holds the longest line of figures several times

std::int64_t numberAfter(std::string_view text, std::string_view words) {
    const std::size_t at = text.find(words);
    std::int64_t number = -1;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + words.size(), text.data() + text.size(), number);
    return number;
}

std::string endOfFile(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream)
        return {};
    const auto size = static_cast<std::uint64_t>(stream.tellg());
    const std::uint64_t bytes = std::min(size, kEndBytes);
    std::string text(static_cast<std::size_t>(bytes), '\0');
    stream.seekg(static_cast<std::streamoff>(size - bytes));
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

/// Of one line; Open for lines about other things. Texts as core/session/run_log writes them.
LastWord wordOf(const LogEntry& line) {
    if (line.level == LogEntry::Level::Error)
        return {RunEnding::Failed, line.text, false};
    if (line.level != LogEntry::Level::Info)
        return {};
    if (line.text.starts_with("complete after step"))
        return {RunEnding::Complete, {}, false};
    if (line.text.starts_with("stopped after step") ||
        line.text.starts_with("time is up after step"))
        return {RunEnding::Stopped, line.text, false};
    return {RunEnding::Open, {}, line.text == "paused"};
}

} // namespace

LastWord lastWordOf(const std::filesystem::path& log) {
    const std::string end = endOfFile(log);
    std::string_view text = end;
    while (!text.empty() && text.back() == '\n')
        text.remove_suffix(1);
    const std::size_t begin = text.rfind('\n');
    return wordOf(logEntryOf(begin == std::string_view::npos ? text : text.substr(begin + 1)));
}

bool RunLogMarks::takeLine(std::string_view line) {
    const LogEntry entry = logEntryOf(line);
    const std::string_view text = entry.text;
    if (text.starts_with("goes on after step ")) {
        m_resumedAfter.push_back(numberAfter(text, "goes on after step "));
        return true;
    }
    const std::size_t saved = text.find(" saved ");
    if (!text.starts_with("step ") || saved == std::string_view::npos)
        return false;
    const std::string_view rest = text.substr(saved + 7);
    const std::string_view name = rest.substr(0, rest.find(','));
    if (!name.starts_with("iter_"))
        return false;
    m_checkpoints.push_back({numberAfter(text, "step "), std::string(name)});
    return true;
}

bool RunLogMarks::poll() {
    bool hasNews = false;
    if (m_file.look() == Growth::Restarted) {
        m_resumedAfter.clear();
        m_checkpoints.clear();
        hasNews = true;
    }
    for (;;) {
        const std::string bytes = m_file.next(GrowingFile::kPieceBytes);
        const std::string_view all = bytes;
        const std::size_t end = all.rfind('\n');
        if (end == std::string_view::npos)
            return hasNews;
        for (std::size_t begin = 0; begin <= end;) {
            const std::size_t stop = all.find('\n', begin);
            hasNews = takeLine(all.substr(begin, stop - begin)) || hasNews;
            begin = stop + 1;
        }
        m_file.consume(all.substr(0, end + 1));
        if (bytes.size() < GrowingFile::kPieceBytes)
            return hasNews;
    }
}

} // namespace unlit::runs
