// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace unlit {

/// Writes go to a hidden temporary file in the target's own folder (".name.PID.N.part"); commit()
/// syncs it to disk and renames it over the target. Without commit() the destructor removes it and
/// the target stays as it was. Throws Error::system naming the TARGET on any failure (disk full, no
/// permission). Not thread-safe.
class AtomicFile {
public:
    /// Creates missing parent folders.
    explicit AtomicFile(std::filesystem::path target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);

    /// The file that commit() makes: what an error has to name.
    const std::filesystem::path& target() const { return m_target; }

    /// For libraries that want a path: they write to it (it exists and is empty), then commit()
    /// syncs and renames.
    const std::filesystem::path& temporaryPath() const { return m_temporary; }

    void commit();

    /// Removes what this process has not committed in `folder`, half-written folders (AtomicFolder)
    /// too: for a process that is about to end without running destructors. Never throws.
    static void removeTemporariesIn(const std::filesystem::path& folder) noexcept;

private:
    std::filesystem::path m_target;
    std::filesystem::path m_temporary;
    int m_descriptor = -1;
};

/// The whole of `text` as a file. Throws as AtomicFile does.
void writeAtomically(const std::filesystem::path& target, std::string_view text);

} // namespace unlit
