// A regular file opened for reading, with its length: where every image reader starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>

namespace unlit {

/// Owns the stream; the position starts at 0. The length is the one at opening: readers check what
/// a header promises against it before they allocate. Not thread-safe.
class ReadableFile {
public:
    /// Throws Error: NotFound or Io as the system says, InvalidInput for a folder, Unsupported for
    /// a device or pipe, Corrupt for an empty file.
    explicit ReadableFile(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return m_path; }

    std::uint64_t size() const { return m_size; }

    std::FILE* stream() const { return m_stream.get(); }

    /// Bytes that were there to read, at most buffer.size().
    std::size_t readSome(std::span<unsigned char> buffer);
    /// Throws Error::corrupt("ends too early") when the file has fewer bytes.
    void readAll(std::span<unsigned char> buffer);
    std::uint64_t position() const;
    /// Throws Error::corrupt when `position` lies beyond the end.
    void seek(std::uint64_t position);

private:
    struct Close {
        void operator()(std::FILE* stream) const { std::fclose(stream); }
    };

    std::filesystem::path m_path;
    std::unique_ptr<std::FILE, Close> m_stream;
    std::uint64_t m_size = 0;
};

} // namespace unlit
