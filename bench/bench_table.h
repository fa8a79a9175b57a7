// Several benches in one program: what they share is compiled and linked once.
#pragma once

#include <string>
#include <vector>

namespace unlit::bench {

struct Bench {
    std::string name;
    std::string what;                  ///< a few words for the list
    int (*run)(int argc, char** argv); ///< argv[0] is the bench's name; returns the exit code
};

/// Runs the bench that argv[1] names with the words after it and returns its exit code. Without
/// such a name it lists them all: 2, or 0 for --help.
int runNamed(const std::string& program, const std::vector<Bench>& benches, int argc, char** argv);

} // namespace unlit::bench
