// Whether the sizes in an OpenEXR header can be true, asked before the library allocates by them.
#pragma once

#include "core/image/exr_header.h"

namespace unlit {

/// Throws Error (Corrupt, Unsupported) naming the file: empty windows, more than kMaxSamples, tiles
/// or rows beyond a working memory of 1 GiB, more chunks or bytes than the file can hold.
void checkExrPartSizes(const ReadableFile& file, const ExrPart& part);

} // namespace unlit
