// Whether the chunks of a PNG lie inside the file, before libpng makes room for them.
#pragma once

#include "core/image/readable_file.h"

#include <set>
#include <string>

namespace unlit {

/// libpng allocates what a chunk says that it holds, up to 2 GiB, and reads then. Walks over the
/// chunks up to IEND, leaves the file where it begins and returns the kinds that it met, those with
/// something in them: libpng keeps still about some that it cannot use. Throws Error: Corrupt for a
/// chunk that ends behind the file, Unsupported for texts and profiles of more than 64 MiB. Source:
/// PNG, third edition, 5.3 "Chunk layout".
std::set<std::string> checkPngChunks(ReadableFile& file);

} // namespace unlit
