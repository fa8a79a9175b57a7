#include "core/image/source_color.h"

#include "core/image/color.h"

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
    return {space, std::move(reason), {}, {}, {}};
}

ColorPlan planSceneLinear(const SourceColor& source) {
    if (!source.primaries)
        return asStored(ColorSpace::Linear,
                        source.format + " without chromaticities: scene-linear Rec.709");
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
    plan.encodingGamma = gamma;
    if (hasOtherPrimaries)
        plan.matrix = rgbToRgb(*source.primaries, kRec709);
    return plan;
}

} // namespace

ColorPlan planColor(const SourceColor& source, std::optional<ColorSpace> wanted) {
    if (wanted)
        return asStored(*wanted, "as chosen");
    if (source.isData)
        return asStored(ColorSpace::Raw, "a layer of data, not of colours");
    if (source.isSceneLinear)
        return planSceneLinear(source);
    if (source.declaresSrgb)
        return asStored(ColorSpace::Srgb, source.format + " declares sRGB");
    if (source.encodingGamma && *source.encodingGamma > 0.01 && *source.encodingGamma < 100)
        return planGamma(source);
    return asStored(ColorSpace::Srgb, source.format + " without a profile: taken as sRGB");
}

void applyColorPlan(Image& image, const ColorPlan& plan) {
    image.space = plan.space;
    if (!plan.encodingGamma && !plan.matrix)
        return;
    if (plan.encodingGamma) {
        const auto power = static_cast<float>(1 / *plan.encodingGamma);
        for (float& value : image.samples)
            value = std::pow(std::max(value, 0.0F), power);
    }
    if (plan.matrix)
        applyMatrix(image, *plan.matrix);
    if (plan.space == ColorSpace::Srgb)
        for (float& value : image.samples)
            value = encodeSrgb(std::clamp(value, 0.0F, 1.0F));
}

} // namespace unlit
