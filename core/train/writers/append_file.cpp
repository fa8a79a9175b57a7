#include "core/train/writers/append_file.h"

#include "core/base/error.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::train {

namespace {

// A run may come from somebody else: what its folder calls a file of its own must not be a link
// to one of ours, nor a pipe that nobody reads.
constexpr int kOwnFile = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

[[noreturn]] void refuse(int reason, const char* doing, const std::filesystem::path& path) {
    if (reason == ELOOP)
        throw Error::invalidInput(path.string() + " is a link: a run writes files of its own only",
                                  "put the file itself in its place, or remove it");
    throw Error::system(reason, doing, path);
}

} // namespace

AppendFile::AppendFile(std::filesystem::path path) : m_path(std::move(path)) {
    m_descriptor = ::open(m_path.c_str(), kOwnFile | O_CREAT | O_APPEND, 0666);

    struct stat status {};

    if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0) {
        const int reason = errno;
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        refuse(reason, "write", m_path);
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
    while (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS)
        if (errno != EINTR)
            throw Error::system(errno, "write", m_path);
}

void truncateFile(const std::filesystem::path& path, std::uint64_t size) {
    const int descriptor = ::open(path.c_str(), kOwnFile);
    if (descriptor < 0)
        refuse(errno, "shorten", path);
    const int reason = ::ftruncate(descriptor, static_cast<off_t>(size)) == 0 ? 0 : errno;
    ::close(descriptor);
    if (reason != 0)
        throw Error::system(reason, "shorten", path);
}

} // namespace unlit::train
