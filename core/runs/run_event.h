// One line of a run's events.jsonl: what became of the run, or what somebody did to it.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::runs {

/// docs/runs.md lists the fields of each.
enum class RunEventKind {
    Process, ///< a process begins to write: the first line, and one for every resume
    Started,
    Resumed,
    Changed,      ///< a setting has another value from here on
    LearningRate, ///< set by hand
    SaveAsked,
    ValidationAsked,
    Paused,
    Continued,
    Saved, ///< a checkpoint is on disk
    Validated,
    Stopped,
    Failed,
    Complete,
    Forked,     ///< the run began at a checkpoint of another
    RolledBack, ///< what is to be gone on with is an earlier checkpoint
    BadSample,  ///< pixels of a training sample are not finite, or it cannot be read
};

/// "process", "learning_rate", ….
std::string_view toString(RunEventKind kind);

struct RunEvent {
    RunEventKind kind = RunEventKind::Process;
    std::int64_t step = 0; ///< optimizer steps done
    std::string time;      ///< ISO 8601, UTC; "" where it is not known
    nlohmann::ordered_json fields = nlohmann::ordered_json::object(); ///< all other keys

    /// A field as text; "" where there is none, or no text.
    std::string text(std::string_view field) const;
};

/// The format that is written; readers take what they know of any.
inline constexpr int kRunEventVersion = 1;

/// "2026-03-02T10:00:00.042Z".
std::string runEventTime(std::chrono::system_clock::time_point time);

/// With its line end. Names that are no UTF-8 lose their odd bytes.
std::string lineOf(const RunEvent& event);

/// nullopt for what is no whole record, or one of a kind that this version does not know.
std::optional<RunEvent> runEventOf(std::string_view line);

} // namespace unlit::runs
