#include "core/image/color/source_color.h"

#include "core/image/color/color.h"
#include "core/image/color/icc_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace unlit {

namespace {

std::string print(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
    return buffer.data();
}

ColorPlan asStored(ColorSpace space, std::string reason) {
    ColorPlan plan;
    plan.space = space;
    plan.reason = std::move(reason);
    return plan;
}

ColorPlan planSceneLinear(const SourceColor& source, const std::string& remark) {
    if (!source.primaries)
        return asStored(ColorSpace::Linear,
                        source.format + remark + " without chromaticities: scene-linear Rec.709");
    if (isNear(*source.primaries, kRec709))
        return asStored(ColorSpace::Linear,
                        source.format + " with Rec.709 chromaticities: scene-linear");
    if (isNear(*source.primaries, kAp1))
        return asStored(ColorSpace::AcesCg, source.format + " with AP1 chromaticities: ACEScg");
    if (!isUsable(*source.primaries))
        return asStored(ColorSpace::Linear,
                        source.format +
                            " with impossible chromaticities: taken as scene-linear Rec.709");
    ColorPlan plan =
        asStored(ColorSpace::Linear, source.format + " with chromaticities of its own: converted "
                                                     "to scene-linear Rec.709");
    plan.matrix = rgbToRgb(*source.primaries, kRec709);
    return plan;
}

// gAMA 1/2.2 with Rec.709 primaries is how programs write "sRGB" without its chunk (PNG, third
// edition, 11.3.2.2), so it stands for the sRGB curve.
ColorPlan planGamma(const SourceColor& source) {
    const bool hasOtherPrimaries =
        source.primaries && isUsable(*source.primaries) && !isNear(*source.primaries, kRec709);
    const double gamma = source.encodingGamma.value_or(1 / 2.2);
    const bool isSrgbCurve = std::abs(gamma - 1 / 2.2) < 0.005;
    if (isSrgbCurve && !hasOtherPrimaries)
        return asStored(ColorSpace::Srgb, source.encodingGamma
                                              ? source.format + " with gamma 1/2.2: sRGB"
                                              : source.format + " with Rec.709 primaries: sRGB");
    ColorPlan plan =
        asStored(ColorSpace::Srgb, source.format + " with gamma " + print(gamma) +
                                       (hasOtherPrimaries ? " and primaries of its own" : "") +
                                       ": converted to sRGB");
    plan.decode = [power = static_cast<float>(1 / gamma)](float sample) {
        return std::pow(std::max(sample, 0.0F), power);
    };
    if (hasOtherPrimaries)
        plan.matrix = rgbToRgb(*source.primaries, kRec709);
    return plan;
}

// Adobe RGB (1998), 4.3.1: primaries, white D65, and a pure power of 2 + 51/256.
ColorPlan planAdobeRgb(SourceColor source) {
    source.encodingGamma = 256.0 / 563.0;
    source.primaries = {{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};
    ColorPlan plan = planGamma(source);
    plan.reason = source.format + " with EXIF colour space Adobe RGB: converted to sRGB";
    return plan;
}

// Empty where the code points are not known: then the rest of the file decides.
std::optional<ColorPlan> planCoded(const SourceColor& source) {
    const auto primaries = codedPrimaries(source.coded->primaries);
    const int transfer = source.coded->transfer;
    if (!primaries || !isKnownTransfer(transfer))
        return {};
    const bool isRec709 = isNear(*primaries, kRec709);
    const int narrow = source.coded->narrowBits;
    const std::string found = source.format + " with code points for " + transferName(transfer) +
                              (narrow > 0 ? " in narrow range" : "");
    if (isRec709 && transfer == 13 && narrow == 0)
        return asStored(ColorSpace::Srgb, found);
    const bool isHigh = isHighDynamicRange(transfer);
    ColorPlan plan = asStored(
        isHigh ? ColorSpace::Linear : ColorSpace::Srgb,
        found + (isRec709 ? "" : " and primaries of its own") +
            (isHigh ? ": converted to scene-linear Rec.709, white at 1" : ": converted to sRGB"));
    plan.decode = [transfer, narrow](float sample) {
        return decodeTransfer(narrow > 0 ? fromNarrowRange(sample, narrow) : sample, transfer);
    };
    if (!isRec709)
        plan.matrix = rgbToRgb(*primaries, kRec709);
    return plan;
}

// Empty where the profile cannot be used for this picture.
std::optional<ColorPlan> planIcc(const SourceColor& source) {
    const auto profile = readIcc(source.iccProfile);
    if (!profile || (profile->kind == IccKind::Cmyk) != source.isInk ||
        (profile->kind == IccKind::Grey && !source.isGrey))
        return {};
    const std::string name = profile->description.empty()
                                 ? "an ICC profile"
                                 : "the profile '" + profile->description + "'";
    if (profile->isSrgb)
        return asStored(ColorSpace::Srgb, source.format + " with " + name + ": sRGB");
    if (source.isSceneLinear && profile->isLinear)
        return asStored(ColorSpace::Linear,
                        source.format + " with " + name + ": scene-linear Rec.709");
    // Floats may lie beyond 0 and 1, which sRGB's samples cannot.
    ColorPlan plan =
        source.isSceneLinear
            ? asStored(ColorSpace::Linear,
                       source.format + " with " + name + ": converted to scene-linear Rec.709")
            : asStored(ColorSpace::Srgb, source.format + " with " + name + ": converted to sRGB");
    plan.iccProfile = source.iccProfile;
    return plan;
}

// Without a profile each ink takes its own light away.
void inksToRgb(Image& image) {
    const std::span<const float> black = image.plane(3);
    for (int c = 0; c < 3; ++c) {
        const std::span<float> plane = image.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i)
            plane[i] = (1 - plane[i]) * (1 - black[i]);
    }
    image.channels = {"R", "G", "B"};
    image.samples.resize(3 * image.planeSize());
}

} // namespace

