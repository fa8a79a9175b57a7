// A file's bytes in memory without reading it: the system pages them in when they are touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace unlit::weights {

/// A file that stays the same one, however its name is reused meanwhile. Throws Error::system when
/// it cannot be opened and Error::invalidInput for a folder.
class OpenFile {
public:
    explicit OpenFile(std::filesystem::path file);
    ~OpenFile();
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    std::uint64_t size() const { return m_size; }

    int descriptor() const { return m_descriptor; }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

/// Owns a private map of `length` bytes of a file from `offset`: writes to the bytes stay in this
/// process (copy on write), the file never changes. Independent of the OpenFile once made; its
/// destructor takes the pages out of the process's resident memory. The file must not be truncated
/// while it is mapped; our own writers replace files by renaming, which is safe. Throws
/// Error::system.
class MappedBytes {
public:
    MappedBytes(const OpenFile& file, std::uint64_t offset, std::uint64_t length);
    ~MappedBytes();
    MappedBytes(const MappedBytes&) = delete;
    MappedBytes& operator=(const MappedBytes&) = delete;

    std::span<std::byte> bytes() const { return m_bytes; }

private:
    void* m_map = nullptr; ///< starts at a page, at or before the first byte; null when empty
    std::size_t m_mapLength = 0;
    std::span<std::byte> m_bytes;
};

} // namespace unlit::weights
