// The name of one picture in a training set: a file, and a layer where the file holds several.
#pragma once

#include <string>
#include <string_view>

namespace unlit::data {

/// `path` is relative to the set's folder or archive, with '/' between its parts. `layer` = "" is
/// the file's own default.
struct PictureRef {
    std::string path;
    std::string layer;

    bool operator==(const PictureRef&) const = default;
};

/// "hall.exr" or "hall.exr#ViewLayer.DiffCol": how a filename_list says it.
std::string toText(const PictureRef& picture);

/// The layer is what follows ".exr#", in any case; every other '#' belongs to the file name.
PictureRef pictureRefFromText(std::string_view text);

} // namespace unlit::data
