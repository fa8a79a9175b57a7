#include "core/base/user_folder.h"

#include <cstdlib>

namespace unlit {

std::filesystem::path userFolder(const char* variable, const char* below) {
    const char* named = std::getenv(variable);
    if (named != nullptr && *named == '/')
        return named;
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::filesystem::path(home) / below
                                           : std::filesystem::path();
}

} // namespace unlit
