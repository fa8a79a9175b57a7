// What renderers call the parts of a picture: colour channels, beauties, layers of data.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// Short names of the channels that play each role; "" where there is none.
struct ColorChannels {
    std::string red;
    std::string green;
    std::string blue;
    std::string alpha;
    std::string luminance;  ///< Y, unless X or Z beside it make it a coordinate
    bool hasChroma = false; ///< RY and BY are there too

    bool hasRgb() const { return !red.empty() && !green.empty() && !blue.empty(); }
};

/// Knows R,G,B,A; r,g,b,a; red,green,blue,alpha in any case; Y, RY, BY.
ColorChannels colorChannels(std::span<const std::string> names);

/// R,G,B,A (in any spelling) to the front, in this order; the others keep theirs.
void sortColorsFirst(std::vector<std::string>& names);

/// Last parts of the names that beauties have, best first.
std::span<const std::string_view> beautyNames();

/// True if `name` is `last`, or ends with "." and `last`; in any case.
bool endsWithName(std::string_view name, std::string_view last);

/// True for layers that hold numbers though their channels may be called R,G,B: depth, normals,
/// positions, motion, ids, cryptomattes.
bool isDataName(std::string_view layer);

} // namespace unlit
