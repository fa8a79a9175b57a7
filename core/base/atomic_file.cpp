#include "core/base/atomic_file.h"

#include "core/base/error.h"
#include "core/base/file_sync.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

AtomicFile::AtomicFile(std::filesystem::path target) : m_target(std::move(target)) {
    if (std::error_code failed; m_target.has_parent_path()) {
        std::filesystem::create_directories(m_target.parent_path(), failed);
        if (failed)
            throw Error::system(failed.value(), "create the folder", m_target.parent_path());
    }
    m_temporary = hiddenNameBeside(m_target);
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
    if (const int failed = syncFile(m_descriptor); failed != 0)
        throw Error::system(failed, "write", m_target);
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
        if (isHiddenNameOfThisProcess(entry->path().filename().string())) {
            std::error_code ignored; // the process ends; what cannot go stays
            std::filesystem::remove_all(entry->path(), ignored);
        }
}

void writeAtomically(const std::filesystem::path& target, std::string_view text) {
    AtomicFile file(target);
    file.write(text);
    file.commit();
}

} // namespace unlit
