// Pixels of one part of an OpenEXR file into another file, block by block.
#pragma once

#include "core/image/readable_file.h"

#include <ImfHeader.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>

namespace unlit {

/// Decodes part `part` of `input` and, where `output` is not null, writes it as `outputHeader`
/// (the part's header with other channel types or compression) says. All levels of tiled parts.
/// Floats become halfs by clipping to the largest finite one. Throws Error::corrupt naming `file`
/// where pixels cannot be decoded; the library's exceptions where they cannot be written.
void copyBlocks(const ReadableFile& file, Imf::MultiPartInputFile& input, int part,
                const Imf::Header& outputHeader, Imf::MultiPartOutputFile* output);

} // namespace unlit
