// What logging.log of a run tells about its course: resumes, checkpoints, how it ended.
#pragma once

#include "core/runs/growing_file.h"

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
};

/// Reads the end of the file only; a missing file is Open.
LastWord lastWordOf(const std::filesystem::path& log);

struct CheckpointMark {
    std::int64_t step = 0;
    std::string name; ///< "iter_000400"; "latest" is no mark, it moves
};

/// Follows the file. Used by one thread at a time.
class RunLogMarks {
public:
    explicit RunLogMarks(std::filesystem::path log) : m_file(std::move(log)) {}

    /// Takes what has come; returns whether marks have changed.
    bool poll();

    /// Steps after which the run went on, in the order of the file.
    const std::vector<std::int64_t>& resumedAfter() const { return m_resumedAfter; }

    /// In the order of the file.
    const std::vector<CheckpointMark>& checkpoints() const { return m_checkpoints; }

private:
    bool takeLine(std::string_view line);

    GrowingFile m_file;
    std::vector<std::int64_t> m_resumedAfter;
    std::vector<CheckpointMark> m_checkpoints;
};

} // namespace unlit::runs
