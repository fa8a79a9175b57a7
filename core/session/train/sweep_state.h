// A sweep while it goes, as its folder tells everybody: whether a process goes through it, or was
// asked to stop, and which runs it has given up, or could not begin.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace unlit {

/// One process goes through a sweep at a time.
class SweepLock {
public:
    /// Throws Error::invalidInput where another process has it, Error::system without a plan.
    explicit SweepLock(const std::filesystem::path& sweep);
    ~SweepLock();
    SweepLock(const SweepLock&) = delete;
    SweepLock& operator=(const SweepLock&) = delete;

    /// Never throws; false where there is no sweep.
    static bool isTaken(const std::filesystem::path& sweep);

private:
    int m_file;
};

/// The run under way is saved, and the process that goes through the sweep ends: a file in the
/// folder, so that it reaches one of another machine, too. Throws Error: NotFound without a sweep,
/// InvalidInput where no process goes through it, system.
void askSweepToStop(const std::filesystem::path& sweep);
bool isSweepAskedToStop(const std::filesystem::path& sweep);
void forgetSweepStop(const std::filesystem::path& sweep);

/// Runs that were stopped for being behind the median: name, and the step at which.
using SweepRunsBehind = std::map<std::string, std::int64_t>;

/// Runs that did not come to have a folder, and what was said.
using SweepProblems = std::map<std::string, std::string>;

/// Empty where there are none, or they cannot be read.
SweepProblems readSweepProblems(const std::filesystem::path& sweep);
/// Throws Error::system.
void writeSweepProblems(const std::filesystem::path& sweep, const SweepProblems& problems);

/// Empty where there are none, or they cannot be read.
SweepRunsBehind readSweepRunsBehind(const std::filesystem::path& sweep);
/// Throws Error::system.
void writeSweepRunsBehind(const std::filesystem::path& sweep, const SweepRunsBehind& behind);

} // namespace unlit
