// Beauty and albedo inside one file: which layers of a multilayer EXR make a pair.
#pragma once

#include "core/image/image_file.h"
#include "core/image/layers/layer_table.h"

#include <optional>
#include <string>
#include <vector>

namespace unlit::data {

/// Layer names that a user gives where ours do not fit; "" = by the table.
struct LayerChoice {
    std::string beauty;
    std::string albedo;
};

struct LayerPair {
    std::string beauty; ///< layer names as in the file; "" = the unnamed one
    std::string albedo;
    std::string reason;  ///< "layers 'ViewLayer.Combined' and 'ViewLayer.DiffCol' (Blender)"
    std::string group;   ///< what both have in front: "ViewLayer"; "" in most files
    std::string warning; ///< the table's note on the albedo
};

/// Pairs whose layers have the same prefix (view layer, part, view), the best albedo of each. A
/// prefix without a beauty of its own takes the unnamed layer where it is the only prefix. Layers
/// with the chosen names make one pair and nothing else. Roles are those of `table`: layers that it
/// calls lit are never an albedo.
std::vector<LayerPair> pairLayers(const std::vector<LayerInfo>& layers, const LayerChoice& choice,
                                  const LayerTable& table);

/// "it has the layers A, B, C": why a file gave no pair.
std::string layersText(const std::vector<LayerInfo>& layers);

} // namespace unlit::data
