// A file that another process writes: hands out what has come since the last look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace unlit::runs {

enum class Growth {
    Same,
    Grew,
    Restarted, ///< it was cut, replaced or changed before the place read so far: begin anew
    Missing,   ///< it is not there, or cannot be opened
};

/// The file is open during calls only, so that hundreds can be watched. Used by one thread at a
/// time.
class GrowingFile {
public:
    /// What to ask next() for: a few milliseconds of reading.
    static constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

    explicit GrowingFile(std::filesystem::path path) : m_path(std::move(path)) {}

    const std::filesystem::path& path() const { return m_path; }

    /// Compares the file with what was consumed. Restarted puts the reader back to its beginning.
    Growth look();

    /// The bytes after those consumed, at most `most`; "" where nothing has come or reading fails.
    std::string next(std::size_t most) const;

    /// `bytes`: the beginning of what next() gave; it will not come again.
    void consume(std::string_view bytes);

    std::uint64_t consumed() const { return m_consumed; }

    /// As look() saw it.
    std::uint64_t size() const { return m_size; }

private:
    bool isSameBefore(int descriptor) const;

    std::filesystem::path m_path;
    std::uint64_t m_consumed = 0;
    std::uint64_t m_size = 0;
    std::uint64_t m_inode = 0;
    std::string m_tail; // the last bytes consumed: a file cut and grown again has others there
};

} // namespace unlit::runs
