// One command of the user's own, from its start to its end, within bounds.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

struct Command {
    std::vector<std::string> words; ///< the program, found in $PATH unless it has a slash, and what
                                    ///< it is given; no shell reads them
    std::filesystem::path folder;   ///< in which it runs; empty = this process's
    std::string input;              ///< its standard input, to the end
    std::chrono::milliseconds patience{30'000};
    std::size_t mostOutput = std::size_t{1} << 20; ///< bytes of standard output
};

struct CommandResult {
    int exitCode = -1;      ///< -1: it was ended
    std::string output;     ///< its standard output
    std::string lastWords;  ///< the last line of its standard error that is not empty
    std::string whyItEnded; ///< "" where it ended by itself with an exit code; else a clause:
                            ///< "was ended after 30 s"

    bool isGood() const { return whyItEnded.empty() && exitCode == 0; }

    /// "" where it is good; else a clause: "ended with exit code 3: no such room".
    std::string problem() const;
};

/// Waits for it. It and what it has started are ended when it takes longer than its patience or
/// says more than it may; what it has left running when it ends by itself, too. It gets no open
/// files of this process. Throws Error: NotFound where there is no such program; Error::system.
/// Thread: any.
CommandResult runCommand(const Command& command);

} // namespace unlit
