// A tar archive for random access: read once from end to end, headers only, then any member at
// once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace unlit::data {

struct TarMember {
    std::uint64_t offset = 0; ///< of the first byte of its content
    std::uint64_t size = 0;   ///< bytes
    std::int64_t time = 0;    ///< modification, seconds since 1970
};

/// Knows ustar, GNU long names and base-256 numbers, and pax headers (path, size). Regular files
/// only; folders and links are passed over. A name that comes twice means its last file, as tar
/// extracts it. Compressed archives are refused: they have no random access.
/// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar
/// manual, "Basic Tar Format". Immutable after construction: any thread may read.
class TarIndex {
public:
    /// Throws Error: NotFound, Io; Corrupt for a bad checksum, a cut off member or no tar at all;
    /// InvalidInput for a member that is absolute or leads out with "..".
    explicit TarIndex(std::filesystem::path path);
    ~TarIndex();
    TarIndex(const TarIndex&) = delete;
    TarIndex& operator=(const TarIndex&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    const std::map<std::string, TarMember>& members() const { return m_members; }

    /// nullptr where there is none of that name.
    const TarMember* find(const std::string& name) const;

    /// Copies the member's bytes into the file behind `descriptor`. Throws Error: Io, Corrupt when
    /// the archive has become shorter.
    void copyTo(const TarMember& member, int descriptor) const;

private:
    void index();

    std::filesystem::path m_path;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    std::map<std::string, TarMember> m_members;
};

} // namespace unlit::data
