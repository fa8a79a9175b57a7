// What the name of a file says: which picture it belongs to, and which part of it it is.
#pragma once

#include "core/data/pairing/map_kind.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit::data {

/// What a file is for, by its name.
enum class Role {
    Beauty, ///< the lit picture
    Albedo, ///< diffuse base colour
    Mask,   ///< where a pair may be used
    Other,  ///< another pass or map: never part of a pair
};

/// One word of the table of words in file and folder names.
struct RoleName {
    std::string_view name; ///< folded (see foldedName)
    Role role = Role::Other;
    int rank = 0;                ///< 0 is best; a higher rank is taken where no lower one is there
    std::string_view warning;    ///< what may be wrong with it; "" = nothing
    MapKind map = MapKind::None; ///< in a texture set
    /// Of packed maps: a letter for each of R, G, B, A (O occlusion, R roughness, S smoothness, M
    /// metal, H height), '-' for what is of no use.
    std::string_view packing = {};
};

/// The role and key of one file. Two files with the same key and the roles beauty and albedo are a
/// pair.
struct FileKey {
    Role role = Role::Other;
    bool isBare =
        false; ///< nothing in the name gives a role: a beauty where a sibling is an albedo
    bool isColor = false; ///< "color": the albedo beside a beauty, the beauty beside an albedo
    int rank = 0;         ///< 0 is best
    std::string key;      ///< lower case: folders and name without role and suffix
    std::string looseKey; ///< likewise without size (2k, 4k, lod0): the second try
    std::string bareKey;  ///< with the role's words: "painted_metal.exr" may be a beauty after all
    std::string why;      ///< "'_albedo' in its name", "its folder 'albedo'"
    std::string warning;  ///< of the table
};

/// `path`: relative, with '/'. Knows suffixes (hall_albedo.exr, hall.albedo.0001.exr,
/// rock_4K_BaseColor.jpg), words grown together (WoodAlbedo0003.png, albedo7.png) and folders
/// (albedo/0001.exr). Letters count however Unicode puts them together, small or capital.
FileKey fileKey(std::string_view path);

/// The names that are taken for roles in file and folder names, best first: words of their own, and
/// whatever the user's table of layers (LayerTable::ofUser) calls a layer, if it has three letters.
/// Throws as LayerTable::ofUser.
const std::vector<RoleName>& fileRoleNames();

/// The row of a name, folded (see foldedName); null where there is none.
const RoleName* findRoleName(std::string_view folded);

/// The key without frame numbers, sizes, cameras and lights: pairs of the same scene or asset share
/// it. "" where nothing but numbers is left.
std::string sceneOfKey(std::string_view key);

} // namespace unlit::data
