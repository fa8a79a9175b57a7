#include "app/cli/console.h"

#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace unlit::cli {

namespace {

/// Lines stay lines; nothing else may steer the terminal.
std::string printableLines(std::string_view text) {
    std::string clean;
    while (true) {
        const std::size_t end = text.find('\n');
        clean += printable(text.substr(0, end));
        if (end == std::string_view::npos)
            return clean;
        clean += '\n';
        text.remove_prefix(end + 1);
    }
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
        message("unlit: warning: " + std::string(line));
}

void Console::error(std::string_view line) {
    message("unlit: " + std::string(line));
}

void Console::progress(const std::string& line) {
    if (m_live)
        m_line.show(printable(line));
}

bool Console::flush() {
    std::cout.flush();
    return std::cout.good();
}

void Console::message(std::string_view line) {
    m_line.erase();
    const std::string text = printable(line) + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace unlit::cli
