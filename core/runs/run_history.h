// The course of a run on disk: resumes, checkpoints, how it ended. From events.jsonl; of a run of
// an earlier version, which has none, from its log.
#pragma once

#include "core/runs/growing_file.h"
#include "core/runs/run_event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::runs {

enum class RunEnding {
    Open,     ///< no word about an end: it runs, or its process died
    Complete, ///< all steps were done
    Stopped,  ///< by a person or by the clock
    Failed,
};

struct LastWord {
    RunEnding ending = RunEnding::Open;
    std::string text; ///< of a failure: what went wrong
    bool isPaused = false;
    std::int64_t step = 0; ///< after which it was said
};

/// Reads the end of the file only; a run without one is Open.
LastWord lastWordOf(const std::filesystem::path& run);

/// What cannot be read is not what is not there. Throws Error: Io for a file of the run that is
/// closed to this user.
void requireReadable(const std::filesystem::path& run);

/// All that is told of a run, in the order of the file; what is no whole record is passed over.
std::vector<RunEvent> runEventsOf(const std::filesystem::path& run);

struct CheckpointMark {
    std::int64_t step = 0;
    std::string name; ///< "iter_000400"; "latest" is no mark, it moves
};

/// Somebody has changed the course of a run.
struct CourseMark {
    enum class Kind { LearningRate, RolledBack };
    Kind kind = Kind::LearningRate;
    std::int64_t step = 0; ///< after which the change holds
    double from = 0;       ///< the rate, or the step that was gone back from; 0 = not known
    double to = 0;         ///< of LearningRate

    bool operator==(const CourseMark&) const = default;
};

/// Follows a run. Used by one thread at a time.
class RunHistory {
public:
    explicit RunHistory(std::filesystem::path run);

    /// Takes what has come; returns whether marks have changed.
    bool poll();

    /// Steps after which the run went on, in the order of the file.
    const std::vector<std::int64_t>& resumedAfter() const { return m_resumedAfter; }

    /// In the order of the file.
    const std::vector<CheckpointMark>& checkpoints() const { return m_checkpoints; }

    /// In the order of the file.
    const std::vector<CourseMark>& courseMarks() const { return m_courseMarks; }

private:
    bool takeLine(std::string_view line);
    bool forget();

    std::filesystem::path m_run;
    bool m_isLegacy = false;
    GrowingFile m_file;
    std::vector<std::int64_t> m_resumedAfter;
    std::vector<CheckpointMark> m_checkpoints;
    std::vector<CourseMark> m_courseMarks;
};

} // namespace unlit::runs
