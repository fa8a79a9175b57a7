// Colours declared by code points (ITU-T H.273), as PNG's cICP chunk does.
#pragma once

#include "core/image/color/chromaticities.h"

#include <optional>
#include <string>

namespace unlit {

struct CodedColor {
    int primaries = 1; ///< H.273 table 2
    int transfer = 13; ///< H.273 table 3
    /// Bits of a sample whose black is 16 and whose white 235 at 8 of them (H.273, 8.3: narrow
    /// range); 0 = the full range.
    int narrowBits = 0;
};

/// Empty for code points that this program does not know.
std::optional<Chromaticities> codedPrimaries(int primaries);

/// The curve from a sample in [0,1] to linear light. High-dynamic-range signals come out relative
/// to their reference white (203 cd/m² for PQ, 75 % signal for HLG; ITU-R BT.2408): 1 is paper
/// white. Precondition: isKnownTransfer.
float decodeTransfer(float sample, int transfer);

bool isKnownTransfer(int transfer);

/// A sample of narrow range in [0,1] to what it means: black at 0, white at 1, not clipped.
float fromNarrowRange(float sample, int bits);

/// True for PQ and HLG: values above white are meant.
bool isHighDynamicRange(int transfer);

/// "PQ", "HLG", "BT.709", …
std::string transferName(int transfer);

} // namespace unlit
