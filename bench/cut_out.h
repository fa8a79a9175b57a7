// Objects of our own renders, taken off their ground.
#pragma once

#include "core/data/synth/picture.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace unlit::bench {

/// One thing, or several, with nothing around it.
struct CutOut {
    Image beauty;               ///< scene-linear, exposed; where nothing is 0, and so is its alpha
    Image albedo;               ///< linear
    std::vector<char> isObject; ///< of each pixel; edges that are mixed with nothing are nothing
    std::vector<char> isRim;    ///< of the object, next to its edge
};

/// Pixels of an object that are as near to its edge as this count as rim.
inline constexpr int kRimPx = 4;

/// Of picture `index` of a set; nothing where that picture has no objects that stand on something.
std::optional<CutOut> renderCutOut(const synth::MaterialSource& materials,
                                   const synth::PictureSettings& settings, std::uint64_t index);

} // namespace unlit::bench
