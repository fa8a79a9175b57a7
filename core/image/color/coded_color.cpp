#include "core/image/color/coded_color.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

// SMPTE ST 2084.
double decodePq(double sample) {
    constexpr double m1 = 2610.0 / 16384;
    constexpr double m2 = 2523.0 / 4096 * 128;
    constexpr double c1 = 3424.0 / 4096;
    constexpr double c2 = 2413.0 / 4096 * 32;
    constexpr double c3 = 2392.0 / 4096 * 32;
    constexpr double peakOverWhite = 10000.0 / 203;
    const double power = std::pow(sample, 1 / m2);
    return peakOverWhite * std::pow(std::max(power - c1, 0.0) / (c2 - c3 * power), 1 / m1);
}

// ITU-R BT.2100, inverse OETF.
double decodeHlg(double sample) {
    constexpr double a = 0.17883277;
    constexpr double b = 0.28466892;
    constexpr double c = 0.55991073;
    constexpr double white = 0.26496256; // of a signal of 75 %
    const double light =
        sample <= 0.5 ? sample * sample / 3 : (std::exp((sample - c) / a) + b) / 12;
    return light / white;
}

// ITU-R BT.709, inverse OETF.
double decodeBt709(double sample) {
    return sample < 0.081 ? sample / 4.5 : std::pow((sample + 0.099) / 1.099, 1 / 0.45);
}

} // namespace

std::optional<Chromaticities> codedPrimaries(int primaries) {
    switch (primaries) {
    case 1:
        return kRec709;
    case 9: // ITU-R BT.2020
        return Chromaticities{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, {0.3127, 0.3290}};
    case 11: // SMPTE RP 431-2
        return Chromaticities{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.314, 0.351}};
    case 12: // Display P3
        return Chromaticities{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.3127, 0.3290}};
    default:
        return {};
    }
}

bool isKnownTransfer(int transfer) {
    return !transferName(transfer).empty();
}

bool isHighDynamicRange(int transfer) {
    return transfer == 16 || transfer == 18;
}

std::string transferName(int transfer) {
    switch (transfer) {
    case 1:
    case 6:
    case 14:
    case 15:
        return "BT.709";
    case 4:
        return "gamma 2.2";
    case 5:
        return "gamma 2.8";
    case 8:
        return "linear";
    case 13:
        return "sRGB";
    case 16:
        return "PQ";
    case 18:
        return "HLG";
    default:
        return "";
    }
}

float fromNarrowRange(float sample, int bits) {
    const double unit = std::ldexp(1.0, bits - 8);
    const double level = sample * (std::ldexp(1.0, bits) - 1);
    return static_cast<float>((level - 16 * unit) / (219 * unit));
}

float decodeTransfer(float sample, int transfer) {
    const double value = std::clamp(static_cast<double>(sample), 0.0, 1.0);
    switch (transfer) {
    case 4:
        return static_cast<float>(std::pow(value, 2.2));
    case 5:
        return static_cast<float>(std::pow(value, 2.8));
    case 8:
        return static_cast<float>(value);
    case 13:
        return decodeSrgb(sample);
    case 16:
        return static_cast<float>(decodePq(value));
    case 18:
        return static_cast<float>(decodeHlg(value));
    default:
        return static_cast<float>(decodeBt709(value));
    }
}

} // namespace unlit
