// Programs of the user's own that a run calls.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit::config {

enum class HookFailure { Warn, Stop };

/// One that comes with the program by its name, one of a library by its name in there, or a
/// command that gets JSON.
struct HookConfig {
    std::string name;
    std::vector<std::string> command;    ///< program and arguments; empty = none
    std::filesystem::path sharedLibrary; ///< empty = none
    std::vector<std::string> at;         ///< names of points; empty = the hook's own
    std::int64_t every = 1;              ///< of points in a step: optimizer steps
    std::vector<std::string> options;    ///< "KEY=VALUE"
    double timeout = 30;                 ///< seconds
    HookFailure onFailure = HookFailure::Warn;
};

/// Commands that are told what became of a run; each a program and its arguments, empty = none.
struct OnConfig {
    std::vector<std::string> finished; ///< the run is complete
    std::vector<std::string> failed;
    std::vector<std::string> best;    ///< a validation was the best so far
    std::vector<std::string> stopped; ///< saved, to be resumed
    double timeout = 30;              ///< seconds
};

/// A hook that comes with the program.
struct BuiltInHook {
    std::string name;
    std::string help; ///< one sentence without full stop

    struct Option {
        std::string name;
        std::string standard;
        std::string help;
    };

    std::vector<Option> options;
};

const std::vector<BuiltInHook>& builtInHooks();

/// "KEY=VALUE" at its first equals sign; the value is empty where there is none.
std::pair<std::string, std::string> hookOption(const std::string& text);

} // namespace unlit::config
