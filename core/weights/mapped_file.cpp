#include "core/weights/mapped_file.h"

#include "core/base/error.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::weights {

MappedFile::MappedFile(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        throw Error::system(errno, "read", file);

    struct stat status {};

    if (::fstat(descriptor, &status) != 0) {
        const int reason = errno;
        ::close(descriptor);
        throw Error::system(reason, "read", file);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        throw Error::invalidInput(file.string() + " is not a file", "give the path of a file");
    }
    m_size = static_cast<std::size_t>(status.st_size);
    if (m_size > 0) {
        // Writable and private, so that a tensor on it may be changed in place like any other.
        void* const data = ::mmap(nullptr, m_size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_NORESERVE, descriptor, 0);
        if (data == MAP_FAILED) {
            const int reason = errno;
            ::close(descriptor);
            throw Error::system(reason, "map", file);
        }
        m_data = static_cast<std::byte*>(data);
    }
    ::close(descriptor);
}

MappedFile::~MappedFile() {
    if (m_data != nullptr)
        ::munmap(m_data, m_size);
}

} // namespace unlit::weights
