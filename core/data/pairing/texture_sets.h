// Finds the texture sets among files by their names: base colours, and the maps that go with them.
// The endings are those of the one table of names (file_key.h), so those of Megascans, Poly Haven,
// ambientCG, glTF, MaterialX, Unreal and Unity.
#pragma once

#include "core/data/pairing/map_kind.h"

#include <string>
#include <vector>

namespace unlit::data {

/// A map of numbers: a whole file, or one channel of one.
struct MapPlane {
    std::string file; ///< "" = the set has no such map
    int channel = 0;  ///< 0 to 3: R, G, B, A
    bool isInverted = false;

    bool isThere() const { return !file.empty(); }
};

/// One material. Paths as they were given.
struct TextureSet {
    std::string name; ///< its folder; with the material's name where a folder has several
    std::string baseColor;
    std::string normal; ///< "" = none
    bool isDirectX = false;
    MapPlane roughness; ///< from gloss or smoothness where there is no roughness
    MapPlane metallic;
    MapPlane height;
    MapPlane opacity; ///< of a file of its own; a base colour's alpha is another

    struct Unused {
        std::string file;
        MapKind kind = MapKind::Minor;
    };

    std::vector<Unused> unused; ///< nothing here needs them

    /// All files, the base colour first, none twice.
    std::vector<std::string> files() const;
    /// "base colour, normal, roughness (1 − gloss), opacity; unused: translucency"
    std::string mapsText() const;
};

/// Maps without the base colour that they would belong to.
struct LonelyMaps {
    std::string folder; ///< "" = the top
    std::vector<std::string> files;
};

struct TextureSets {
    std::vector<TextureSet> sets; ///< sorted by name
    std::vector<LonelyMaps> lonely;
};

/// `files`: relative, with '/'. `topName`: what a set is called that lies at the top by itself.
/// Small copies (folders Thumbs, previews) are no sets. Nothing is read; what a library's JSON says
/// counts for nothing, because the files are what there is.
TextureSets findTextureSets(const std::vector<std::string>& files, const std::string& topName);

} // namespace unlit::data
