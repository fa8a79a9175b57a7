#include "app/cli/live_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace unlit::cli {

namespace {

constexpr int kFallbackColumns = 80;

/// Bytes of the control character that `text` begins with, 0 where it begins with none: those of
/// ASCII, their second set in UTF-8 (U+0080 to U+009F, where U+009B begins an escape sequence), and
/// what turns the direction of writing (U+202A to U+202E, U+2066 to U+2069).
std::size_t steeringBytes(std::string_view text) {
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (byte(0) < 0x20 || byte(0) == 0x7f)
        return 1;
    if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F)
        return 2;
    const bool turns =
        byte(0) == 0xE2 && ((byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) ||
                            (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    return turns ? 3 : 0;
}

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
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t steering = steeringBytes(text.substr(at));
        if (steering > 0)
            clean += '?';
        else
            clean += text[at];
        at += std::max<std::size_t>(steering, 1);
    }
    return clean;
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
