#include "core/image/exr_copy.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/image/exr_block_copy.h"
#include "core/image/exr_header.h"
#include "core/image/exr_layers.h"
#include "core/image/exr_output_stream.h"
#include "core/image/exr_size_check.h"
#include "core/image/exr_stream.h"
#include "core/image/file_kind.h"
#include "core/image/file_text.h"
#include "core/image/image_writer.h"
#include "core/image/size_limits.h"

#include <ImfChannelList.h>
#include <ImfInputPart.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfStandardAttributes.h>
#include <ImfTiledInputPart.h>
#include <ImfTiledOutputPart.h>

#include <new>
#include <optional>

namespace unlit {

namespace {

ExrHeader readCheckedHeader(ReadableFile& file) {
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

/// The header that a part gets: as it was, but for what the options change.
Imf::Header outputHeader(const Imf::Header& original, const std::vector<std::string>& narrowed,
                         const ExrCopyOptions& options) {
    Imf::Header header = original;
    if (options.compression)
        header.compression() =
            static_cast<Imf::Compression>(exrCompressionNumber(*options.compression));
    for (const std::string& name : narrowed)
        if (Imf::Channel* channel = header.channels().findChannel(name);
            channel != nullptr && channel->type == Imf::FLOAT)
            channel->type = Imf::HALF;
    if (!header.hasType())
        header.setType(header.hasTileDescription() ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
    return header;
}

std::vector<Imf::Header> outputHeaders(const ExrHeader& header, Imf::MultiPartInputFile& input,
                                       const ExrCopyOptions& options) {
    std::vector<LayerInfo> layers;
    if (options.half)
        layers =
            exrLayers(header, options.layerTable ? *options.layerTable : *LayerTable::ofUser());
    std::vector<Imf::Header> headers;
    for (int part = 0; part < input.parts(); ++part) {
        std::vector<std::string> narrowed;
        for (const LayerInfo& layer : layers)
            if (layer.part == part && layer.isColor)
                for (std::string& name : exrColorChannels(header, layer))
                    narrowed.push_back(std::move(name));
        headers.push_back(outputHeader(input.header(part), narrowed, options));
    }
    return headers;
}

bool isUnchanged(const Imf::Header& before, const Imf::Header& after) {
    return before.compression() == after.compression() && before.channels() == after.channels();
}

/// An input file of the library. Throws Error::corrupt naming the file.
class OpenedExr {
public:
    explicit OpenedExr(const ReadableFile& file) : m_stream(file) {
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

    Imf::MultiPartInputFile& input() { return *m_input; }

private:
    ExrStream m_stream;
    std::optional<Imf::MultiPartInputFile> m_input;
};

void copyPacked(Imf::MultiPartInputFile& input, int part, Imf::MultiPartOutputFile& output) {
    if (input.header(part).hasTileDescription()) {
        Imf::TiledInputPart in(input, part);
        Imf::TiledOutputPart(output, part).copyPixels(in);
    } else {
        Imf::InputPart in(input, part);
        Imf::OutputPart(output, part).copyPixels(in);
    }
}

void copyParts(const ReadableFile& file, const ExrHeader& header, const ExrCopyOptions& options,
               Imf::OStream& stream) {
    OpenedExr decoded(file);
    // The library takes packed tiles from where the stream stands: nobody else may move it.
    OpenedExr packed(file);
    const std::vector<Imf::Header> headers = outputHeaders(header, decoded.input(), options);
    Imf::MultiPartOutputFile output(stream, headers.data(), static_cast<int>(headers.size()));
    for (int part = 0; part < decoded.input().parts(); ++part) {
        const Imf::Header& wanted = headers[static_cast<std::size_t>(part)];
        if (!isUnchanged(decoded.input().header(part), wanted)) {
            copyBlocks(file, decoded.input(), part, wanted, &output);
            continue;
        }
        // Bit for bit, so that lossy compressions lose nothing twice; but not what is damaged.
        copyBlocks(file, decoded.input(), part, wanted, nullptr);
        copyPacked(packed.input(), part, output);
    }
}

void checkTarget(const std::filesystem::path& to, bool overwrite) {
    std::error_code ignored;
    if (!overwrite && std::filesystem::exists(to, ignored))
        throw Error(ErrorKind::Io, to.string() + " exists already",
                    "choose another name, or allow overwriting");
    if (std::filesystem::is_directory(to, ignored))
        throw Error(ErrorKind::Io, to.string() + " is a folder", "give a file name");
}

} // namespace

void copyExr(const std::filesystem::path& from, const std::filesystem::path& to,
             const ExrCopyOptions& options) {
    checkTarget(to, options.overwrite);
    try {
        ReadableFile file(from);
        const ExrHeader header = readCheckedHeader(file);
        AtomicFile target(to);
        writeThroughExrStream(
            target, [&](Imf::OStream& stream) { copyParts(file, header, options, stream); });
        target.commit();
    } catch (const Error& error) {
        throw Error(error.kind(), printable(error.what()), printable(error.hint()), error.mark());
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::OutOfMemory, "not enough memory to copy " + from.string(),
                    "close other programs");
    }
}

} // namespace unlit
