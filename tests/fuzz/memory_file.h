// Bytes of a fuzzer as a file, without touching a disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace unlit {

/// A file in memory; path() opens it like any other as long as this lives.
class MemoryFile {
public:
    MemoryFile(const std::uint8_t* bytes, std::size_t size)
        : m_descriptor(::memfd_create("fuzz", 0)) {
        if (m_descriptor < 0 || ::write(m_descriptor, bytes, size) != static_cast<ssize_t>(size))
            std::abort();
    }

    ~MemoryFile() { ::close(m_descriptor); }

    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

} // namespace unlit
