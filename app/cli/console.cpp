#include "app/cli/console.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace unlit::cli {

namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kPlain = "\x1b[0m";

/// Lines stay lines, the further ones behind `indent`; nothing else may steer the terminal.
std::string printableLines(std::string_view text, std::string_view indent = {}) {
    std::string clean;
    while (true) {
        const std::size_t end = text.find('\n');
        clean += printable(text.substr(0, end));
        if (end == std::string_view::npos)
            return clean;
        clean += '\n';
        clean += indent;
        text.remove_prefix(end + 1);
    }
}

/// Colours are for people: not where the messages go to a file, nor where a person wants none
/// (no-color.org), nor where the terminal knows none.
bool showsColours() {
    const auto said = [](const char* name) {
        const char* const value = std::getenv(name);
        return std::string_view(value == nullptr ? "" : value);
    };
    return ::isatty(STDERR_FILENO) == 1 && said("NO_COLOR").empty() && said("TERM") != "dumb" &&
           !said("TERM").empty();
}

} // namespace

Console::Console(bool json, bool quiet)
    : m_json(json), m_quiet(quiet), m_live(!quiet && LiveLine::isPossible()) {}

void Console::result(std::string_view line) {
    if (m_json)
        return;
    m_line.erase(); // both streams may share one terminal
    // Another program gets names as they are.
    static const bool isTerminal = ::isatty(STDOUT_FILENO) == 1;
    if (isTerminal)
        std::cout << printableLines(line);
    else
        std::cout << line;
    std::cout << '\n' << std::flush;
}

void Console::object(const Json& object) {
    if (!m_json)
        return;
    m_line.erase();
    // File names are bytes; those that are no UTF-8 must not cost the whole answer.
    std::cout << object.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void Console::note(std::string_view line) {
    if (!m_quiet)
        message(line);
}

void Console::warning(std::string_view line) {
    if (!m_quiet)
        message(line, "unlit: warning:", kYellow);
}

void Console::error(std::string_view line) {
    message(line, "unlit:", kRed);
}

void Console::progress(const std::string& line) {
    if (m_live)
        m_line.show(printable(line));
}

bool Console::flush() {
    std::cout.flush();
    return std::cout.good();
}

void Console::message(std::string_view line, std::string_view level, std::string_view colour) {
    m_line.erase();
    std::string text(level);
    if (!level.empty() && showsColours())
        text = std::string(colour) + text + std::string(kPlain);
    // Set in: none of several faults can be taken for a message of its own.
    text += (level.empty() ? "" : " ") + printableLines(line, "  ") + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace unlit::cli
