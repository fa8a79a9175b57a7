#include "core/image/exr/exr_copy.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/image/exr/exr_block_copy.h"
#include "core/image/exr/exr_header.h"
#include "core/image/exr/exr_layers.h"
#include "core/image/exr/exr_output_stream.h"
#include "core/image/exr/exr_part_copy.h"
#include "core/image/file_text.h"
#include "core/image/image_writer.h"

#include <ImfChannelList.h>
#include <ImfStandardAttributes.h>

#include <new>

namespace unlit {

namespace {

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
    completeType(header);
    return header;
}

std::vector<Imf::Header> outputHeaders(const ExrHeader& header, Imf::MultiPartInputFile& input,
                                       const ExrCopyOptions& options) {
    std::vector<ExrLayer> layers;
    if (options.half)
        layers =
            exrLayers(header, options.layerTable ? *options.layerTable : *LayerTable::ofUser());
    std::vector<Imf::Header> headers;
    for (int part = 0; part < input.parts(); ++part) {
        std::vector<std::string> narrowed;
        for (const ExrLayer& layer : layers)
            if (layer.part == part && layer.isColor)
                for (std::string& name : exrColorChannels(layer))
                    narrowed.push_back(std::move(name));
        headers.push_back(outputHeader(input.header(part), narrowed, options));
    }
    return headers;
}

bool isUnchanged(const Imf::Header& before, const Imf::Header& after) {
    return before.compression() == after.compression() && before.channels() == after.channels();
}

void copyParts(const ReadableFile& file, const ExrHeader& header, const ExrCopyOptions& options,
               Imf::OStream& stream) {
    OpenedExr decoded(file);
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

} // namespace

void copyExr(const std::filesystem::path& from, const std::filesystem::path& to,
             const ExrCopyOptions& options) {
    checkExrTarget(to, options.overwrite);
    try {
        ReadableFile file(from);
        const ExrHeader header = readCopyableHeader(file);
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
