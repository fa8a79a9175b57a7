// The header of an OpenEXR file, read by our own code before the library sees it: sizes, windows,
// channels, attributes of every part.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/exr/exr_window.h"
#include "core/image/readable_file.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

enum class ExrSample : std::uint32_t { Uint = 0, Half = 1, Float = 2 };

struct ExrChannel {
    std::string name;
    ExrSample type = ExrSample::Half;
    int xSampling = 1;
    int ySampling = 1;
};

struct ExrPart {
    std::string name; ///< "" in most single-part files
    std::string view;
    bool isDeep = false;
    bool isTiled = false;
    ExrWindow dataWindow;
    ExrWindow displayWindow;
    int compression =
        0; ///< 0 none, 1 rle, 2 zips, 3 zip, 4 piz, 5 pxr24, 6 b44, 7 b44a, 8 dwaa, 9 dwab
    std::uint32_t tileWidth = 0; ///< tiled parts only
    std::uint32_t tileHeight = 0;
    std::vector<ExrChannel> channels;
    std::optional<Chromaticities> chromaticities;
    std::map<std::string, std::string> texts;   ///< string attributes
    std::map<std::string, std::string> numbers; ///< int, float and rational attributes, printed
};

struct ExrHeader {
    bool isMultiPart = false;
    std::vector<ExrPart> parts;
};

/// "none", "rle", "zips", …
std::string exrCompressionName(int compression);

/// Rows that one chunk of a scan-line part holds.
int exrLinesPerChunk(int compression);

/// Source: "OpenEXR File Layout" (openexr.com). Throws Error: Corrupt or Unsupported, naming the
/// file. Every part's sizes are consistent, within kMostReadBytes, and possible in a file of this
/// length.
ExrHeader readExrHeader(ReadableFile& file);

} // namespace unlit
