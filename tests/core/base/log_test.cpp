#include "core/base/log.h"

#include "core/base/error.h"
#include "tests/support/expect_error.h"
#include "tests/support/full_disk.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

using namespace unlit;
using namespace unlit::test;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::IsEmpty;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> logLines(const fs::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

} // namespace

TEST(ProgramLog, takes_messages_of_its_level_and_above_as_they_are) {
    const TempFolder folder;
    const fs::path file = folder / "made/for it/unlit.log";
    {
        const ProgramLog log({.file = file});
        logDebug("not this");
        logInfo("100 % of {} and {0}");
        logWarning("two\nlines");
        EXPECT_EQ(log.problem(), "");
    }
    logWarning("nobody listens any more");
    EXPECT_THAT(logLines(file), ElementsAre(ContainsRegex("Z info .* 100 % of \\{\\} and \\{0\\}$"),
                                            ContainsRegex("Z warning .* two lines$")));
}

TEST(ProgramLog, tells_a_listener_everything) {
    std::vector<std::string> heard;
    const ProgramLog log({.listener = [&](LogLevel level, std::string_view message) {
        heard.push_back(std::string(toString(level)) + " " + std::string(message));
    }});
    logDebug("a");
    try {
        throw Error::notFound("there is no b", "look for c");
    } catch (...) {
        logSwallowed("reading b");
    }
    EXPECT_THAT(heard, ElementsAre("debug a", "warning reading b: there is no b; look for c"));
}

TEST(ProgramLog, becomes_another_file_when_it_is_large) {
    const TempFolder folder;
    const fs::path file = folder / "unlit.log";
    {
        const ProgramLog log({.file = file, .largestFile = 1000, .olderFiles = 2});
        for (int i = 0; i < 200; ++i)
            logInfo("a line of some length, number " + std::to_string(i));
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        ++files;
        EXPECT_LE(entry.file_size(), 1000U) << entry.path();
    }
    EXPECT_EQ(files, 3U);
    EXPECT_THAT(logLines(file).back(), ContainsRegex("number 199$"));
}

TEST(ProgramLog, a_file_that_cannot_be_written_stops_nothing) {
    const TempFolder folder;
    std::ofstream(folder / "file") << "in the way";
    int heard = 0;
    const ProgramLog log({.file = folder / "file/unlit.log",
                          .listener = [&](LogLevel, std::string_view) { ++heard; }});
    logWarning("still heard");
    EXPECT_EQ(heard, 1);
    EXPECT_NE(log.problem(), "");
}

TEST(ProgramLog, a_full_disk_costs_lines) {
    const TempFolder folder;
    const fs::path file = folder / "unlit.log";
    const ProgramLog log({.file = file});
    logInfo("before");
    {
        const FullDisk full(fs::file_size(file));
        logInfo("lost");
    }
    logInfo("after");
    EXPECT_THAT(logLines(file).front(), ContainsRegex("before$"));
    EXPECT_THAT(logLines(file).back(), ContainsRegex("after$"));
}

TEST(ProgramLog, many_threads_may_speak_at_once) {
    const TempFolder folder;
    const fs::path file = folder / "unlit.log";
    {
        const ProgramLog log({.file = file});
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([] {
                for (int line = 0; line < 50; ++line)
                    logInfo("one whole line");
            });
    }
    const auto lines = logLines(file);
    EXPECT_EQ(lines.size(), 200U);
    EXPECT_THAT(lines, testing::Each(ContainsRegex("one whole line$")));
}

TEST(ProgramLog, lies_where_states_lie) {
    ::setenv("XDG_STATE_HOME", "/somewhere", 1);
    EXPECT_EQ(programLogFile(), "/somewhere/unlit/unlit.log");
    ::setenv("XDG_STATE_HOME", "not whole", 1); // the specification: to be passed over
    ::setenv("HOME", "/home/of", 1);
    EXPECT_EQ(programLogFile(), "/home/of/.local/state/unlit/unlit.log");
    ::unsetenv("XDG_STATE_HOME");
}

