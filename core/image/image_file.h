// Image files: what is in one, one layer out of it, and back to disk. The single way in and out of
// the program.
#pragma once

#include "core/image/image.h"
#include "core/image/layers/layer_table.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// How a file stores the colours of pixels that are partly covered.
enum class AlphaKind {
    None,          ///< the picture has no alpha
    Straight,      ///< colours as if the pixel were whole: PNG, most TIFF, PSD, WebP, TGA
    Premultiplied, ///< multiplied by alpha: EXR, TIFF with associated alpha
};

/// "none", "straight", "premultiplied".
std::string_view toString(AlphaKind kind);

struct ChannelInfo {
    std::string name; ///< as in the file, with its layer prefix: "ViewLayer.Combined.R"
    std::string type; ///< "half", "float", "uint", "uint8", "uint16", …
    int part = 0;     ///< part of a multi-part EXR
};

/// A group of channels that belong together: "ViewLayer.Combined" with R, G, B, A. The unnamed
/// layer is "".
struct LayerInfo {
    std::string name;
    std::vector<std::string> channels; ///< short names, in R,G,B,A order where they are colours
    int part = 0;                      ///< part of a multi-part EXR
    bool isColor = false;              ///< has R,G,B (or Y, or Y with RY and BY)
    LayerRole role = LayerRole::Other; ///< by the table of layers; the unnamed layer has none
    std::string renderer = {};         ///< who calls it so, by the table
    std::string note = {};             ///< what to beware of, by the table
};

/// One part of a multi-part EXR.
struct PartInfo {
    std::string name;
    std::string view;            ///< "left", "right"; mostly empty
    std::string storage;         ///< "scan lines", "tiles 64x64", "deep scan lines", "deep tiles"
    std::string compression;     ///< "zip", "piz", …
    std::vector<int> dataWindow; ///< xMin, yMin, xMax, yMax
    std::vector<int> displayWindow; ///< likewise
};

struct ImageInfo {
    std::filesystem::path path;
    std::string format; ///< "openexr", "png", "jpeg", …
    int width = 0;      ///< of the picture that readImage gives
    int height = 0;
    std::vector<int> dataWindow;    ///< EXR: xMin, yMin, xMax, yMax; else empty
    std::vector<int> displayWindow; ///< likewise
    int parts = 1;
    std::vector<PartInfo> partList; ///< EXR only
    std::string compression;
    std::vector<ChannelInfo> channels;
    std::vector<LayerInfo> layers;
    std::string defaultLayer; ///< the one that readImage takes when none is asked for
    ColorSpace space = ColorSpace::Raw;
    std::string spaceReason;           ///< why: "EXR without chromaticities: scene-linear Rec.709"
    AlphaKind alpha = AlphaKind::None; ///< of the default layer, as stored
    std::map<std::string, std::string> metadata;
    std::vector<std::string> notes; ///< sentences about what of the file is not in the picture
};

struct ReadOptions {
    /// "" = the default layer; exact or case-insensitive or trailing part of a name, or a role
    /// ("albedo")
    std::string layer;
    std::optional<ColorSpace> space;     ///< overrides what the file says; unset = auto
    std::optional<AlphaKind> alpha = {}; ///< likewise; None = there is no mask, alpha is left out
    std::shared_ptr<const LayerTable> layerTable = {}; ///< null = LayerTable::ofUser()
    /// Told, on the reading thread, what there is of a large EXR, PNG or JPEG while it is decoded:
    /// a small copy (first_look.h), and the pixels that the file has before it is turned upright.
    /// What it throws ends the reading.
    std::function<void(Image soFar, std::array<int, 2> size)> look = {};
};

struct LoadedImage {
    Image image;             ///< channels R,G,B (grey repeated), never multiplied; alpha in mask
    std::string layer;       ///< the layer that was taken
    std::string spaceReason; ///< why `image.space` is what it is
    bool isFloat = false;    ///< the file holds half or float samples
    AlphaKind alpha = AlphaKind::None;   ///< as stored, or as chosen
    std::vector<std::string> notes = {}; ///< as ImageInfo's
};

/// True for suffixes that this program reads, without opening the file. Used to pick files out of
/// folders.
bool hasImageSuffix(const std::filesystem::path& path);

/// Reads headers only; a null table is LayerTable::ofUser(). Throws Error (NotFound, Corrupt,
/// Unsupported, Io) naming the file.
ImageInfo readImageInfo(const std::filesystem::path& path,
                        const std::shared_ptr<const LayerTable>& layerTable = nullptr);

/// Reads one colour layer. Sizes are checked against the file's length and kMostReadBytes before
/// anything is allocated. Colours stored multiplied by alpha are divided by it where it is above 0
/// (where it is 0 they stay: glows, reflections); raw values stay as stored. Throws as above;
/// NotFound lists the layers that are there.
LoadedImage readImage(const std::filesystem::path& path, const ReadOptions& options = {});

enum class FileFormat { Exr, Png16, Png8, Tiff };
std::string_view toString(FileFormat format); ///< "exr", "png16", "png8", "tiff"
std::string_view suffixOf(FileFormat format); ///< ".exr", ".png", ".png", ".tif"

enum class ExrCompression { Zip, Piz, Dwaa, None };
std::string_view toString(ExrCompression compression); ///< "zip", "piz", "dwaa", "none"

struct WriteOptions {
    FileFormat format = FileFormat::Exr;
    bool half = false;                                ///< EXR: 16-bit float samples
    bool overwrite = false;                           ///< without it an existing file is an error
    ExrCompression compression = ExrCompression::Zip; ///< EXR; dwaa loses a little
    /// EXR: where the mask is 0 colours stay instead of becoming black; for pictures that came
    /// multiplied by alpha
    bool keepGlow = false;
};

/// One named layer of a layered EXR; "" is the unnamed layer that simple readers show.
struct NamedLayer {
    std::string name;
    const Image* image = nullptr; ///< not owned; all layers have the same size
};

/// Writes the samples as they are (no colour conversion: call convertTo first), through an
/// AtomicFile. EXR colours (not raw ones) are multiplied by the mask, as the format asks for; it
/// also notes spaces that EXR cannot say, so that reading it again gives the same. Integer formats
/// clip to [0,1] and round to nearest. Throws Error; nothing is left half-written.
void writeImage(const std::filesystem::path& path, const Image& image, const WriteOptions& options);
void writeLayeredExr(const std::filesystem::path& path, const std::vector<NamedLayer>& layers,
                     const WriteOptions& options);

} // namespace unlit
