// Runs the program as a person or a script would: arguments in, exit code and streams out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>

namespace unlit::test {

struct ProcessOptions {
    std::filesystem::path folder = ".";          ///< working folder
    bool isTerminal = false;                     ///< stderr is a terminal of 100 columns
    std::optional<std::size_t> largestFile = {}; ///< bytes; writing more fails as on a full disk
    std::string standardOutput = {};             ///< a path instead of a pipe, for /dev/full
    /// The built file is started, main() and all. Else a copy of this process runs the same command
    /// line: loading LibTorch takes a second, which it has behind it.
    bool isExecuted = false;
    std::string program = {}; ///< a copy of the built file, which is executed
};

struct ProcessResult {
    int exitCode = -1;  ///< as a shell gives it; 128 + N when a signal N killed the process
    std::string output; ///< stdout
    std::string errors; ///< stderr
};

/// A process of its own in both cases. Kills it in the destructor if it still runs.
class Process {
public:
    explicit Process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    /// Returns false when the process has closed stderr without having written `text`.
    bool waitForErrors(std::string_view text);
    void sendSignal(int number) const;
    ProcessResult wait();

private:
    void readErrors();

    int m_process = -1;
    int m_outputEnd = -1;
    int m_errorEnd = -1;
    std::string m_output;
    std::string m_errors;
    std::thread m_reader; ///< empties stdout, so that neither pipe can fill up
};

ProcessResult runUnlit(const std::vector<std::string>& arguments,
                       const ProcessOptions& options = {});

/// The process with `variable` ("RANK=1") in its environment and `text` in its command line; 0 =
/// there is none.
pid_t processWith(const std::string& variable, const std::string& text);

} // namespace unlit::test
