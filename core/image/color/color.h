// Conversions between colour spaces, and from scene-linear light to what a network is shown.
// Pictures of a million samples and more are converted on all processors, with the same result to
// the bit.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/image.h"

#include <optional>

namespace unlit {

/// Piecewise sRGB transfer (IEC 61966-2-1) of one value; odd-symmetric for negatives, defined
/// above 1.
float encodeSrgb(float linear);
float decodeSrgb(float encoded);

/// One value of a display-encoded space from linear light and back; odd-symmetric, defined above 1.
/// Values of a space that is not display-encoded are left as they are.
float encodeDisplay(float linear, ColorSpace space);
float decodeDisplay(float encoded, ColorSpace space);

/// Converts colour planes (R,G,B) in place; a Raw image, or a target of Raw, is left as it is
/// except for its tag.
void convertTo(Image& image, ColorSpace target);

/// Multiplies linear R,G,B by a matrix in place; images of another channel count are left as they
/// are (grey stays grey between RGB spaces).
void applyMatrix(Image& image, const Matrix3& matrix);

/// Exposure in stops that brings a scene-linear image to display: the 95th percentile of luminance
/// of the valid pixels (mask above 0, finite, with light: lightless.h) goes to 0.8 linear; where
/// that percentile is black, the 95th percentile of the positive ones. 0 for an image without a
/// positive finite pixel; at most 126 either way. Precondition: a scene-linear Rec.709 image.
double autoExposure(const Image& image);

/// What the network sees: display-encoded RGB in [0,1] in `transfer`, a display-encoded space.
/// Scene-linear images are multiplied by 2^(exposureEv - headroomEv) (exposureEv unset:
/// autoExposure), clipped to [0,1] and encoded: `headroomEv` is how many stops above display white
/// a model still tells apart. Display-encoded ones, which have lost theirs, are converted between
/// curves and, where exposureEv is set and not 0, exposed in linear light. Raw values are only
/// clipped. One-channel images are repeated to R,G,B. Not a number becomes 0, infinities are
/// clipped.
struct DisplayImage {
    Image image;
    double exposureEv = 0; ///< the exposure that was used, the headroom not taken off
    bool exposureWasAuto = false;
    std::size_t badPixels = 0; ///< pixels with NaN or Inf in any channel that were replaced
};

DisplayImage toDisplay(const Image& image, ColorSpace transfer, std::optional<double> exposureEv,
                       double headroomEv = 0);

} // namespace unlit
