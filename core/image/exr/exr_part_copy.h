// What copying an OpenEXR file and adding layers to one have in common.
#pragma once

#include "core/image/exr/exr_header.h"
#include "core/image/exr/exr_stream.h"
#include "core/image/readable_file.h"

#include <ImfHeader.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>

#include <filesystem>
#include <optional>

namespace unlit {

/// The header of a file that can be copied. Throws Error as readExrHeader, and Unsupported for
/// files of another format, deep parts, and rows too large to hold.
ExrHeader readCopyableHeader(ReadableFile& file);

/// An input file of the library. Throws Error::corrupt naming the file. The file outlives it.
class OpenedExr {
public:
    explicit OpenedExr(const ReadableFile& file);

    Imf::MultiPartInputFile& input() { return *m_input; }

private:
    ExrStream m_stream;
    std::optional<Imf::MultiPartInputFile> m_input;
};

/// Copies the bytes of a part as they are. `input` must not have been read from by anyone else: the
/// library takes packed tiles from where the stream stands.
void copyPacked(Imf::MultiPartInputFile& input, int part, Imf::MultiPartOutputFile& output);

/// Sets "type" where a file of one part has none.
void completeType(Imf::Header& header);

/// Throws Error for a file that exists, unless `overwrite`, and for a folder.
void checkExrTarget(const std::filesystem::path& to, bool overwrite);

} // namespace unlit
