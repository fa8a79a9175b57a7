#include "core/image/color/icc_shaper.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

constexpr std::size_t kLevels = 16 * 255 + 1;

std::vector<float> tabulate(const cmsToneCurve* curve) {
    std::vector<float> table(kLevels);
    for (std::size_t i = 0; i < kLevels; ++i)
        table[i] = cmsEvalToneCurveFloat(curve, static_cast<float>(i) / (kLevels - 1));
    return table;
}

const cmsToneCurve* curveOf(const IccHandle& profile, cmsTagSignature tag) {
    return static_cast<const cmsToneCurve*>(cmsReadTag(profile.get(), tag));
}

// Columns: the primaries in the XYZ of the connection space, relative to D50.
std::optional<Matrix3> colorantsOf(const IccHandle& profile) {
    Matrix3 columns{};
    const std::array tags = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto* xyz = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile.get(), tags[i]));
        if (xyz == nullptr)
            return {};
        columns[0][i] = xyz->X;
        columns[1][i] = xyz->Y;
        columns[2][i] = xyz->Z;
    }
    return columns;
}

bool isPlain(const IccHandle& profile) {
    return cmsGetPCS(profile.get()) == cmsSigXYZData &&
           cmsIsTag(profile.get(), cmsSigAToB0Tag) == 0 &&
           cmsIsTag(profile.get(), cmsSigAToB1Tag) == 0 &&
           cmsIsTag(profile.get(), cmsSigDToB1Tag) == 0;
}

float look(const std::vector<float>& table, float sample) {
    const float clipped = sample > 0 ? std::min(sample, 1.0F) : 0.0F; // also turns NaN into 0
    const float position = clipped * (kLevels - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(position), kLevels - 2);
    const float part = position - static_cast<float>(below);
    return table[below] + part * (table[below + 1] - table[below]);
}

/// The curves of a plain profile: one of grey, three of colours, none of another kind.
std::vector<const cmsToneCurve*> curvesOf(const IccHandle& profile) {
    if (!isPlain(profile))
        return {};
    std::vector<cmsTagSignature> tags;
    if (cmsGetColorSpace(profile.get()) == cmsSigGrayData)
        tags = {cmsSigGrayTRCTag};
    else if (cmsGetColorSpace(profile.get()) == cmsSigRgbData)
        tags = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    std::vector<const cmsToneCurve*> curves;
    for (const auto tag : tags) {
        curves.push_back(curveOf(profile, tag));
        if (curves.back() == nullptr)
            return {};
    }
    return curves;
}

/// From the light of a profile's colours to linear sRGB.
std::optional<Matrix3> toRec709Of(const IccHandle& profile) {
    const IccHandle srgb(cmsCreate_sRGBProfile());
    const auto from = colorantsOf(profile);
    const auto to = colorantsOf(srgb);
    if (!from || !to)
        return {};
    return multiply(inverse(*to), *from);
}

float extended(const cmsToneCurve* curve, float sample) {
    constexpr float step = 1.0F / 256;
    if (sample < 0)
        return -extended(curve, -sample);
    if (!(sample > 1) || cmsGetToneCurveParametricType(curve) > 0)
        return cmsEvalToneCurveFloat(curve, sample);
    const float last = cmsEvalToneCurveFloat(curve, 1);
    return last + (sample - 1) * (last - cmsEvalToneCurveFloat(curve, 1 - step)) / step;
}

float encodeClipped(double light) {
    return encodeSrgb(light > 0 ? static_cast<float>(std::min(light, 1.0)) : 0.0F);
}

} // namespace

std::optional<IccShaper> readShaper(const IccHandle& profile) {
    const auto curves = curvesOf(profile);
    if (curves.empty())
        return {};
    IccShaper shaper;
    for (const cmsToneCurve* curve : curves)
        shaper.curves.push_back(tabulate(curve));
    if (curves.size() == 1)
        return shaper;
    const auto matrix = toRec709Of(profile);
    if (!matrix)
        return {};
    shaper.toRec709 = *matrix;
    return shaper;
}

bool unfoldShaper(Image& image, const IccHandle& profile) {
    const auto curves = curvesOf(profile);
    const auto matrix = curves.size() == 3 ? toRec709Of(profile) : std::nullopt;
    if (curves.empty() || (curves.size() == 3 && !matrix))
        return false;
    for (int c = 0; c < 3; ++c)
        for (float& value : image.plane(c))
            value = extended(curves[curves.size() == 3 ? static_cast<std::size_t>(c) : 0], value);
    if (matrix)
        applyMatrix(image, *matrix);
    return true;
}

void applyShaper(Image& image, const IccShaper& shaper) {
    if (shaper.curves.size() == 1) {
        for (float& value : image.samples)
            value = encodeClipped(look(shaper.curves[0], value));
        return;
    }
    for (int c = 0; c < 3; ++c)
        for (float& value : image.plane(c))
            value = look(shaper.curves[static_cast<std::size_t>(c)], value);
    applyMatrix(image, shaper.toRec709);
    for (float& value : image.samples)
        value = encodeClipped(value);
}

} // namespace unlit
