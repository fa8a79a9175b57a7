// Whether the sizes in an OpenEXR header can be true, asked before the library allocates by them.
#pragma once

#include "core/image/exr/exr_header.h"

namespace unlit {

/// Throws Error (Corrupt, Unsupported) naming the file: empty windows, more than kMostReadBytes,
/// tiles or rows beyond 512 MiB, more chunks or bytes than the file can hold.
void checkExrPartSizes(const ReadableFile& file, const ExrPart& part);

/// Memory that decoding takes beside the picture. Precondition: checkExrPartSizes found nothing.
std::uint64_t exrWorkingBytes(const ExrPart& part);

} // namespace unlit
