// Where the pictures of a set lie: a folder or a tar archive, read the same way.
#pragma once

#include "core/data/source/picture_ref.h"
#include "core/image/image_file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::data {

/// What tells whether a file has changed since it was last looked at.
struct FileStamp {
    std::int64_t time = 0; ///< modification: nanoseconds since 1970 (seconds within a tar)
    std::uint64_t size = 0;

    bool operator==(const FileStamp&) const = default;
};

/// Everything that lies in a source, and what could not be looked at.
struct SourceListing {
    struct Skipped {
        std::string path;   ///< relative, as the others
        std::string reason; ///< "this folder cannot be read: …"
    };

    std::vector<std::string> files; ///< all regular files, relative, in natural order
    std::vector<Skipped> skipped;
};

/// Called for every folder with the number of files seen so far. May throw to stop.
using ListingProgress = std::function<void(std::size_t files)>;

/// Any thread may read. All names are relative with '/' between parts; all errors name the source
/// and the file.
class PictureSource {
public:
    virtual ~PictureSource() = default;

    /// A folder, or a file that is taken as tar archive. Throws Error (NotFound, InvalidInput,
    /// Corrupt, Io).
    static std::shared_ptr<const PictureSource> open(const std::filesystem::path& path);

    virtual const std::filesystem::path& root() const = 0;

    /// Links to folders are followed; a folder that was seen already is passed over, so that loops
    /// end. Hidden files and folders are left out. When stopped: what was listed until then.
    virtual SourceListing list(const ListingProgress& progress = {},
                               const std::stop_token& stop = {}) const = 0;

    /// Throws NotFound naming the file.
    virtual FileStamp stamp(const std::string& name) const = 0;
    virtual bool has(const std::string& name) const = 0;

    ImageInfo info(const std::string& name) const;
    LoadedImage read(const PictureRef& picture) const;

protected:
    /// A file that readers can open by its path, for as long as the handle lives.
    class OpenFile {
    public:
        virtual ~OpenFile() = default;
        virtual std::filesystem::path path() const = 0;
    };

    /// Throws NotFound naming the file.
    virtual std::unique_ptr<OpenFile> openFile(const std::string& name) const = 0;
    /// What an error calls the file.
    virtual std::string describe(const std::string& name) const = 0;
};

} // namespace unlit::data
