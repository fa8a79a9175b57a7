// Says where the colour space that a user chose, what the file says, and what the model expects do
// not fit together.
#pragma once

#include "core/image/color/color_space.h"

#include <optional>
#include <string>

namespace unlit {

struct ColorQuestion {
    ColorSpace fileSpace = ColorSpace::Srgb;     ///< what "auto" would take
    std::optional<ColorSpace> chosen;            ///< unset = auto
    ColorSpace modelTransfer = ColorSpace::Srgb; ///< display curve: how the model's pictures are
                                                 ///< encoded
};

/// "sRGB", "gamma 2.2", "scene-linear Rec.709", "ACEScg", "raw values".
std::string spaceName(ColorSpace space);

/// A thought for people, lower case and without full stop, as Error messages are; empty where all
/// is well. What is only converted between curves is well.
std::string colorAdvice(const ColorQuestion& question);

} // namespace unlit
