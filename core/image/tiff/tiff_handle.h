// A TIFF of libtiff that is closed by itself and keeps its messages to its owner.
#pragma once

#include "core/image/readable_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <tiffio.h>

namespace unlit {

/// The first error that libtiff reported, and errno at that time. Warnings are dropped. Outlives
/// the handle.
class TiffMessages {
public:
    bool hasError() const { return m_hasError; }

    const std::string& error() const { return m_error; }

    /// EIO where the system said nothing.
    int errnoValue() const;

    void keep(std::string error);

    /// What was said about tags that no pixel needs is no reason to refuse the pixels.
    void forget() { *this = {}; }

private:
    bool m_hasError = false;
    std::string m_error;
    int m_errno = 0;
};

struct CloseTiff {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};

using TiffHandle = std::unique_ptr<TIFF, CloseTiff>;

/// A file that is there, to be written; `mode` as libtiff's. No single allocation by the library
/// beyond 1 GiB. Null on failure, with the reason in `messages`.
TiffHandle makeTiff(const std::filesystem::path& path, const char* mode, TiffMessages& messages);

/// As above, for reading, through the descriptor that is open already: what happens to the name
/// meanwhile makes no difference. Not mapped: a file that shrinks while it is mapped kills the
/// process. The file outlives the handle.
TiffHandle openTiff(const ReadableFile& file, TiffMessages& messages);

} // namespace unlit
