// A training in a process of its own, which goes on whatever becomes of the one that starts it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace unlit::cli {

struct DetachedStart {
    std::filesystem::path program;     ///< `unlit`
    std::vector<std::string> words;    ///< behind it: "train", "--config", …
    std::filesystem::path folder = {}; ///< in which it runs; empty = this process's
};

struct DetachedTraining {
    std::filesystem::path run; ///< its folder
    long process = 0;
};

/// Returns when the run has its folder. The process has no terminal and a session of its own, and
/// is nobody's child as soon as this one ends; what it prints goes to RUN/console.log. Throws Error
/// with what the process said where it ended before. `isCancelled` is asked ten times a second:
/// true ends the process and returns nothing. Blocks for as long as model and data take to load.
/// Thread: any.
std::optional<DetachedTraining> startDetached(const DetachedStart& start,
                                              const std::function<bool()>& isCancelled);

/// The other side: of the process that was started so. Made by main's thread before any other.
class DetachedNote {
public:
    /// Takes what startDetached() has left in the environment, which is nothing in other processes.
    DetachedNote();
    ~DetachedNote();
    DetachedNote(const DetachedNote&) = delete;
    DetachedNote& operator=(const DetachedNote&) = delete;

    bool isWanted() const { return m_pipe >= 0; }

    /// The run has its folder: says so once, and prints into RUN/console.log from now on.
    void tell(const std::filesystem::path& run);

    /// Where a process that this one starts is to say so: the file that it has to be left, and
    /// the variable that names it there.
    int file() const { return m_pipe; }

    static std::pair<std::string, std::string> variable();
    /// It has been started: the note is its own.
    void leave();

    /// Prints into RUN/console.log from now on, where that can be opened.
    static void printInto(const std::filesystem::path& run);

private:
    int m_pipe = -1;
};

} // namespace unlit::cli
