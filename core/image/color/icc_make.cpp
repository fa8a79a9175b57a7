// Profiles for pictures that this program writes.
#include "core/base/error.h"
#include "core/image/color/chromaticities.h"
#include "core/image/color/color.h"
#include "core/image/color/icc_handles.h"
#include "core/image/color/icc_profile.h"

#include <algorithm>
#include <array>

namespace unlit {

namespace {

struct DeleteToneCurve {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
};

using ToneCurve = std::unique_ptr<cmsToneCurve, DeleteToneCurve>;

ToneCurve curveOf(ColorSpace space) {
    // IEC 61966-2-1 as LittleCMS' type 4: (a x + b)^g from d on, c x below.
    constexpr std::array<cmsFloat64Number, 5> srgb = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92,
                                                      0.04045};
    switch (space) {
    case ColorSpace::Srgb:
        return ToneCurve(cmsBuildParametricToneCurve(nullptr, 4, srgb.data()));
    case ColorSpace::Gamma22:
        return ToneCurve(cmsBuildGamma(nullptr, 2.2));
    case ColorSpace::Log100: {
        std::array<cmsFloat32Number, 4096> light{};
        for (std::size_t i = 0; i < light.size(); ++i)
            light[i] = decodeDisplay(static_cast<float>(i) / (light.size() - 1), space);
        return ToneCurve(cmsBuildTabulatedToneCurveFloat(nullptr, light.size(), light.data()));
    }
    default:
        return ToneCurve(cmsBuildGamma(nullptr, 1.0));
    }
}

cmsCIExyY pointOf(const std::array<double, 2>& xy) {
    return {xy[0], xy[1], 1.0};
}

IccHandle makeProfile(ColorSpace space, bool isGrey) {
    const Chromaticities& primaries = space == ColorSpace::AcesCg ? kAp1 : kRec709;
    const cmsCIExyY white = pointOf(primaries.white);
    const ToneCurve curve = curveOf(space);
    if (isGrey)
        return IccHandle(cmsCreateGrayProfile(&white, curve.get()));
    const cmsCIExyYTRIPLE corners = {pointOf(primaries.red), pointOf(primaries.green),
                                     pointOf(primaries.blue)};
    const std::array<cmsToneCurve*, 3> curves = {curve.get(), curve.get(), curve.get()};
    return IccHandle(cmsCreateRGBProfile(&white, &corners, curves.data()));
}

/// The same picture gives the same file: ICC.1:2022, 7.2.8, the time at which a profile was made.
void fixDate(std::vector<unsigned char>& profile) {
    constexpr std::size_t place = 24;
    constexpr std::array<unsigned char, 12> date = {0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0};
    std::ranges::copy(date, profile.begin() + place);
}

} // namespace

std::vector<unsigned char> iccProfileOf(ColorSpace space, bool isGrey) {
    if (space == ColorSpace::Raw)
        return {};
    const IccHandle profile = makeProfile(space, isGrey);
    cmsUInt32Number size = 0;
    if (!profile || !cmsSaveProfileToMem(profile.get(), nullptr, &size))
        throw Error::internal("LittleCMS cannot make an ICC profile");
    std::vector<unsigned char> bytes(size);
    if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &size))
        throw Error::internal("LittleCMS cannot make an ICC profile");
    fixDate(bytes);
    return bytes;
}

} // namespace unlit
