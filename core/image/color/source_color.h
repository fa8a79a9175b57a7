// What a file says about its colours, and what follows from it.
#pragma once

#include "core/image/color/chromaticities.h"
#include "core/image/color/coded_color.h"
#include "core/image/image.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// Collected by a codec; everything optional but the first two.
struct SourceColor {
    std::string format;                  ///< how the reason names the file: "EXR", "16-bit PNG"
    bool isSceneLinear = false;          ///< what the format means when it says nothing
    bool isData = false;                 ///< a layer without colour meaning: depth, normals, ids
    bool isInk = false;                  ///< the picture has the channels C,M,Y,K (1 = full ink)
    bool isLab = false;                  ///< the codec brought L*a*b* to sRGB
    bool declaresSrgb = false;           ///< PNG sRGB chunk
    bool declaresAdobeRgb = false;       ///< EXIF: "R03", or colour space 2
    std::optional<ColorSpace> noted;     ///< our own attribute in EXR: values stay as stored
    std::optional<CodedColor> coded;     ///< PNG cICP chunk
    std::optional<double> encodingGamma; ///< sample = light ^ gamma (PNG gAMA: 1/2.2 for most)
    std::optional<Chromaticities> primaries;
    std::vector<unsigned char> iccProfile;
    bool isGrey = false;           ///< one channel: only then does a grey profile fit
    bool hasBrokenProfile = false; ///< there is one, but the codec could not get at it
    std::string dataRemark;        ///< of a layer without colour meaning: which channels are shown
};

/// The decision: the space of the picture after `applyColorPlan`, and what has to be done for it.
struct ColorPlan {
    ColorSpace space = ColorSpace::Raw;
    std::string reason;                 ///< for people: what was found or assumed
    std::function<float(float)> decode; ///< if set: each sample to linear light, first
    std::optional<Matrix3> matrix;      ///< then, in linear light, to Rec.709
    /// or instead: from this profile to sRGB, or without clipping to linear light (by `space`)
    std::vector<unsigned char> iccProfile;
};

/// Precedence: `wanted` (the values stay as stored), our own note, data,
/// code points, ICC profile (of floats too), sRGB flag, gamma and primaries, EXIF, the format's own
/// meaning. Spaces that ColorSpace names stay as stored (Rec.709, AP1, sRGB); others are converted:
/// scene-linear and high-dynamic-range ones to Linear, display-encoded ones to Srgb.
ColorPlan planColor(const SourceColor& source, std::optional<ColorSpace> wanted);

/// Brings the stored values into plan.space, in place. Inks without a profile become
/// (1-C)(1-K), …; afterwards the picture has the channels R,G,B.
void applyColorPlan(Image& image, const ColorPlan& plan);

} // namespace unlit