ColorPlan planColor(const SourceColor& source, std::optional<ColorSpace> wanted) {
    if (wanted)
        return asStored(*wanted, "as chosen");
    if (source.noted)
        return asStored(*source.noted, source.format + " written by this program as " +
                                           std::string(toString(*source.noted)));
    if (source.isData)
        return asStored(ColorSpace::Raw,
                        "a layer of data, not of colours" +
                            (source.dataRemark.empty() ? "" : "; " + source.dataRemark));
    if (source.isLab)
        return asStored(ColorSpace::Srgb, source.format + " in L*a*b*: converted to sRGB");
    if (source.coded)
        if (auto plan = planCoded(source))
            return std::move(*plan);
    std::string remark = " without a profile";
    if (source.hasBrokenProfile || !source.iccProfile.empty()) {
        if (auto plan = planIcc(source))
            return std::move(*plan);
        remark = " with an ICC profile that cannot be used";
    }
    if (source.isSceneLinear)
        return planSceneLinear(source, remark == " without a profile" ? "" : remark + ",");
    if (source.declaresSrgb)
        return asStored(ColorSpace::Srgb, source.format + " declares sRGB");
    if (source.encodingGamma && *source.encodingGamma > 0.01 && *source.encodingGamma < 100)
        return planGamma(source);
    if (source.declaresAdobeRgb && source.iccProfile.empty() && !source.isInk)
        return planAdobeRgb(source);
    return asStored(ColorSpace::Srgb, source.format + remark + ": taken as sRGB");
}

void applyColorPlan(Image& image, const ColorPlan& plan) {
    image.space = plan.space;
    if (!plan.iccProfile.empty()) {
        if (plan.space == ColorSpace::Linear)
            convertIccToLinear(image, plan.iccProfile);
        else
            convertIccToSrgb(image, plan.iccProfile);
        return;
    }
    if (image.channelCount() == 4)
        inksToRgb(image);
    if (plan.decode)
        for (float& value : image.samples)
            value = plan.decode(value);
    if (plan.matrix)
        applyMatrix(image, *plan.matrix);
    if (plan.space == ColorSpace::Srgb && (plan.decode || plan.matrix))
        for (float& value : image.samples)
            value = encodeSrgb(std::clamp(value, 0.0F, 1.0F));
}

} // namespace unlit
