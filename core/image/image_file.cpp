#include "core/image/image_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/image/alpha.h"
#include "core/image/exr/exr_reader.h"
#include "core/image/file_kind.h"
#include "core/image/file_text.h"
#include "core/image/first_look.h"
#include "core/image/formats/bmp_reader.h"
#include "core/image/formats/jpeg_reader.h"
#include "core/image/formats/psd_reader.h"
#include "core/image/formats/radiance_reader.h"
#include "core/image/formats/targa_reader.h"
#include "core/image/formats/webp_reader.h"
#include "core/image/image_writer.h"
#include "core/image/orientation.h"
#include "core/image/png/png_reader.h"
#include "core/image/tiff/tiff_reader.h"

#include <array>
#include <new>
#include <set>
#include <utility>

namespace unlit {

namespace {

constexpr std::array<std::pair<FileFormat, std::string_view>, 4> kFormatNames = {{
    {FileFormat::Exr, "exr"},
    {FileFormat::Png16, "png16"},
    {FileFormat::Png8, "png8"},
    {FileFormat::Tiff, "tiff"},
}};

const LayerTable& tableOr(const std::shared_ptr<const LayerTable>& chosen) {
    return chosen ? *chosen : *LayerTable::ofUser();
}

DecodedPicture decodeFile(ReadableFile& file, const ReadOptions& options) {
    FirstLooks looks(options);
    const FileKind kind = detectFileKind(file);
    const std::string& layer = options.layer;
    if (kind != FileKind::OpenExr && !layer.empty())
        throw Error::notFound(file.path().string() + " has no layer '" + layer + "'",
                              "a " + std::string(toString(kind)) +
                                  " file holds one picture; leave the layer out");
    switch (kind) {
    case FileKind::OpenExr:
        return readExr(file, layer, tableOr(options.layerTable), looks);
    case FileKind::Png:
        return readPng(file, looks);
    case FileKind::Jpeg:
        return readJpeg(file, looks);
    case FileKind::Tiff:
        return readTiff(file);
    case FileKind::Psd:
        return readPsd(file);
    case FileKind::Radiance:
        return readRadiance(file);
    case FileKind::Bmp:
        return readBmp(file);
    case FileKind::WebP:
        return readWebp(file);
    case FileKind::Targa:
        return readTarga(file);
    }
    throw Error::internal("a kind of file without a reader");
}

ImageInfo infoOf(ReadableFile& file, const std::shared_ptr<const LayerTable>& table) {
    const FileKind kind = detectFileKind(file);
    switch (kind) {
    case FileKind::OpenExr:
        return exrInfo(file, tableOr(table));
    case FileKind::Png:
        return pngInfo(file);
    case FileKind::Jpeg:
        return jpegInfo(file);
    case FileKind::Tiff:
        return tiffInfo(file);
    case FileKind::Psd:
        return psdInfo(file);
    case FileKind::Radiance:
        return radianceInfo(file);
    case FileKind::Bmp:
        return bmpInfo(file);
    case FileKind::WebP:
        return webpInfo(file);
    case FileKind::Targa:
        return targaInfo(file);
    }
    throw Error::internal("a kind of file without a reader");
}

// Names in a file may be any bytes; they go to terminals and into JSON.
void makePrintable(ImageInfo& info) {
    for (ChannelInfo& channel : info.channels)
        channel.name = printable(channel.name);
    for (LayerInfo& layer : info.layers) {
        layer.name = printable(layer.name);
        for (std::string& channel : layer.channels)
            channel = printable(channel);
    }
    for (PartInfo& part : info.partList) {
        part.name = printable(part.name);
        part.view = printable(part.view);
    }
    info.defaultLayer = printable(info.defaultLayer);
    info.compression = printable(info.compression);
    info.spaceReason = printable(info.spaceReason);
    info.metadata = printable(info.metadata);
    for (std::string& note : info.notes)
        note = printable(note);
}

// Errors quote the file and the libraries, which quote the file too.
template <class Work>
auto reading(const std::filesystem::path& path, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        throw Error(error.kind(), printable(error.what()), printable(error.hint()), error.mark());
    } catch (const std::bad_alloc&) {
        throw Error(ErrorKind::OutOfMemory, "not enough memory to read " + path.string(),
                    "close other programs, or make the picture smaller");
    }
}

void checkWritable(const std::filesystem::path& path, const Image& image,
                   const WriteOptions& options) {
    const int channels = image.channelCount();
    if (image.width < 1 || image.height < 1 || (channels != 1 && channels != 3) ||
        image.samples.size() != image.planeSize() * static_cast<std::size_t>(channels) ||
        (!image.mask.empty() && image.mask.size() != image.planeSize()))
        throw Error::internal("an image of " + std::to_string(channels) + " channels and " +
                              std::to_string(image.width) + "x" + std::to_string(image.height) +
                              " pixels cannot be written to " + path.string());
    std::error_code ignored;
    if (!options.overwrite && std::filesystem::exists(path, ignored))
        throw Error(ErrorKind::Io, path.string() + " exists already",
                    "choose another name, or allow overwriting");
    if (std::filesystem::is_directory(path, ignored))
        throw Error(ErrorKind::Io, path.string() + " is a folder", "give a file name");
}

} // namespace

