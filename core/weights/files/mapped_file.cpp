#include "core/weights/files/mapped_file.h"

#include "core/base/error.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::weights {

OpenFile::OpenFile(std::filesystem::path file) : m_path(std::move(file)) {
    // A pipe would wait for whoever writes into it.
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (m_descriptor < 0)
        throw Error::system(errno, "read", m_path);

    struct stat status {};

    if (::fstat(m_descriptor, &status) != 0) {
        const int reason = errno;
        ::close(m_descriptor);
        throw Error::system(reason, "read", m_path);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(m_descriptor);
        throw Error::invalidInput(m_path.string() + " is not a file", "give the path of a file");
    }
    m_size = static_cast<std::uint64_t>(status.st_size);
}

OpenFile::~OpenFile() {
    ::close(m_descriptor);
}

MappedBytes::MappedBytes(const OpenFile& file, std::uint64_t offset, std::uint64_t length) {
    if (length == 0)
        return;
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t before = offset % page;
    m_mapLength = static_cast<std::size_t>(length + before);
    // Writable and private, so that a tensor on it may be changed in place like any other.
    m_map = ::mmap(nullptr, m_mapLength, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE,
                   file.descriptor(), static_cast<off_t>(offset - before));
    if (m_map == MAP_FAILED)
        throw Error::system(errno, "map", file.path());
    m_bytes = {static_cast<std::byte*>(m_map) + before, static_cast<std::size_t>(length)};
}

MappedBytes::~MappedBytes() {
    if (m_map != nullptr)
        ::munmap(m_map, m_mapLength);
}

} // namespace unlit::weights
