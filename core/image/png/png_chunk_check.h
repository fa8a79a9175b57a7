// Whether the chunks of a PNG lie inside the file, before libpng makes room for them.
#pragma once

#include "core/image/readable_file.h"

#include <set>
#include <string>
#include <vector>

namespace unlit {

struct PngChunks {
    std::set<std::string> kinds;              ///< those with something in them
    std::vector<unsigned char> exif;          ///< what the first "eXIf" holds
    std::vector<unsigned char> packedProfile; ///< what the first "iCCP" holds
};

/// libpng allocates what a chunk says that it holds, up to 2 GiB, and reads then. Walks over the
/// chunks up to IEND, leaves the file where it begins and returns what libpng keeps still about:
/// kinds that it cannot use, EXIF that stands behind the pixels or begins with JPEG's mark, and
/// profiles, which it drops beside "sRGB" and takes from the last of several chunks.
/// Throws Error: Corrupt for a chunk that ends behind the file, Unsupported for texts and profiles
/// of more than 64 MiB. Source: PNG, third edition, 5.3 "Chunk layout".
PngChunks checkPngChunks(ReadableFile& file);

} // namespace unlit
