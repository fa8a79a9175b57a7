// A folder that appears whole or not at all.
#pragma once

#include <filesystem>

namespace unlit {

/// Fill temporaryPath(), a hidden folder beside the target (".name.PID.N.part"), with files that
/// are synced on their own (AtomicFile does); commit() puts it in the target's place. A folder that
/// is there already is exchanged in one step and then removed; until then it stays as it was.
/// Without commit() the destructor removes what was written. Throws Error::system naming the
/// TARGET. Not thread-safe.
class AtomicFolder {
public:
    /// Creates missing parent folders.
    explicit AtomicFolder(std::filesystem::path target);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    const std::filesystem::path& temporaryPath() const { return m_temporary; }

    void commit();

    /// The same, but a folder that was there is kept as `old` (beside the target), in place of what
    /// is there. Killed in between, the target is whole; `old` may be missing.
    void commitKeeping(const std::filesystem::path& old);

private:
    void replaceExisting();

    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
};

} // namespace unlit
