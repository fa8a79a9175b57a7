// Image files: what is in one, one layer out of it, and back to disk. The single way in and out of
// the program.
#pragma once

#include "core/image/image.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

struct ChannelInfo {
    std::string name; ///< as in the file, with its layer prefix: "ViewLayer.Combined.R"
    std::string type; ///< "half", "float", "uint", "uint8", "uint16", …
};

/// A group of channels that belong together: "ViewLayer.Combined" with R, G, B, A. The unnamed
/// layer is "".
struct LayerInfo {
    std::string name;
    std::vector<std::string> channels; ///< short names, in R,G,B,A order where they are colours
    int part = 0;                      ///< part of a multi-part EXR
    bool isColor = false;              ///< has R,G,B (or Y, or Y with RY and BY)
};

struct ImageInfo {
    std::filesystem::path path;
    std::string format; ///< "openexr", "png", "jpeg", …
    int width = 0;      ///< of the picture that readImage gives
    int height = 0;
    std::vector<int> dataWindow;    ///< EXR: xMin, yMin, xMax, yMax; else empty
    std::vector<int> displayWindow; ///< likewise
    int parts = 1;
    std::string compression;
    std::vector<ChannelInfo> channels;
    std::vector<LayerInfo> layers;
    std::string defaultLayer; ///< the one that readImage takes when none is asked for
    ColorSpace space = ColorSpace::Raw;
    std::string spaceReason; ///< why: "EXR without chromaticities: scene-linear Rec.709"
    std::map<std::string, std::string> metadata;
};

struct ReadOptions {
    std::string
        layer; ///< "" = the default layer; exact or case-insensitive or trailing part of a name
    std::optional<ColorSpace> space; ///< overrides what the file says; unset = auto
};

struct LoadedImage {
    Image image;             ///< channels R,G,B (grey repeated); alpha in mask
    std::string layer;       ///< the layer that was taken
    std::string spaceReason; ///< why `image.space` is what it is
    bool isFloat = false;    ///< the file holds half or float samples
};

/// True for suffixes that this program reads, without opening the file. Used to pick files out of
/// folders.
bool hasImageSuffix(const std::filesystem::path& path);

/// Reads headers only. Throws Error (NotFound, Corrupt, Unsupported, Io) naming the file.
ImageInfo readImageInfo(const std::filesystem::path& path);

/// Reads one colour layer. Sizes are checked against the file's length and a limit of 1 Gi samples
/// before anything is allocated. Throws as above; NotFound lists the layers that are there.
LoadedImage readImage(const std::filesystem::path& path, const ReadOptions& options = {});

enum class FileFormat { Exr, Png16, Png8, Tiff };
std::string_view toString(FileFormat format); ///< "exr", "png16", "png8", "tiff"
std::string_view suffixOf(FileFormat format); ///< ".exr", ".png", ".png", ".tif"
std::optional<FileFormat> fileFormatFromString(std::string_view name);

struct WriteOptions {
    FileFormat format = FileFormat::Exr;
    bool half = false;      ///< EXR: 16-bit float samples
    bool overwrite = false; ///< without it an existing file is an error
};

/// One named layer of a layered EXR; "" is the unnamed layer that simple readers show.
struct NamedLayer {
    std::string name;
    const Image* image = nullptr; ///< not owned; all layers have the same size
};

/// Writes the samples as they are (no colour conversion: call convertTo first), through an
/// AtomicFile. Integer formats clip to [0,1] and round to nearest. Throws Error; nothing is left
/// half-written.
void writeImage(const std::filesystem::path& path, const Image& image, const WriteOptions& options);
void writeLayeredExr(const std::filesystem::path& path, const std::vector<NamedLayer>& layers,
                     const WriteOptions& options);

} // namespace unlit
