#include "core/infer/memory.h"

#include <fstream>
#include <string>

#include <malloc.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
extern "C" void __sanitizer_purge_allocator(); // GCC has no header for it
#endif

namespace unlit::infer {

std::optional<std::uint64_t> residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t totalPages = 0;
    std::uint64_t residentPages = 0;
    if (!(file >> totalPages >> residentPages))
        return {};
    return residentPages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> availableBytes() {
    constexpr std::uint64_t kKibibyte = 1024;
    std::ifstream file("/proc/meminfo");
    for (std::string key; file >> key;) {
        std::uint64_t value = 0;
        if (key == "MemAvailable:" && file >> value)
            return value * kKibibyte;
        file.ignore(256, '\n');
    }
    return {};
}

void releaseFreedMemory() {
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_purge_allocator(); // it keeps what was freed, to find who still reads it
#endif
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace unlit::infer
