#include "core/base/file_sync.h"

#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

// Two files of the same name may be under way in one process (a queue that is run twice).
std::filesystem::path hiddenNameBeside(const std::filesystem::path& target) {
    static std::atomic<unsigned> counter{0};
    const std::string name = "." + target.filename().string() + "." + std::to_string(::getpid()) +
                             "." + std::to_string(++counter) + ".part";
    return target.parent_path() / name;
}

bool isHiddenNameOfThisProcess(const std::string& name) {
    static const std::string kEnd = ".part";
    if (!name.starts_with('.') || !name.ends_with(kEnd))
        return false;
    const std::size_t counter = name.rfind('.', name.size() - kEnd.size() - 1);
    const std::string process = "." + std::to_string(::getpid());
    return counter != std::string::npos && name.substr(0, counter).ends_with(process);
}

std::filesystem::path withoutHiddenNames(const std::filesystem::path& path) {
    std::filesystem::path shown;
    for (const std::filesystem::path& part : path) {
        std::string name = part.string();
        if (isHiddenNameOfThisProcess(name)) {
            for (int dots = 0; dots < 3; ++dots) // .part, the number, the process
                name.erase(name.rfind('.'));
            name.erase(0, 1);
        }
        shown /= name;
    }
    return shown;
}

int syncFile(int descriptor) {
    while (::fsync(descriptor) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

void syncFolder(const std::filesystem::path& folder) {
    const int descriptor =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)syncFile(descriptor);
    ::close(descriptor);
}

} // namespace unlit
