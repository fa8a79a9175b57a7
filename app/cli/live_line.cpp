#include "app/cli/live_line.h"

#include "core/base/steering.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace unlit::cli {

namespace {

constexpr int kFallbackColumns = 80;

bool startsCodePoint(char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
}

// One write call for a whole line: a half-drawn line never shows.
void writeAll(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace

int columnsOf(std::string_view text) {
    int columns = 0;
    for (const char c : text)
        columns += startsCodePoint(c) ? 1 : 0;
    return columns;
}

std::string cutToColumns(std::string_view text, int columns) {
    if (columnsOf(text) <= columns)
        return std::string(text);
    if (columns < 1)
        return {};
    int seen = 0;
    std::size_t end = 0;
    while (end < text.size() && !(startsCodePoint(text[end]) && ++seen == columns))
        ++end;
    return std::string(text.substr(0, end)) + "…";
}

std::string printable(std::string_view text) {
    return withoutSteering(text, '?');
}

bool LiveLine::isPossible() {
    const char* terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

int LiveLine::terminalColumns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return kFallbackColumns;
}

void LiveLine::show(const std::string& text) {
    // The last column stays free: some terminals wrap as soon as it is written.
    const std::string line = cutToColumns(text, terminalColumns() - 1);
    if (line == m_shown)
        return;
    writeAll("\r" + line + "\x1b[K");
    m_shown = line;
}

void LiveLine::erase() {
    if (m_shown.empty())
        return;
    writeAll("\r\x1b[K");
    m_shown.clear();
}

} // namespace unlit::cli
