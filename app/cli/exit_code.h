// What the process returns: scripts rely on these numbers.
#pragma once

namespace unlit::cli {

enum class ExitCode {
    Done = 0,
    Failed = 1,      ///< also when some of several inputs failed
    Usage = 2,       ///< the command line or a settings file cannot be used as it is
    Resumable = 75,  ///< a training is saved and not complete: time limit, signal
    Cancelled = 130, ///< by Ctrl+C or SIGTERM
};

} // namespace unlit::cli
