// The program's log: what happened, for whoever looks for a reason afterwards. Nothing is told here
// alone that a person has to know: that is what errors and events are for.
#pragma once

#include "core/base/log_format.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace unlit {

/// Any thread, any time; a message goes nowhere while there is no ProgramLog. Never throws: what a
/// disk does not take is lost.
void logMessage(LogLevel level, std::string_view message) noexcept;

inline void logDebug(std::string_view message) noexcept {
    logMessage(LogLevel::Debug, message);
}

inline void logInfo(std::string_view message) noexcept {
    logMessage(LogLevel::Info, message);
}

inline void logWarning(std::string_view message) noexcept {
    logMessage(LogLevel::Warning, message);
}

/// Inside a catch block that lets a failure go: "DOING: the failure". `doing` is what did not come
/// about, as "reading the thumbnail of a.exr".
void logSwallowed(std::string_view doing, LogLevel level = LogLevel::Warning) noexcept;

/// Called on the thread that logs; must not log itself.
using LogListener = std::function<void(LogLevel level, std::string_view message)>;

struct ProgramLogOptions {
    std::filesystem::path file = {}; ///< "" = none; its folder is made
    LogLevel fileLevel = LogLevel::Info;
    std::optional<LogLevel> consoleLevel = {}; ///< on stderr; unset = nothing
    LogListener listener = {};                 ///< of everything from Debug up
    std::uint64_t largestFile = 1U << 20;      ///< bytes; then it becomes FILE.1, that FILE.2, …
    std::size_t olderFiles = 3;
};

/// One per process, made by main and gone with it. A file that cannot be written is done without:
/// problem() says why.
class ProgramLog {
public:
    explicit ProgramLog(const ProgramLogOptions& options);
    ~ProgramLog();
    ProgramLog(const ProgramLog&) = delete;
    ProgramLog& operator=(const ProgramLog&) = delete;

    const std::string& problem() const { return m_problem; }

private:
    std::string m_problem;
};

/// $XDG_STATE_HOME/unlit/unlit.log, else ~/.local/state/unlit/unlit.log; "" without a home.
std::filesystem::path programLogFile();

/// A log that is no part of the program's: a run's. Any thread.
class LogFile {
public:
    /// Goes on with what is there. Throws Error::Io naming the file.
    LogFile(const std::filesystem::path& file, LogFormat format, LogLevel least);
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    /// A line, which is in the system's hands afterwards. What the disk does not take is lost.
    void write(LogLevel level, std::string_view text) noexcept;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit
