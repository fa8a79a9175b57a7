// What a file that outlives this process says about who wrote it.
#pragma once

#include <string>
#include <vector>

namespace unlit {

struct ProcessFacts {
    std::vector<std::string> commandLine; ///< empty where the system does not tell
    std::string host;
    long pid = 0;
};

ProcessFacts thisProcess();

} // namespace unlit
