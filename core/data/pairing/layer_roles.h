// Which layers of a file are beauty, albedo or mask. The one place in this room that knows
// renderers' names for layers.
#pragma once

#include "core/image/image_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::data {

enum class Role {
    Beauty, ///< the lit picture
    Albedo, ///< diffuse base colour
    Mask,   ///< where a pair may be used
    Other,  ///< another pass or map: never part of a pair
};

/// One name of a table, with what is known about it.
struct RoleName {
    std::string_view name; ///< lower case, without blanks, '_' and '-'
    Role role = Role::Other;
    int rank = 0;             ///< 0 is best; a higher rank is taken where no lower one is there
    std::string_view origin;  ///< "Blender", "Arnold"; "" = common to many
    std::string_view warning; ///< what may be wrong with it; "" = nothing
};

/// Lower case, without blanks, '_' and '-': "Diffuse Color" -> "diffusecolor".
std::string canonicalName(std::string_view name);

/// A layer by its last part, or by the one before where the last is a view: "ViewLayer.DiffCol".
/// nullptr for a name that is in no table.
const RoleName* layerRole(std::string_view layer);

/// Everything in front of the part that gives the role: "ViewLayer" of "ViewLayer.DiffCol".
std::string layerPrefix(std::string_view layer);

/// All known names, for documents and tests.
const std::vector<RoleName>& layerRoleNames();

} // namespace unlit::data
