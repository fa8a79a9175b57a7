#include "core/image/exr/exr_part_copy.h"

#include "core/base/error.h"
#include "core/image/exr/exr_size_check.h"
#include "core/image/file_kind.h"
#include "core/image/size_limits.h"

#include <ImfInputPart.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfTiledInputPart.h>
#include <ImfTiledOutputPart.h>

#include <new>

namespace unlit {

ExrHeader readCopyableHeader(ReadableFile& file) {
    if (detectFileKind(file) != FileKind::OpenExr)
        throw Error::unsupported(file.path().string() + " is not an OpenEXR file",
                                 "only those can be copied with all their layers");
    ExrHeader header = readExrHeader(file);
    for (std::size_t i = 0; i < header.parts.size(); ++i) {
        const ExrPart& part = header.parts[i];
        if (part.isDeep)
            throw Error::unsupported(
                file.path().string() + ": its part " +
                    (part.name.empty() ? std::to_string(i) : "'" + part.name + "'") +
                    " holds deep data (many samples a pixel), not a picture",
                "flatten it in your compositor first, or take one layer out of it");
        if (2 * exrWorkingBytes(part) > kMostReadBytes)
            throw Error::unsupported(file.path().string() +
                                         ": one row of its tiles or blocks is too large to copy",
                                     "write it with smaller tiles");
    }
    return header;
}

OpenedExr::OpenedExr(const ReadableFile& file) : m_stream(file) {
    try {
        m_input.emplace(m_stream);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        const std::string text = error.what();
        throw Error::corrupt(file.path(), "cannot be read: " + text.substr(0, text.find('\n')),
                             "it is damaged or cut off");
    }
}

void copyPacked(Imf::MultiPartInputFile& input, int part, Imf::MultiPartOutputFile& output) {
    if (input.header(part).hasTileDescription()) {
        Imf::TiledInputPart in(input, part);
        Imf::TiledOutputPart(output, part).copyPixels(in);
    } else {
        Imf::InputPart in(input, part);
        Imf::OutputPart(output, part).copyPixels(in);
    }
}

void completeType(Imf::Header& header) {
    if (!header.hasType())
        header.setType(header.hasTileDescription() ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
}

void checkExrTarget(const std::filesystem::path& to, bool overwrite) {
    std::error_code ignored;
    if (!overwrite && std::filesystem::exists(to, ignored))
        throw Error(ErrorKind::Io, to.string() + " exists already",
                    "choose another name, or allow overwriting");
    if (std::filesystem::is_directory(to, ignored))
        throw Error(ErrorKind::Io, to.string() + " is a folder", "give a file name");
}

} // namespace unlit
