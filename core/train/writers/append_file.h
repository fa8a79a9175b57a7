// A file that grows by whole pieces: what does not fit on the disk leaves no half of it behind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace unlit::train {

/// Nothing is buffered here: what append() took survives the death of the process. Used by one
/// thread.
class AppendFile {
public:
    /// Opens or makes the file. Throws Error::system.
    explicit AppendFile(std::filesystem::path path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    /// Throws Error::system; the file then is as long as before.
    void append(std::string_view bytes);

    /// Returns when what was appended is on disk, whatever becomes of the machine. Throws
    /// Error::system. File systems that cannot say so are no fault.
    void sync();

    std::uint64_t size() const { return m_size; }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
};

/// Makes the file end after `size` bytes. Throws Error::system.
void truncateFile(const std::filesystem::path& path, std::uint64_t size);

} // namespace unlit::train
