#include "core/train/writers/append_file.h"

#include "core/base/error.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::train {

AppendFile::AppendFile(std::filesystem::path path) : m_path(std::move(path)) {
    m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

    struct stat status {};

    if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0) {
        const int reason = errno;
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        throw Error::system(reason, "write", m_path);
    }
    m_size = static_cast<std::uint64_t>(status.st_size);
}

AppendFile::~AppendFile() {
    ::close(m_descriptor);
}

void AppendFile::append(std::string_view bytes) {
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            const int reason = written < 0 ? errno : EIO;
            // The half that fitted would spoil what comes after it.
            [[maybe_unused]] const int ignored =
                ::ftruncate(m_descriptor, static_cast<off_t>(m_size));
            throw Error::system(reason, "write", m_path);
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    m_size += bytes.size();
}

void AppendFile::sync() {
    if (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS)
        throw Error::system(errno, "write", m_path);
}

void truncateFile(const std::filesystem::path& path, std::uint64_t size) {
    if (::truncate(path.c_str(), static_cast<off_t>(size)) != 0)
        throw Error::system(errno, "shorten", path);
}

} // namespace unlit::train
