// CIE L*a*b* pictures, as TIFF stores them, brought to sRGB.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// How integer samples stand for a* and b*; L* is 0 to 100 over the whole range in both.
enum class LabCoding {
    Signed, ///< TIFF 6.0, section 23 (photometric 8): -128 … 127; 16 bits are 1/256 of that
    Offset, ///< ICC.1 (photometric 9): 0 … 255 with 128 for neutral; 16-bit L* ends at 0xFF00
};

/// In place: planes of code values / (2^bits - 1) become sRGB in [0,1]; colours that sRGB does not
/// have are clipped. L*a*b* is relative to its white (D50 where it matters), so L* = 100 becomes
/// white. `bits` is 8 or 16. CIE 15:2004, 8.2.1.
void labToSrgb(Image& image, int bits, LabCoding coding);

} // namespace unlit
