// Pairs of separate files: beauty and albedo with the same key.
#pragma once

#include "core/data/pairing/pairing.h"

namespace unlit::data {

/// A file with one picture in it, and the layer that is meant.
struct SinglePicture {
    PictureRef picture;
    bool isFloat = false;     ///< by its suffix: taken before 8-bit copies of the same picture
    bool holdsAlbedo = false; ///< its only colour layer is an albedo, whatever the file is called
};

/// Adds pairs and left-overs to `result`. Two files that claim the same place are both left over.
void pairSiblings(const std::vector<SinglePicture>& pictures, PairingResult& result);

} // namespace unlit::data
