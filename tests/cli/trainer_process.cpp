#include "tests/cli/trainer_process.h"

#include "tests/cli/process.h"

#include <fstream>
#include <sstream>

namespace unlit::test {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return (std::stringstream() << stream.rdbuf()).str();
}

pid_t processOf(const std::string& text, int rank) {
    return processWith("RANK=" + std::to_string(rank), text);
}

} // namespace unlit::test
