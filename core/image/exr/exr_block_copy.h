// Pixels of one part of an OpenEXR file into another file, block by block.
#pragma once

#include "core/image/exr/exr_window.h"
#include "core/image/readable_file.h"

#include <ImfHeader.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>

#include <string>
#include <vector>

namespace unlit {

/// Channels that the output has beyond those of the input.
struct ExrAddedPlanes {
    struct Plane {
        std::string name;               ///< as in the output's header, which has its type
        const float* samples = nullptr; ///< of `window`, row by row; not owned
    };

    ExrWindow window; ///< outside it they are 0
    std::vector<Plane> planes;
};

/// Decodes part `part` of `input` and, where `output` is not null, writes it as `outputHeader`
/// (the part's header with other channel types or compression, and
/// those of `added`) says. All levels of tiled parts
/// that the output has, too.
/// Floats become halfs by clipping to the largest finite one. Throws Error::corrupt naming `file`
/// where pixels cannot be decoded; the library's exceptions where they cannot be written.
void copyBlocks(const ReadableFile& file, Imf::MultiPartInputFile& input, int part,
                const Imf::Header& outputHeader, Imf::MultiPartOutputFile* output,
                const ExrAddedPlanes& added = {});

} // namespace unlit
