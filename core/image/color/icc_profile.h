// ICC profiles embedded in pictures, through LittleCMS.
#pragma once

#include "core/image/image.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace unlit {

enum class IccKind { Grey, Rgb, Cmyk };

/// What a profile is, found out without touching a picture.
struct IccSummary {
    IccKind kind = IccKind::Rgb;
    std::string description; ///< its own name, may be empty
    /// A Grey or Rgb profile that differs from sRGB by less than one 8-bit level everywhere.
    bool isSrgb = false;
    bool isLinear = false; ///< likewise: no curve, primaries of Rec.709
};

/// Empty where the bytes are no profile, or one of another kind (Lab, device links, …).
std::optional<IccSummary> readIcc(std::span<const unsigned char> profile);

/// Converts to sRGB (piecewise curve, Rec.709 primaries), relative colorimetric with black point
/// compensation, clipped to [0,1]. The picture has the channels R,G,B for Grey (the first is taken)
/// and Rgb profiles, C,M,Y,K for Cmyk ones; afterwards it has R,G,B. Mask and metadata stay.
/// Precondition: readIcc gave a summary of the fitting kind. Throws Error::internal otherwise.
void convertIccToSrgb(Image& image, std::span<const unsigned char> profile);

/// Converts to linear light of Rec.709 without clipping, for samples beyond [0,1]: curves that are
/// formulas go on as they do, tables by their last slope, and below 0 as above it with the sign
/// turned. Profiles of lookup tables clip. Otherwise as convertIccToSrgb; not for Cmyk.
void convertIccToLinear(Image& image, std::span<const unsigned char> profile);

/// A profile for pictures in this space: sRGB's curve, a power of 2.2, or none over the primaries
/// of Rec.709 (ACEScg: of AP1). Empty for Raw.
std::vector<unsigned char> iccProfileOf(ColorSpace space, bool isGrey);

} // namespace unlit
