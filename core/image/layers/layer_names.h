// What renderers call the channels of a picture.
#pragma once

#include <span>
#include <string>
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

/// As channels are compared: lower case, without brackets around it or dots after it: "[Red]" ->
/// "red", "R." -> "r".
std::string plainChannelName(const std::string& name);

/// Knows R,G,B,A; r,g,b,a; red,green,blue,alpha in any case, "[red]", "R."; Y, RY, BY.
ColorChannels colorChannels(std::span<const std::string> names);

/// R,G,B,A (in any spelling) to the front, in this order; the others keep theirs.
void sortColorsFirst(std::vector<std::string>& names);

} // namespace unlit
