// A file's bytes in memory without reading it: the system pages them in when they are touched.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace unlit::weights {

/// Owns a private map of a whole file: writes to the bytes stay in this process (copy on write),
/// the file never changes. The file must not be truncated while it is mapped; our own writers
/// replace files by renaming, which is safe. Throws Error::system when it cannot be opened or
/// mapped, and Error::invalidInput for a folder.
class MappedFile {
public:
    explicit MappedFile(const std::filesystem::path& file);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<std::byte> bytes() const { return {m_data, m_size}; }

private:
    std::byte* m_data = nullptr; ///< null for an empty file
    std::size_t m_size = 0;
};

} // namespace unlit::weights
