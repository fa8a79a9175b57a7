// The one source that knows spdlog (ADR 0006). It gets whole texts, never a format.
#include "core/base/log.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/steering.h"
#include "core/base/text.h"
#include "core/base/user_folder.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace unlit {

namespace {

constexpr const char* kProgram = "unlit"; // in spdlog's registry

constexpr const char* kFilePattern = "%Y-%m-%dT%H:%M:%S.%eZ %l [%P] %v";
constexpr const char* kConsolePattern = "unlit: %l: %v";

spdlog::level::level_enum levelOf(LogLevel level) {
    constexpr spdlog::level::level_enum kLevels[] = {spdlog::level::debug, spdlog::level::info,
                                                     spdlog::level::warn, spdlog::level::err};
    return kLevels[static_cast<std::size_t>(level)];
}

LogLevel levelOf(spdlog::level::level_enum level) {
    return level <= spdlog::level::debug  ? LogLevel::Debug
           : level == spdlog::level::info ? LogLevel::Info
           : level == spdlog::level::warn ? LogLevel::Warning
                                          : LogLevel::Error;
}

std::unique_ptr<spdlog::formatter> formatterOf(const char* pattern) {
    return std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc);
}

class ListenerSink : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit ListenerSink(LogListener listener) : m_listener(std::move(listener)) {}

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        m_listener(levelOf(message.level), {message.payload.data(), message.payload.size()});
    }

    void flush_() override {}

private:
    LogListener m_listener;
};

/// A failing sink must not speak up on stderr, as spdlog does by itself.
std::shared_ptr<spdlog::logger> makeLogger(const std::string& name,
                                           std::vector<spdlog::sink_ptr> sinks) {
    auto logger = std::make_shared<spdlog::logger>(name, sinks.begin(), sinks.end());
    logger->set_level(spdlog::level::debug); // each sink has its own
    logger->flush_on(spdlog::level::debug);
    logger->set_error_handler([](const std::string&) {});
    return logger;
}

} // namespace

void logMessage(LogLevel level, std::string_view message) noexcept {
    try {
        if (const auto logger = spdlog::get(kProgram))
            logger->log(levelOf(level), spdlog::string_view_t(withoutSteering(message, ' ')));
    } catch (...) { // NOLINT(bugprone-empty-catch): there is nobody left to tell
    }
}

void logSwallowed(std::string_view doing, LogLevel level) noexcept {
    try {
        logMessage(level, std::string(doing) + ": " + translateCurrentException().text());
    } catch (...) { // NOLINT(bugprone-empty-catch): there is nobody left to tell
    }
}

ProgramLog::ProgramLog(const ProgramLogOptions& options) {
    std::vector<spdlog::sink_ptr> sinks;
    if (!options.file.empty()) {
        try {
            auto file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
                options.file.string(), options.largestFile, options.olderFiles);
            file->set_formatter(formatterOf(kFilePattern));
            file->set_level(levelOf(options.fileLevel));
            sinks.push_back(std::move(file));
        } catch (const std::exception& error) {
            m_problem = "the program's log cannot be written: " + firstLine(error.what());
        }
    }
    if (options.consoleLevel) {
        auto console = std::make_shared<spdlog::sinks::stderr_sink_mt>();
        console->set_formatter(formatterOf(kConsolePattern));
        console->set_level(levelOf(*options.consoleLevel));
        sinks.push_back(std::move(console));
    }
    if (options.listener)
        sinks.push_back(std::make_shared<ListenerSink>(options.listener));
    spdlog::drop(kProgram);
    spdlog::register_logger(makeLogger(kProgram, std::move(sinks)));
}

ProgramLog::~ProgramLog() {
    spdlog::drop(kProgram);
}

std::filesystem::path programLogFile() {
    const std::filesystem::path state = userFolder("XDG_STATE_HOME", ".local/state");
    return state.empty() ? state : state / "unlit" / "unlit.log";
}

class LogFile::Impl {
public:
    Impl(const std::filesystem::path& file, LogFormat format, LogLevel least)
        : m_format(std::move(format)), m_least(least),
          m_logger(makeLogger(
              {}, {std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string())})) {
        m_logger->set_formatter(formatterOf("%v"));
    }

    void write(LogLevel level, std::string_view text) {
        if (level < m_least)
            return;
        const std::string line = m_format.line(level, text, std::chrono::system_clock::now());
        m_logger->log(levelOf(level), spdlog::string_view_t(line));
    }

private:
    LogFormat m_format;
    LogLevel m_least;
    std::shared_ptr<spdlog::logger> m_logger;
};

LogFile::LogFile(const std::filesystem::path& file, LogFormat format, LogLevel least) {
    // A run may come from somebody else, and says itself how lines are written: through a link they
    // would end in a file of ours, such as a shell's start.
    std::error_code unknown;
    const std::filesystem::file_status status = std::filesystem::symlink_status(file, unknown);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw Error(ErrorKind::Io, file.string() + " is a link or no file: no log is written there",
                    "put the file itself in its place, or remove it");
    try {
        m_impl = std::make_unique<Impl>(file, std::move(format), least);
    } catch (const spdlog::spdlog_ex& error) {
        throw Error(ErrorKind::Io,
                    "cannot write the log " + file.string() + ": " + firstLine(error.what()),
                    "look at the disk and at who may write there");
    }
}

LogFile::~LogFile() = default;

void LogFile::write(LogLevel level, std::string_view text) noexcept {
    try {
        m_impl->write(level, text);
    } catch (...) {
        logSwallowed("writing a line of a run's log");
    }
}

} // namespace unlit
