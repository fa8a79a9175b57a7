#include "core/image/exr/exr_extend.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/exr/exr_block_copy.h"
#include "core/image/exr/exr_layers.h"
#include "core/image/exr/exr_output_stream.h"
#include "core/image/exr/exr_part_copy.h"
#include "core/image/exr/exr_plane_rows.h"
#include "core/image/exr/exr_space_note.h"
#include "core/image/file_text.h"
#include "core/image/made_by.h"

#include <ImfChannelList.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>
#include <ImfTileDescription.h>

#include <new>
#include <set>

namespace unlit {

namespace {

/// A file that gets more layers, as far as its header says.
struct Base {
    ExrHeader header;
    int part = 0;     ///< that the picture is in
    ExrWindow window; ///< of the picture
};

Base readBase(ReadableFile& file, const std::string& layer) {
    Base base{readCopyableHeader(file), 0, {}};
    base.part = selectExrLayer(file.path(), base.header, layer, *LayerTable::ofUser()).part;
    const ExrPart& part = base.header.parts[static_cast<std::size_t>(base.part)];
    base.window = pictureWindow(part.dataWindow, part.displayWindow).picture;
    return base;
}

/// The added layers under names that nothing in the file has.
std::vector<NamedLayer> namedApart(const ExrHeader& header, const std::vector<NamedLayer>& added) {
    std::set<std::string> taken;
    for (const LayerInfo& layer : exrLayers(header, *LayerTable::ofUser()))
        taken.insert(toLower(layer.name));
    for (const ExrPart& part : header.parts)
        taken.insert(toLower(part.name));
    std::vector<NamedLayer> result = added;
    for (NamedLayer& layer : result) {
        while (!taken.insert(toLower(layer.name)).second)
            layer.name = "unlit." + layer.name;
    }
    return result;
}

void checkSizes(const Base& base, const std::vector<NamedLayer>& added) {
    for (const NamedLayer& layer : added)
        if (layer.name.empty() || layer.image->width != base.window.width() ||
            layer.image->height != base.window.height())
            throw Error::internal("a layer that does not fit the file that it is added to");
}

std::string prefixed(const NamedLayer& layer, int channel) {
    return layer.name + "." + layer.image->channels[static_cast<std::size_t>(channel)];
}

bool isLossy(Imf::Compression compression) {
    switch (compression) {
    case Imf::PXR24_COMPRESSION:
    case Imf::B44_COMPRESSION:
    case Imf::B44A_COMPRESSION:
    case Imf::DWAA_COMPRESSION:
    case Imf::DWAB_COMPRESSION:
        return true;
    default:
        return false;
    }
}

/// The note of spaces with what the added layers are in, where the file says something else of
/// them.
std::string extendedNote(const std::string& note, const std::vector<NamedLayer>& added) {
    std::string result = note;
    for (const NamedLayer& layer : added) {
        const ColorSpace said = notedSpace(note, layer.name).value_or(ColorSpace::Linear);
        const bool isSaid =
            said == layer.image->space ||
            (said == ColorSpace::AcesCg && layer.image->space == ColorSpace::Linear);
        if (!isSaid)
            result += "; " + layer.name + "=" + std::string(toString(layer.image->space));
    }
    return result;
}

Imf::Header extendedHeader(const Imf::Header& original, const std::vector<NamedLayer>& added,
                           bool half) {
    Imf::Header header = original;
    for (const NamedLayer& layer : added)
        for (int c = 0; c < layer.image->channelCount(); ++c)
            header.channels().insert(prefixed(layer, c),
                                     Imf::Channel(half ? Imf::HALF : Imf::FLOAT));
    if (isLossy(header.compression()))
        header.compression() = Imf::ZIP_COMPRESSION;
    if (header.hasTileDescription()) {
        Imf::TileDescription tiles = header.tileDescription();
        tiles.mode = Imf::ONE_LEVEL;
        header.setTileDescription(tiles);
    }
    completeType(header);
    const auto* known = header.findTypedAttribute<Imf::StringAttribute>(kExrSpaceNote);
    const std::string note = extendedNote(known == nullptr ? "" : known->value(), added);
    if (!note.empty())
        header.insert(kExrSpaceNote, Imf::StringAttribute(note));
    header.insert(kMadeByKey, Imf::StringAttribute("layered"));
    return header;
}

void extendOnePart(const ReadableFile& file, const Base& base, const std::vector<NamedLayer>& added,
                   bool half, Imf::OStream& stream) {
    OpenedExr opened(file);
    const Imf::Header header = extendedHeader(opened.input().header(0), added, half);
    ExrAddedPlanes planes{base.window, {}};
    for (const NamedLayer& layer : added)
        for (int c = 0; c < layer.image->channelCount(); ++c)
            planes.planes.push_back({prefixed(layer, c), layer.image->plane(c).data()});
    Imf::MultiPartOutputFile output(stream, &header, 1);
    copyBlocks(file, opened.input(), 0, header, &output, planes);
}

/// The header of a part for one layer. All parts of a file share display window, pixel aspect,
/// time code and chromaticities.
Imf::Header partHeader(const Imf::Header& shared, const ExrWindow& window, const NamedLayer& layer,
                       bool half) {
    Imf::Header header(shared.displayWindow(),
                       Imath::Box2i({window.xMin, window.yMin}, {window.xMax, window.yMax}),
                       shared.pixelAspectRatio(), shared.screenWindowCenter(),
                       shared.screenWindowWidth(), Imf::INCREASING_Y, Imf::ZIP_COMPRESSION);
    for (const char* name : {"timeCode", "chromaticities", "view"})
        if (const auto attribute = shared.find(name); attribute != shared.end())
            header.insert(name, attribute.attribute());
    header.setName(layer.name);
    header.setType(Imf::SCANLINEIMAGE);
    for (const std::string& channel : layer.image->channels)
        header.channels().insert(channel, Imf::Channel(half ? Imf::HALF : Imf::FLOAT));
    if (layer.image->space != ColorSpace::Linear)
        header.insert(kExrSpaceNote,
                      Imf::StringAttribute(std::string(toString(layer.image->space))));
    return header;
}

void writePart(Imf::MultiPartOutputFile& output, int part, const ExrWindow& window,
               const Image& image, bool half) {
    std::vector<ExrPlane> planes;
    for (int c = 0; c < image.channelCount(); ++c)
        planes.push_back({image.channels[static_cast<std::size_t>(c)], image.plane(c)});
    Imf::OutputPart out(output, part);
    const ExrPlaneSize size{window.xMin, window.yMin, image.width, image.height};
    if (half)
        writeHalfPlanes(out, planes, size);
    else
        writeFloatPlanes(out, planes, size);
}

void addParts(const ReadableFile& file, const Base& base, const std::vector<NamedLayer>& added,
              bool half, Imf::OStream& stream) {
    OpenedExr decoded(file);
    OpenedExr packed(file);
    std::vector<Imf::Header> headers;
    for (int part = 0; part < decoded.input().parts(); ++part) {
        headers.push_back(decoded.input().header(part));
        completeType(headers.back());
    }
    const int parts = static_cast<int>(headers.size());
    const Imf::Header shared = headers[static_cast<std::size_t>(base.part)];
    headers[static_cast<std::size_t>(base.part)].insert(kMadeByKey,
                                                        Imf::StringAttribute("layered"));
    for (const NamedLayer& layer : added)
        headers.push_back(partHeader(shared, base.window, layer, half));
    Imf::MultiPartOutputFile output(stream, headers.data(), static_cast<int>(headers.size()));
    for (int part = 0; part < parts; ++part) {
        // Bit for bit; but not what is damaged.
        copyBlocks(file, decoded.input(), part, headers[static_cast<std::size_t>(part)], nullptr);
        copyPacked(packed.input(), part, output);
    }
    for (std::size_t i = 0; i < added.size(); ++i)
        writePart(output, parts + static_cast<int>(i), base.window, *added[i].image, half);
}

template <class Work>
auto working(const std::filesystem::path& from, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        throw Error(error.kind(), printable(error.what()), printable(error.hint()), error.mark());
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::OutOfMemory, "not enough memory to copy " + from.string(),
                    "close other programs");
    }
}

} // namespace

ExrBase readExrBase(const std::filesystem::path& path, const std::string& layer) {
    return working(path, [&] {
        ReadableFile file(path);
        const Base base = readBase(file, layer);
        const auto& primaries =
            base.header.parts[static_cast<std::size_t>(base.part)].chromaticities;
        ExrBase result{
            static_cast<int>(base.window.width()), static_cast<int>(base.window.height()), {}};
        if (primaries && isUsable(*primaries) && !isNear(*primaries, kRec709))
            result.primaries = primaries;
        return result;
    });
}

void extendExr(const std::filesystem::path& from, const std::filesystem::path& to,
               const std::vector<NamedLayer>& added, const ExrExtendOptions& options) {
    checkExrTarget(to, options.overwrite);
    working(from, [&] {
        ReadableFile file(from);
        const Base base = readBase(file, options.layer);
        checkSizes(base, added);
        const std::vector<NamedLayer> layers = namedApart(base.header, added);
        AtomicFile target(to);
        writeThroughExrStream(target, [&](Imf::OStream& stream) {
            if (base.header.parts.size() == 1)
                extendOnePart(file, base, layers, options.half, stream);
            else
                addParts(file, base, layers, options.half, stream);
        });
        target.commit();
    });
}

} // namespace unlit
