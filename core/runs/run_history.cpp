#include "core/runs/run_history.h"

#include "core/base/error.h"
#include "core/runs/legacy_run_log.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>

#include <unistd.h>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kEndBytes = 65536; // holds many hundred records

/// Which file of a run tells its course.
struct Source {
    fs::path file;
    bool isLegacy = false;
};

Source sourceOf(const fs::path& run) {
    const fs::path events = run / "events.jsonl";
    std::error_code failed;
    if (const auto bytes = fs::file_size(events, failed); !failed && bytes > 0)
        return {events, false};
    return {run / "logging.log", true};
}

std::optional<RunEvent> eventOf(std::string_view line, bool isLegacy) {
    return isLegacy ? legacyRunEventOf(line) : runEventOf(line);
}

std::string endOfFile(const fs::path& file) {
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown))
        return {};
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

/// nullopt for what leaves the state as it was.
std::optional<LastWord> stateOf(const RunEvent& event) {
    switch (event.kind) {
    case RunEventKind::Started:
    case RunEventKind::Resumed:
    case RunEventKind::Continued:
        return LastWord{};
    case RunEventKind::Paused:
        return LastWord{RunEnding::Open, {}, true, 0};
    case RunEventKind::Complete:
        return LastWord{RunEnding::Complete, {}, false, 0};
    case RunEventKind::Stopped:
    case RunEventKind::Forked:
    case RunEventKind::RolledBack:
        return LastWord{RunEnding::Stopped, {}, false, 0};
    case RunEventKind::Failed: {
        const std::string hint = event.text("hint");
        return LastWord{RunEnding::Failed,
                        event.text("message") + (hint.empty() ? "" : "; ") + hint, false, 0};
    }
    default:
        return {};
    }
}

/// A number, or a text that is one; 0 for anything else.
double numberOf(const RunEvent& event, const char* field) {
    const auto found = event.fields.find(field);
    if (found == event.fields.end())
        return 0;
    return found->is_number() ? found->get<double>()
                              : std::strtod(event.text(field).c_str(), nullptr);
}

std::optional<CourseMark> courseMarkOf(const RunEvent& event) {
    using Kind = CourseMark::Kind;
    const bool isRate = event.kind == RunEventKind::LearningRate ||
                        (event.kind == RunEventKind::Changed && event.text("setting") == "lr");
    if (isRate)
        return CourseMark{Kind::LearningRate, event.step, numberOf(event, "from"),
                          numberOf(event, "to")};
    if (event.kind == RunEventKind::RolledBack)
        return CourseMark{Kind::RolledBack, event.step, numberOf(event, "from_step"), 0};
    return {};
}

} // namespace

LastWord lastWordOf(const fs::path& run) {
    const Source source = sourceOf(run);
    const std::string end = endOfFile(source.file);
    std::string_view text = end;
    while (!text.empty()) {
        if (text.back() == '\n')
            text.remove_suffix(1);
        const std::size_t before = text.rfind('\n');
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::optional<RunEvent> event = eventOf(text.substr(begin), source.isLegacy);
        if (auto state = event ? stateOf(*event) : std::nullopt) {
            state->step = event->step;
            return *state;
        }
        text = text.substr(0, begin);
    }
    return {};
}

void requireReadable(const fs::path& run) {
    for (const char* name : {"config.yaml", "metrics.jsonl", "events.jsonl"}) {
        const fs::path file = run / name;
        if (::access(file.c_str(), R_OK) != 0 && errno == EACCES)
            throw Error::system(EACCES, "read", file);
    }
}

std::vector<RunEvent> runEventsOf(const fs::path& run) {
    const Source source = sourceOf(run);
    if (source.isLegacy)
        return legacyRunEvents(source.file);
    std::vector<RunEvent> events;
    std::ifstream stream(source.file, std::ios::binary);
    for (std::string line; std::getline(stream, line);)
        if (std::optional<RunEvent> event = runEventOf(line))
            events.push_back(std::move(*event));
    return events;
}

RunHistory::RunHistory(fs::path run)
    : m_run(std::move(run)), m_isLegacy(sourceOf(m_run).isLegacy), m_file(sourceOf(m_run).file) {}

bool RunHistory::takeLine(std::string_view line) {
    const std::optional<RunEvent> event = eventOf(line, m_isLegacy);
    if (event && event->kind == RunEventKind::Resumed) {
        // What was done beyond it is of steps that are no more.
        const auto isGone = [&](const CourseMark& mark) { return mark.step > event->step; };
        std::erase_if(m_courseMarks, isGone);
        std::erase_if(m_resumedAfter, [&](std::int64_t step) { return step > event->step; });
        m_resumedAfter.push_back(event->step);
        return true;
    }
    if (!event)
        return false;
    if (const std::optional<CourseMark> mark = courseMarkOf(*event)) {
        m_courseMarks.push_back(*mark);
        return true;
    }
    if (event->kind != RunEventKind::Saved)
        return false;
    std::string name = event->text("checkpoint");
    if (!name.starts_with("iter_"))
        return false;
    m_checkpoints.push_back({event->step, std::move(name)});
    return true;
}

bool RunHistory::forget() {
    const bool hadMarks =
        !m_resumedAfter.empty() || !m_checkpoints.empty() || !m_courseMarks.empty();
    m_resumedAfter.clear();
    m_checkpoints.clear();
    m_courseMarks.clear();
    return hadMarks;
}

bool RunHistory::poll() {
    bool hasNews = false;
    if (m_isLegacy) { // a run of an earlier version is gone on with: its log is told there again
        if (Source now = sourceOf(m_run); !now.isLegacy) {
            m_isLegacy = false;
            m_file = GrowingFile(std::move(now.file));
            hasNews = forget();
        }
    }
    if (m_file.look() == Growth::Restarted) {
        forget();
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
