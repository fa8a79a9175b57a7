#include "tests/cli/trainer_process.h"

#include <fstream>
#include <sstream>

namespace unlit::test {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return (std::stringstream() << stream.rdbuf()).str();
}

pid_t processOf(const std::string& text, int rank) {
    const std::string wanted = '\0' + ("RANK=" + std::to_string(rank)) + '\0';
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos ||
            contentOf(entry.path() / "cmdline").find(text) == std::string::npos)
            continue;
        if (('\0' + contentOf(entry.path() / "environ")).find(wanted) != std::string::npos)
            return std::stoi(name);
    }
    return 0;
}

} // namespace unlit::test
