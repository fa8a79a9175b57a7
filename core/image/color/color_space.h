// The colour spaces that an image may be in, by the names of the command line.
#pragma once

#include <optional>
#include <string_view>

namespace unlit {

enum class ColorSpace {
    Srgb,    ///< display-encoded, piecewise sRGB curve (IEC 61966-2-1), Rec.709 primaries
    Gamma22, ///< display-encoded, pure power 2.2, Rec.709 primaries: what public Marigold calls
             ///< "sRGB"
    Log100,  ///< display-encoded, log(1 + 100 x) / log(101), Rec.709 primaries: the mu-law curve
             ///< of high dynamic range work; light that is multiplied becomes light that is added
    Linear,  ///< scene-linear, Rec.709 primaries, D65
    AcesCg,  ///< scene-linear, AP1 primaries, ACES white
    Raw,     ///< numbers without a colour meaning: roughness, depth, masks, uncertainty; never
             ///< converted
};

/// "srgb", "gamma22", "log100", "linear", "acescg", "raw".
std::string_view toString(ColorSpace space);
std::optional<ColorSpace> colorSpaceFromString(std::string_view name);

/// Display-encoded spaces live in [0,1]; the others may exceed it.
constexpr bool isDisplayEncoded(ColorSpace space) {
    return space == ColorSpace::Srgb || space == ColorSpace::Gamma22 || space == ColorSpace::Log100;
}

} // namespace unlit
