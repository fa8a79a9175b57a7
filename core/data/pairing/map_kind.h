// What a file of a texture set holds, by the table of names (file_key.h).
#pragma once

#include <string_view>

namespace unlit::data {

enum class MapKind {
    None, ///< no map of a material: a pass of a render, a preview
    BaseColor,
    Normal,        ///< tangent space, y up (OpenGL)
    NormalDirectX, ///< y down
    Roughness,
    Gloss, ///< 1 - roughness; also called smoothness
    Metallic,
    Height,
    Occlusion,
    Opacity, ///< 1 = there, 0 = cut out
    Translucency,
    Packed, ///< several of these in the channels of one file
    Minor,  ///< specular, cavity, fuzz, bump, …: of no use here
};

/// "roughness", "gloss", "opacity", …: as a sentence has it.
std::string_view toString(MapKind kind);

} // namespace unlit::data
