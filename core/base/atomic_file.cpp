#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <atomic>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

// Two files of the same name may be under way in one process (a queue that is run twice).
std::filesystem::path temporaryBeside(const std::filesystem::path& target) {
    static std::atomic<unsigned> counter{0};
    const std::string name = "." + target.filename().string() + "." + std::to_string(::getpid()) +
                             "." + std::to_string(++counter) + ".part";
    return target.parent_path() / name;
}

void syncFolder(const std::filesystem::path& folder) {
    const int descriptor =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return; // the file itself is synced; a folder that cannot be opened for reading is no
                // reason to fail
    ::fsync(descriptor);
    ::close(descriptor);
}

} // namespace

AtomicFile::AtomicFile(std::filesystem::path target) : m_target(std::move(target)) {
    if (std::error_code failed; m_target.has_parent_path()) {
        std::filesystem::create_directories(m_target.parent_path(), failed);
        if (failed)
            throw Error::system(failed.value(), "create the folder", m_target.parent_path());
    }
    m_temporary = temporaryBeside(m_target);
    m_descriptor = ::open(m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        throw Error::system(errno, "write", m_target);
}

AtomicFile::~AtomicFile() {
    if (m_descriptor < 0)
        return;
    ::close(m_descriptor);
    ::unlink(m_temporary.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            throw Error::system(errno, "write", m_target);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

void AtomicFile::write(std::string_view text) {
    write(std::as_bytes(std::span(text)));
}

void AtomicFile::commit() {
    if (::fsync(m_descriptor) != 0)
        throw Error::system(errno, "write", m_target);
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        throw Error::system(errno, "write", m_target);
    ::close(m_descriptor);
    m_descriptor = -1;
    syncFolder(m_target.parent_path());
}

} // namespace unlit