ImageInfo readImageInfo(const std::filesystem::path& path,
                        const std::shared_ptr<const LayerTable>& layerTable) {
    return reading(path, [&] {
        ReadableFile file(path);
        ImageInfo info = infoOf(file, layerTable);
        makePrintable(info);
        return info;
    });
}

LoadedImage readImage(const std::filesystem::path& path, const ReadOptions& options) {
    return reading(path, [&] {
        ReadableFile file(path);
        DecodedPicture picture = decodeFile(file, options);
        const AlphaKind alpha = applyAlpha(picture, options);
        const ColorPlan plan = planColor(picture.color, options.space);
        applyColorPlan(picture.image, plan);
        turnUpright(picture.image, picture.orientation);
        picture.image.metadata = printable(picture.image.metadata);
        return LoadedImage{std::move(picture.image),
                           printable(picture.layer),
                           printable(plan.reason),
                           picture.isFloat,
                           alpha,
                           std::move(picture.notes)};
    });
}

std::string_view toString(AlphaKind kind) {
    switch (kind) {
    case AlphaKind::None:
        break;
    case AlphaKind::Straight:
        return "straight";
    case AlphaKind::Premultiplied:
        return "premultiplied";
    }
    return "none";
}

std::string_view toString(ExrCompression compression) {
    switch (compression) {
    case ExrCompression::Zip:
        return "zip";
    case ExrCompression::Piz:
        return "piz";
    case ExrCompression::Dwaa:
        return "dwaa";
    case ExrCompression::None:
        break;
    }
    return "none";
}

std::string_view toString(FileFormat format) {
    for (const auto& [value, name] : kFormatNames)
        if (value == format)
            return name;
    return "exr";
}

std::string_view suffixOf(FileFormat format) {
    switch (format) {
    case FileFormat::Exr:
        return ".exr";
    case FileFormat::Png16:
    case FileFormat::Png8:
        return ".png";
    case FileFormat::Tiff:
        return ".tif";
    }
    return ".exr";
}

void writeImage(const std::filesystem::path& path, const Image& image,
                const WriteOptions& options) {
    checkWritable(path, image, options);
    AtomicFile file(path);
    switch (options.format) {
    case FileFormat::Exr:
        writeExr(file, {{"", &image}}, options);
        break;
    case FileFormat::Png16:
        writePng(file, image, 16);
        break;
    case FileFormat::Png8:
        writePng(file, image, 8);
        break;
    case FileFormat::Tiff:
        if (options.half)
            writeTiff16(file, image);
        else
            writeTiff(file, image);
        break;
    }
    file.commit();
}

void writeLayeredExr(const std::filesystem::path& path, const std::vector<NamedLayer>& layers,
                     const WriteOptions& options) {
    if (layers.empty() || options.format != FileFormat::Exr)
        throw Error::internal("a layered file needs layers and the format exr");
    std::set<std::string> names;
    for (const NamedLayer& layer : layers) {
        checkWritable(path, *layer.image, options);
        if (layer.image->width != layers.front().image->width ||
            layer.image->height != layers.front().image->height)
            throw Error::internal("layers of different sizes cannot share " + path.string());
        if (!names.insert(layer.name).second)
            throw Error::internal("two layers named '" + layer.name + "' for " + path.string());
    }
    AtomicFile file(path);
    writeExr(file, layers, options);
    file.commit();
}

} // namespace unlit
