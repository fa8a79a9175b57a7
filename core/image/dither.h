// Pictures for 8-bit files without bands.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// Brings each colour sample to one of the 256 levels k/255 in [0,1]: what lies between two levels
/// becomes a fine pattern of both whose mean is the value. Levels stay as they are, not a number
/// becomes 0; the mask is left alone. The pattern depends on the place only, so that the same
/// picture gives the same file. A writer of 8-bit files then has nothing left to round.
void ditherToLevels(Image& image);

} // namespace unlit
