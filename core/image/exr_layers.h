// Which layers the channels of an OpenEXR file form, which of them a picture is taken from, and
// which one a user means by a name.
#pragma once

#include "core/image/exr_header.h"
#include "core/image/image_file.h"
#include "core/image/layer_table.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// What to read for one picture: full channel names, as in the file, of one part.
struct ExrSelection {
    std::string layer; ///< the name that the user sees
    int part = 0;
    std::array<std::string, 3> colors; ///< the same name three times for grey; "" = black plane
    std::string alpha;                 ///< "" = none
    bool isLuminanceChroma = false;    ///< colors are Y, RY, BY
    bool isColor = false;
};

/// Layers in file order, the unnamed one of each part first. In multi-part files a layer without a
/// prefix is named by its part, and prefixes that repeat the part's name are not doubled. Deep
/// parts give none. Roles are the table's.
std::vector<LayerInfo> exrLayers(const ExrHeader& header, const LayerTable& table);

/// The unnamed colour layer; else the best beauty by the table; else the first colour layer; else
/// the first layer. Precondition: not empty.
const LayerInfo& defaultExrLayer(const std::vector<LayerInfo>& layers, const LayerTable& table);

/// The layer that fits a role best, the first one where several fit as well; null where none does.
const LayerInfo* bestLayerOf(const std::vector<LayerInfo>& layers, const LayerTable& table,
                             LayerRole role);

/// Full names of the channels that make a layer's colours and alpha: not a depth that stands beside
/// them.
std::vector<std::string> exrColorChannels(const ExrHeader& header, const LayerInfo& layer);

/// `wanted` = "": the default. Else the layer of this name, or case-insensitive, or ending with
/// ".wanted"; else a single channel by its name; else the best layer of the role that `wanted`
/// names
/// ("albedo"). Throws Error: NotFound or InvalidInput (fits
/// several) listing the layers; Unsupported for files with deep data only.
ExrSelection selectExrLayer(const std::filesystem::path& path, const ExrHeader& header,
                            const std::string& wanted, const LayerTable& table);

} // namespace unlit
