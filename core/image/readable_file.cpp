#include "core/image/readable_file.h"

#include "core/base/error.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit {

ReadableFile::ReadableFile(const std::filesystem::path& path) : m_path(path) {
    // Non-blocking, so that a pipe without a writer is refused below instead of waited for.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        throw Error::system(errno, "read", path);

    struct ::stat status {};

    const bool known = ::fstat(descriptor, &status) == 0;
    const int failure = errno;
    if (!known || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        if (!known)
            throw Error::system(failure, "read", path);
        if (S_ISDIR(status.st_mode))
            throw Error::invalidInput(path.string() + " is a folder, not an image file",
                                      "give the images in it");
        throw Error::unsupported(path.string() + " is not a regular file",
                                 "copy it to a file first");
    }
    m_size = static_cast<std::uint64_t>(status.st_size);
    m_stream.reset(::fdopen(descriptor, "rb"));
    if (!m_stream) {
        const int reason = errno;
        ::close(descriptor);
        throw Error::system(reason, "read", path);
    }
    if (m_size == 0)
        throw Error::corrupt(path, "the file is empty", "make or copy it again");
}

std::size_t ReadableFile::readSome(std::span<unsigned char> buffer) {
    errno = 0;
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), m_stream.get());
    if (count < buffer.size() && std::ferror(m_stream.get()) != 0)
        throw Error::system(errno, "read", m_path);
    return count;
}

void ReadableFile::readAll(std::span<unsigned char> buffer) {
    if (readSome(buffer) != buffer.size())
        throw Error::corrupt(m_path, "the file ends too early", "make or copy it again");
}

std::uint64_t ReadableFile::position() const {
    return static_cast<std::uint64_t>(::ftello(m_stream.get()));
}

void ReadableFile::seek(std::uint64_t position) {
    if (position > m_size)
        throw Error::corrupt(m_path, "the file ends too early", "make or copy it again");
    if (::fseeko(m_stream.get(), static_cast<off_t>(position), SEEK_SET) != 0)
        throw Error::system(errno, "read", m_path);
}

} // namespace unlit