TEST(LogFile, keeps_what_is_there_and_leaves_out_what_is_too_small) {
    const TempFolder folder;
    const fs::path file = folder / "logging.log";
    std::ofstream(file) << "of before\n";
    LogFile log(file, LogFormat("%(levelname)s|%(message)s"), LogLevel::Warning);
    log.write(LogLevel::Info, "not this");
    log.write(LogLevel::Warning, "this");
    EXPECT_THAT(logLines(file), ElementsAre("of before", "WARNING|this"));
}

TEST(LogFile, one_that_cannot_be_opened_is_named) {
    const TempFolder folder;
    fs::create_directory(folder / "logging.log");
    expectError(ErrorKind::Io, {"logging.log"},
                [&] { LogFile(folder / "logging.log", {}, LogLevel::Info); });
}

TEST(LogFile, a_link_is_refused_and_what_it_leads_to_stays) {
    const TempFolder folder;
    std::ofstream(folder / "profile") << "mine\n";
    fs::create_symlink(folder / "profile", folder / "logging.log");
    expectError(ErrorKind::Io, {"logging.log", "link"}, [&] {
        LogFile(folder / "logging.log", LogFormat("rm -r ~; # %(message)s"), LogLevel::Info);
    });
    EXPECT_THAT(logLines(folder / "profile"), ElementsAre("mine"));
}

TEST(LogFormat, lines_steer_no_terminal) {
    EXPECT_EQ(LogFormat("%(message)s").line(LogLevel::Info, "a\x1b[2Jb\nc", {}), "a [2Jb c");
}

TEST(LogFormat, is_time_level_text_unless_told_otherwise) {
    using namespace std::chrono;
    const auto moment = sys_days{2026y / March / 2} + 10h + 42ms;
    EXPECT_EQ(LogFormat().line(LogLevel::Info, "a\nb", moment), "2026-03-02T10:00:00Z info a b");
}

TEST(LogFormat, takes_fields_as_python_does) {
    using namespace std::chrono;
    ::setenv("TZ", "UTC", 1);
    ::tzset();
    const auto moment = sys_days{2026y / March / 2} + 10h + 42ms;
    // What Python prints for a record "m" of level WARNING, logger "unlit".
    EXPECT_EQ(LogFormat(" %(asctime)s - %(levelname)s -%(filename)s >> %(message)s")
                  .line(LogLevel::Warning, "m", moment),
              " 2026-03-02 10:00:00,042 - WARNING -- >> m");
    EXPECT_EQ(LogFormat("%(levelname)-8s|%(levelname)8s|%(levelno)03d%%%(name)s %(message)s")
                  .line(LogLevel::Info, "m", moment),
              "INFO    |    INFO|020%unlit m");
}

TEST(LogFormat, says_what_is_wrong_with_one) {
    EXPECT_EQ(LogFormat::problemOf(""), "");
    EXPECT_EQ(LogFormat::problemOf("%(message)s"), "");
    EXPECT_THAT(LogFormat::problemOf("%(mesage)s"), testing::HasSubstr("no field %(mesage)"));
    EXPECT_THAT(LogFormat::problemOf("100 % %(message)s"), testing::Not(IsEmpty()));
    EXPECT_THAT(LogFormat::problemOf("%(message)"), testing::Not(IsEmpty()));
    EXPECT_THAT(LogFormat::problemOf("%(message"), testing::Not(IsEmpty()));
    EXPECT_THAT(LogFormat::problemOf("%(message)99999999999s"), testing::Not(IsEmpty()));
    expectError(ErrorKind::InvalidInput, {"no field"}, [] { LogFormat("%(x)s"); });
}

TEST(LogFormat, knows_levels_as_python_counts_them) {
    EXPECT_EQ(logLevelOfPython(0), LogLevel::Debug);
    EXPECT_EQ(logLevelOfPython(10), LogLevel::Debug);
    EXPECT_EQ(logLevelOfPython(15), LogLevel::Info);
    EXPECT_EQ(logLevelOfPython(20), LogLevel::Info);
    EXPECT_EQ(logLevelOfPython(30), LogLevel::Warning);
    EXPECT_EQ(logLevelOfPython(40), LogLevel::Error);
    EXPECT_EQ(logLevelOfPython(50), LogLevel::Error);
}
