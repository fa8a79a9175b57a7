// Which layers the channels of an OpenEXR file form, which of them a picture is taken from, and
// which one a user means by a name.
#pragma once

#include "core/image/exr/exr_header.h"
#include "core/image/image_file.h"
#include "core/image/layers/layer_table.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// A layer, and what the file calls its channels, in the order of `channels`: the only names that
/// the library is asked for.
struct ExrLayer : LayerInfo {
    std::vector<std::string> fileNames;
};

/// What to read for one picture: full channel names, as in the file, of one part.
struct ExrSelection {
    std::string layer; ///< the name that the user sees
    int part = 0;
    std::array<std::string, 3> colors; ///< the same name three times for grey; "" = black plane
    std::string alpha;                 ///< "" = none
    bool isLuminanceChroma = false;    ///< colors are Y, RY, BY
    bool isColor = false;
    std::string remark; ///< for people, of a layer that is not a colour: what is shown in its place
};

/// Layers in file order, the unnamed one of each part first. In multi-part files a layer without a
/// prefix is named by its part, and prefixes that repeat the part's name are not doubled. Deep
/// parts give none. Roles are the table's.
std::vector<ExrLayer> exrLayers(const ExrHeader& header, const LayerTable& table);

/// Full names of the channels that make a layer's colours and alpha: not a depth that stands beside
/// them.
std::vector<std::string> exrColorChannels(const ExrLayer& layer);

/// `wanted` = "": the unnamed colour layer; else the best beauty by the table; else the first
/// colour layer; else the first layer. Else the layer of this name, or case-insensitive, or ending
/// with
/// ".wanted"; else a single channel by its name; else the best layer of the role that `wanted`
/// names
/// ("albedo"). Throws Error: NotFound or InvalidInput (fits
/// several) listing the layers; Unsupported for files with deep data only.
ExrSelection selectExrLayer(const std::filesystem::path& path, const ExrHeader& header,
                            const std::string& wanted, const LayerTable& table);

} // namespace unlit
