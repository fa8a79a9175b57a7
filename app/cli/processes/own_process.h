// This program started again with its own arguments, for a part of what it was asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace unlit::cli {

using Variables = std::vector<std::pair<std::string, std::string>>;

struct OwnProcess {
    Variables variables; ///< of its environment, beside this process's
    /// Gets what it prints; empty = where this process prints.
    std::filesystem::path output;
    int file = -1; ///< that stays open in it; -1 = none but the usual three
};

/// It ends with this process, however that ends; a terminal's Ctrl+C does not reach it. Throws
/// Error::system. The caller waits for it.
pid_t startAgain(const OwnProcess& process);

/// A folder that only this user can look into; removed with everything in it.
class PrivateFolder {
public:
    /// Throws Error::system.
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Processors for each of so many; at least one.
int threadsOfEach(int processes);

/// What the program said last of an error, without its name in front; empty where it said nothing.
std::string lastWordOf(const std::filesystem::path& output);

/// "was ended by signal 9 (Killed)"; empty for a process that ended by itself.
std::string signalIn(int waitStatus);

std::string contentOf(const std::filesystem::path& file);

} // namespace unlit::cli
