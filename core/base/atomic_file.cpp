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

bool isTemporaryOfThisProcess(const std::string& name) {
    static const std::string kEnd = ".part";
    if (!name.starts_with('.') || !name.ends_with(kEnd))
        return false;
    const std::size_t counter = name.rfind('.', name.size() - kEnd.size() - 1);
    const std::string process = "." + std::to_string(::getpid());
    return counter != std::string::npos && name.substr(0, counter).ends_with(process);
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

void AtomicFile::removeTemporariesIn(const std::filesystem::path& folder) noexcept {
    std::error_code failed;
    std::filesystem::directory_iterator entry(folder, failed);
    for (const std::filesystem::directory_iterator end; !failed && entry != end;
         entry.increment(failed))
        if (isTemporaryOfThisProcess(entry->path().filename().string()))
            ::unlink(entry->path().c_str());
}

} // namespace unlit
