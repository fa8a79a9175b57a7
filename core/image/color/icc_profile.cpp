#include "core/image/color/icc_profile.h"

#include "core/base/error.h"
#include "core/image/color/icc_handles.h"
#include "core/image/color/icc_shaper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace unlit {

namespace {

constexpr int kGridSteps = 5; // of each channel, to compare a profile with sRGB
constexpr float kOneLevel = 1.0F / 255.0F;

std::optional<IccKind> kindOf(const IccHandle& profile) {
    if (!profile || cmsGetDeviceClass(profile.get()) == cmsSigLinkClass ||
        cmsGetDeviceClass(profile.get()) == cmsSigNamedColorClass)
        return {};
    switch (cmsGetColorSpace(profile.get())) {
    case cmsSigGrayData:
        return IccKind::Grey;
    case cmsSigRgbData:
        return IccKind::Rgb;
    case cmsSigCmykData:
        return IccKind::Cmyk;
    default:
        return {};
    }
}

std::size_t channelsOf(IccKind kind) {
    return kind == IccKind::Grey ? 1 : kind == IccKind::Rgb ? 3 : 4;
}

// 16-bit levels: LittleCMS is several times faster with them than with floats.
IccTransform makeTransform(const IccHandle& profile, IccKind kind) {
    const cmsUInt32Number input = kind == IccKind::Grey  ? TYPE_GRAY_16
                                  : kind == IccKind::Rgb ? TYPE_RGB_16
                                                         : TYPE_CMYK_16;
    const IccHandle srgb(cmsCreate_sRGBProfile());
    return IccTransform(cmsCreateTransform(
        profile.get(), input, srgb.get(), TYPE_RGB_16, INTENT_RELATIVE_COLORIMETRIC,
        cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_HIGHRESPRECALC));
}

std::string descriptionOf(const IccHandle& profile) {
    std::array<char, 256> text{};
    cmsGetProfileInfoASCII(profile.get(), cmsInfoDescription, "en", "US", text.data(), text.size());
    return text.data();
}

std::uint16_t toLevel(float value) {
    const float clipped = value > 0 ? std::min(value, 1.0F) : 0.0F; // also turns NaN into 0
    return static_cast<std::uint16_t>(std::lround(clipped * 65535.0F));
}

void applyTransform(Image& image, const IccTransform& transform, std::size_t channels) {
    const auto width = static_cast<std::size_t>(image.width);
    std::vector<std::uint16_t> in(width * channels);
    std::vector<std::uint16_t> out(width * 3);
    for (std::size_t start = 0; start < image.planeSize(); start += width) {
        for (std::size_t c = 0; c < channels; ++c)
            for (std::size_t x = 0; x < width; ++x)
                in[x * channels + c] = toLevel(image.plane(static_cast<int>(c))[start + x]);
        cmsDoTransform(transform.get(), in.data(), out.data(), static_cast<cmsUInt32Number>(width));
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t x = 0; x < width; ++x)
                image.plane(static_cast<int>(c))[start + x] =
                    static_cast<float>(out[x * 3 + c]) / 65535.0F;
    }
}

// By the same way that a picture would take.
void convert(Image& image, const IccHandle& profile, IccKind kind) {
    if (const auto shaper = readShaper(profile)) {
        applyShaper(image, *shaper);
        return;
    }
    const IccTransform transform = makeTransform(profile, kind);
    if (!transform)
        throw Error::internal("LittleCMS cannot use an ICC profile that it opened");
    applyTransform(image, transform, channelsOf(kind));
}

Image sampleGrid(IccKind kind) {
    Image grid = makeImage(kGridSteps, kGridSteps * kGridSteps, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t point = 0; point < grid.planeSize(); ++point) {
        std::size_t rest = point;
        for (int c = 0; c < 3; ++c, rest /= kGridSteps)
            grid.plane(c)[point] =
                kind == IccKind::Grey
                    ? static_cast<float>(point) / static_cast<float>(grid.planeSize() - 1)
                    : static_cast<float>(rest % kGridSteps) / (kGridSteps - 1);
    }
    return grid;
}

using ToRec709 = void (*)(Image&, const IccHandle&, IccKind);

/// Whether the conversion leaves pictures as they are.
bool changesNothing(const IccHandle& profile, IccKind kind, ToRec709 conversion) {
    const Image before = sampleGrid(kind);
    Image after = before;
    conversion(after, profile, kind);
    return std::equal(before.samples.begin(), before.samples.end(), after.samples.begin(),
                      [](float a, float b) { return std::abs(a - b) < kOneLevel; });
}

IccHandle linearRec709() {
    const cmsCIExyY white = {kRec709.white[0], kRec709.white[1], 1};
    const cmsCIExyYTRIPLE primaries = {{kRec709.red[0], kRec709.red[1], 1},
                                       {kRec709.green[0], kRec709.green[1], 1},
                                       {kRec709.blue[0], kRec709.blue[1], 1}};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, 1.0);
    cmsToneCurve* curves[] = {curve, curve, curve};
    IccHandle profile(cmsCreateRGBProfile(&white, &primaries, curves));
    cmsFreeToneCurve(curve);
    return profile;
}

void convertToLinear(Image& image, const IccHandle& profile, IccKind kind) {
    if (unfoldShaper(image, profile))
        return;
    const std::size_t channels = channelsOf(kind);
    const IccHandle target = linearRec709();
    const IccTransform transform(cmsCreateTransform(
        profile.get(), channels == 1 ? TYPE_GRAY_FLT : TYPE_RGB_FLT, target.get(), TYPE_RGB_FLT,
        INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION));
    if (!transform)
        throw Error::internal("LittleCMS cannot use an ICC profile that it opened");
    std::vector<float> in(channels);
    std::array<float, 3> out{};
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        for (std::size_t c = 0; c < channels; ++c)
            in[c] = image.plane(static_cast<int>(c))[i];
        cmsDoTransform(transform.get(), in.data(), out.data(), 1);
        for (std::size_t c = 0; c < 3; ++c)
            image.plane(static_cast<int>(c))[i] = out[c];
    }
}

} // namespace

std::optional<IccSummary> readIcc(std::span<const unsigned char> bytes) {
    const IccHandle profile = openIcc(bytes);
    const auto kind = kindOf(profile);
    if (!kind || (!readShaper(profile) && !makeTransform(profile, *kind)))
        return {};
    const bool isColorOrGrey = *kind != IccKind::Cmyk;
    return IccSummary{*kind, descriptionOf(profile),
                      isColorOrGrey && changesNothing(profile, *kind, convert),
                      isColorOrGrey && changesNothing(profile, *kind, convertToLinear)};
}

void convertIccToLinear(Image& image, std::span<const unsigned char> bytes) {
    const IccHandle profile = openIcc(bytes);
    const auto kind = kindOf(profile);
    if (!kind || *kind == IccKind::Cmyk || image.channelCount() != 3)
        throw Error::internal("an ICC profile that does not fit its picture");
    convertToLinear(image, profile, *kind);
    image.channels = {"R", "G", "B"};
}

void convertIccToSrgb(Image& image, std::span<const unsigned char> bytes) {
    const IccHandle profile = openIcc(bytes);
    const auto kind = kindOf(profile);
    if (!kind || image.channelCount() != (kind == IccKind::Cmyk ? 4 : 3))
        throw Error::internal("an ICC profile that does not fit its picture");
    convert(image, profile, *kind);
    image.channels = {"R", "G", "B"};
    image.samples.resize(3 * image.planeSize());
}

} // namespace unlit
