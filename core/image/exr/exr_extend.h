// An OpenEXR file with everything that it holds, and more layers.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/image_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// What layers that are to be added must fit.
struct ExrBase {
    int width = 0; ///< of the picture that readImage gives, in pixels
    int height = 0;
    /// Of the file's scene-linear colours, where they are not those of Rec.709: added ones have to
    /// be in them, for a file has one set.
    std::optional<Chromaticities> primaries;
};

/// Throws Error as readImage: for the file, and for a layer that is not there; Unsupported for
/// files that cannot be copied (see copyExr). Headers only.
ExrBase readExrBase(const std::filesystem::path& file, const std::string& layer);

struct ExrExtendOptions {
    std::string layer;      ///< the picture that the added ones belong to; "" = the default one
    bool half = false;      ///< of the added layers; what is there keeps its type
    bool overwrite = false; ///< without it an existing file is an error
};

/// Writes `to`: all channels and attributes of `from`, with the same decoded values, and `added`,
/// each of the size of readExrBase, straight (a mask is left out). A file of one part stays one: it
/// gets more channels (lossy compressions become ZIP, so that nothing is lost twice; of a tiled
/// file with several levels the first is kept). A file of several parts gets one more for each
/// layer. A name that is taken becomes "unlit.NAME". What readImage finds out of the colour spaces
/// is right for all layers. Through an AtomicFile. Throws Error as copyExr.
void extendExr(const std::filesystem::path& from, const std::filesystem::path& to,
               const std::vector<NamedLayer>& added, const ExrExtendOptions& options);

} // namespace unlit
