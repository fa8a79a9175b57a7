// Whether the chunks of a PNG lie inside the file, before libpng makes room for them.
#pragma once

#include "core/image/readable_file.h"

namespace unlit {

/// libpng allocates what a chunk says that it holds, up to 2 GiB, and reads then. Walks over the
/// chunks up to IEND and leaves the file where it begins. Throws Error: Corrupt for a chunk that
/// ends behind the file, Unsupported for texts and profiles of more than 64 MiB.
/// Source: PNG, third edition, 5.3 "Chunk layout".
void checkPngChunks(ReadableFile& file);

} // namespace unlit
