#include "core/image/icc_shaper.h"

#include "core/image/color.h"

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

float encodeClipped(double light) {
    return encodeSrgb(light > 0 ? static_cast<float>(std::min(light, 1.0)) : 0.0F);
}

} // namespace

std::optional<IccShaper> readShaper(const IccHandle& profile) {
    if (!isPlain(profile))
        return {};
    IccShaper shaper;
    if (cmsGetColorSpace(profile.get()) == cmsSigGrayData) {
        const cmsToneCurve* curve = curveOf(profile, cmsSigGrayTRCTag);
        if (curve == nullptr)
            return {};
        shaper.curves.push_back(tabulate(curve));
        return shaper;
    }
    if (cmsGetColorSpace(profile.get()) != cmsSigRgbData)
        return {};
    for (const auto tag : {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag}) {
        const cmsToneCurve* curve = curveOf(profile, tag);
        if (curve == nullptr)
            return {};
        shaper.curves.push_back(tabulate(curve));
    }
    const IccHandle srgb(cmsCreate_sRGBProfile());
    const auto from = colorantsOf(profile);
    const auto to = colorantsOf(srgb);
    if (!from || !to)
        return {};
    shaper.toRec709 = multiply(inverse(*to), *from);
    return shaper;
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
