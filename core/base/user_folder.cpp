#include "core/base/user_folder.h"

#include <cstdlib>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace unlit {

namespace {

bool isPlace(const char* folder) {
    return folder != nullptr && *folder == '/';
}

} // namespace

bool settleHome() {
    if (isPlace(std::getenv("HOME")))
        return true;
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> texts(1 << 14);
    if (::getpwuid_r(::getuid(), &entry, texts.data(), texts.size(), &found) != 0 ||
        found == nullptr || !isPlace(found->pw_dir))
        return false;
    return ::setenv("HOME", found->pw_dir, 1) == 0;
}

std::filesystem::path userFolder(const char* variable, const char* below) {
    const char* named = std::getenv(variable);
    if (isPlace(named))
        return named;
    const char* home = std::getenv("HOME");
    return isPlace(home) ? std::filesystem::path(home) / below : std::filesystem::path();
}

} // namespace unlit
