#include "core/base/atomic_folder.h"

#include "core/base/error.h"
#include "core/base/file_sync.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>

namespace unlit {

namespace fs = std::filesystem;

namespace {

fs::path withoutSlash(const fs::path& path) {
    const fs::path plain = path.lexically_normal();
    return plain.has_filename() ? plain : plain.parent_path();
}

void syncTree(const fs::path& folder) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_directory())
            syncFolder(entry.path());
    syncFolder(folder);
}

} // namespace

AtomicFolder::AtomicFolder(fs::path target) : m_target(withoutSlash(target)) {
    std::error_code failed;
    if (m_target.has_parent_path())
        fs::create_directories(m_target.parent_path(), failed);
    if (failed)
        throw Error::system(failed.value(), "create the folder", m_target.parent_path());
    m_temporary = hiddenNameBeside(m_target);
    if (::mkdir(m_temporary.c_str(), 0777) != 0)
        throw Error::system(errno, "create the folder", m_target);
}

AtomicFolder::~AtomicFolder() {
    std::error_code ignored;
    fs::remove_all(m_temporary, ignored);
}

void AtomicFolder::commit() {
    syncTree(m_temporary);
    // Over nothing or an empty folder a rename is enough.
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        if (errno != ENOTEMPTY && errno != EEXIST)
            throw Error::system(errno, "write the folder", m_target);
        replaceExisting();
    }
    syncFolder(m_target.parent_path());
}

void AtomicFolder::commitKeeping(const fs::path& old) {
    const bool replaces = fs::exists(m_target) && !fs::is_empty(m_target);
    commit();
    if (!replaces)
        return;
    // m_temporary holds what was there before.
    std::error_code failed;
    fs::remove_all(old, failed);
    if (::rename(m_temporary.c_str(), old.c_str()) != 0)
        throw Error::system(errno, "write the folder", old);
    syncFolder(m_target.parent_path());
}

/// Afterwards m_temporary holds the old folder, which the destructor removes.
void AtomicFolder::replaceExisting() {
    if (::renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE) ==
        0)
        return;
    if (errno != EINVAL && errno != ENOSYS)
        throw Error::system(errno, "replace the folder", m_target);
    // Network file systems may not know the exchange: two renames, undone if the second fails.
    const fs::path old = hiddenNameBeside(m_target);
    if (::rename(m_target.c_str(), old.c_str()) != 0)
        throw Error::system(errno, "replace the folder", m_target);
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
        const int reason = errno;
        ::rename(old.c_str(), m_target.c_str());
        throw Error::system(reason, "replace the folder", m_target);
    }
    m_temporary = old;
}

} // namespace unlit
