#include "core/base/log_format.h"

#include "core/base/error.h"
#include "core/base/steering.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <unistd.h>

namespace unlit {

namespace {

constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warning", "error"};
constexpr std::array<std::string_view, 4> kPythonNames = {"DEBUG", "INFO", "WARNING", "ERROR"};
constexpr std::array<std::string_view, 6> kFields = {"asctime", "levelname", "levelno",
                                                     "message", "name",      "process"};
/// What Python knows of the line of source that speaks; our messages come from no one line.
constexpr std::array<std::string_view, 9> kPlaces = {
    "filename", "funcName",   "lineno",      "module",         "pathname",
    "thread",   "threadName", "processName", "relativeCreated"};

bool contains(const auto& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

std::string timeText(LogFormat::Time time, const char* format, bool isUtc) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    if (isUtc)
        ::gmtime_r(&seconds, &parts);
    else
        ::localtime_r(&seconds, &parts);
    std::array<char, 40> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

/// "2026-03-02 11:00:00,042", as Python writes it, local time.
std::string asctime(LogFormat::Time time) {
    const auto sinceEpoch =
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch());
    const std::string fraction = std::to_string(1000 + sinceEpoch.count() % 1000);
    return timeText(time, "%Y-%m-%d %H:%M:%S", false) + "," + fraction.substr(1);
}

std::string fieldText(std::string_view field, LogLevel level, std::string_view text,
                      LogFormat::Time time) {
    const auto index = static_cast<std::size_t>(level);
    if (field == "asctime")
        return asctime(time);
    if (field == "levelname")
        return std::string(kPythonNames[index]);
    if (field == "levelno")
        return std::to_string(10 * (index + 1));
    if (field == "message")
        return withoutSteering(text, ' ');
    if (field == "name")
        return "unlit";
    if (field == "process")
        return std::to_string(::getpid());
    return "-";
}

} // namespace

std::string_view toString(LogLevel level) {
    return kLevelNames[static_cast<std::size_t>(level)];
}

LogLevel logLevelOfPython(int level) {
    return level <= 10   ? LogLevel::Debug
           : level <= 20 ? LogLevel::Info
           : level <= 30 ? LogLevel::Warning
                         : LogLevel::Error;
}

LogFormat::LogFormat(std::string_view python) {
    if (const std::string problem = parse(python, m_pieces); !problem.empty())
        throw Error::invalidInput("a log's format " + problem,
                                  "use fields of Python's logging, as %(asctime)s");
}

std::string LogFormat::problemOf(std::string_view python) {
    std::vector<Piece> pieces;
    return parse(python, pieces);
}

std::string LogFormat::parse(std::string_view python, std::vector<Piece>& pieces) {
    std::string literal;
    for (std::size_t at = 0; at < python.size();) {
        if (python[at] != '%') {
            literal += python[at++];
            continue;
        }
        if (python.substr(at).starts_with("%%")) {
            literal += '%';
            at += 2;
            continue;
        }
        const std::size_t close = python.find(')', at);
        if (!python.substr(at).starts_with("%(") || close == std::string_view::npos)
            return "has a % that begins no field";
        const std::string_view name = python.substr(at + 2, close - at - 2);
        const std::size_t type = python.find_first_not_of("-+ #0123456789.", close + 1);
        if (type == std::string_view::npos ||
            std::string_view("sdif").find(python[type]) == std::string_view::npos)
            return "does not say how to write %(" + std::string(name) + ")";
        if (!contains(kFields, name) && !contains(kPlaces, name))
            return "has no field %(" + std::string(name) + ")";
        Piece field{std::string(name), true, 0};
        const std::string_view flags = python.substr(close + 1, type - close - 1);
        field.fill = flags.starts_with('0') && python[type] != 's' ? '0' : ' ';
        const auto width = std::from_chars(flags.data(), flags.data() + flags.size(), field.width);
        const bool isRead = flags.empty() || width.ptr == flags.data() + flags.size();
        if (!isRead || width.ec == std::errc::result_out_of_range || std::abs(field.width) > 200)
            return "asks too much of %(" + std::string(name) + "): a width up to 200 is known";
        if (!literal.empty())
            pieces.push_back({std::exchange(literal, {}), false, 0});
        pieces.push_back(std::move(field));
        at = type + 1;
    }
    if (!literal.empty())
        pieces.push_back({literal, false, 0});
    return {};
}

std::string LogFormat::line(LogLevel level, std::string_view text, Time time) const {
    if (m_pieces.empty())
        return timeText(time, "%Y-%m-%dT%H:%M:%SZ", true) + " " + std::string(toString(level)) +
               " " + withoutSteering(text, ' ');
    std::string line;
    for (const Piece& piece : m_pieces) {
        std::string part = piece.isField ? fieldText(piece.text, level, text, time)
                                         : withoutSteering(piece.text, ' ');
        const auto width = static_cast<std::size_t>(std::abs(piece.width));
        if (part.size() < width)
            part.insert(piece.width < 0 ? part.size() : 0, width - part.size(), piece.fill);
        line += part;
    }
    return line;
}

} // namespace unlit
