// Luminance/chroma pictures of OpenEXR (Y, RY, BY) to R, G, B.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/exr/exr_window.h"
#include "core/image/image.h"

#include <ImfIO.h>

#include <string>

namespace unlit {

/// A picture of the first part whose RY and BY have a quarter of its samples, through the library's
/// own reconstruction; `layer` is the channels' prefix; fills the covered part of the R,G,B planes
/// and, where there is one, of the mask. Throws the library's exceptions.
void readSubsampledChroma(Imf::IStream& stream, const std::string& layer,
                          const PictureWindow& window, Image& image);

/// Planes Y, RY = (R-Y)/Y, BY = (B-Y)/Y to R, G, B in place; Y is weighted by the luminances of the
/// primaries. Source: "Technical Introduction to OpenEXR", luminance/chroma images.
void chromaToRgb(Image& image, const Chromaticities& primaries);

} // namespace unlit
