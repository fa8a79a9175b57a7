#include "ui/viewer/color_map.h"

#include "core/image/color/color.h"
#include "ui/bridge/display_curve.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <span>

namespace unlit::ui {

namespace {

using Vector3 = std::array<double, 3>;

// Rows are powers of the position, columns R, G, B.
constexpr std::array<Vector3, 7> kViridis = {
    {{0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
     {0.1050930431085774, 1.404613529898575, 1.384590162594685},
     {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
     {-4.634230498983486, -5.799100973351585, -19.33244095627987},
     {6.228269936347081, 14.17993336680509, 56.69055260068105},
     {4.776384997670288, -13.74514537774601, -65.35303263337234},
     {-5.435455855934631, 4.645852612178535, 26.3124352495832}}};
constexpr std::array<Vector3, 7> kInferno = {
    {{0.0002189403691192265, 0.001651004631001012, -0.01948089843709184},
     {0.1065134194856116, 0.5639564367884091, 3.932712388889277},
     {11.60249308247187, -3.972853965665698, -15.9423941062914},
     {-41.70399613139459, 17.43639888205313, 44.35414519872813},
     {77.162935699427, -33.40235894210092, -81.80730925738993},
     {-71.31942824499214, 32.62606426397723, 73.20951985803202},
     {25.13112622477341, -12.24266895238567, -23.07032500287172}}};
constexpr std::array<Vector3, 6> kTurbo = {{{0.13572138, 0.09140261, 0.10667330},
                                            {4.61539260, 2.19418839, 12.64194608},
                                            {-42.66032258, 4.84296658, -60.58204836},
                                            {132.13108234, -14.18503333, 110.36276771},
                                            {-152.94239396, 4.27729857, -89.90310912},
                                            {59.28637943, 2.82956604, 27.34824973}}};

// Moreland's cool-warm: its ends in his polar form of CIELAB (M length, s saturation angle, h hue
// angle), grey of M = 88 between them.
constexpr double kWhiteLength = 88;
constexpr Vector3 kCool = {80, 1.08, -1.1};
constexpr Vector3 kWarm = {80, 1.08, 0.5};
constexpr double kCoolMiddleHue = -1.661; // hues at the grey, turned so that steps look even
constexpr double kWarmMiddleHue = 1.061;

QRgb polynomial(std::span<const Vector3> powers, double t) {
    Vector3 sum{};
    for (auto row = powers.rbegin(); row != powers.rend(); ++row) {
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] = sum[c] * t + (*row)[c];
    }
    return qRgb(toByte(sum[0]), toByte(sum[1]), toByte(sum[2]));
}

/// Polar CIELAB (D65) to an sRGB colour.
QRgb fromPolarLab(const Vector3& msh) {
    const double lightness = msh[0] * std::cos(msh[1]);
    const double a = msh[0] * std::sin(msh[1]) * std::cos(msh[2]);
    const double b = msh[0] * std::sin(msh[1]) * std::sin(msh[2]);
    const auto fromLab = [](double value) {
        constexpr double edge = 6.0 / 29;
        return value > edge ? value * value * value : 3 * edge * edge * (value - 4.0 / 29);
    };
    const double y = (lightness + 16) / 116;
    const Vector3 xyz = {0.95047 * fromLab(y + a / 500), fromLab(y),
                         1.08883 * fromLab(y - b / 200)};
    const Matrix3 toRgb = inverse(rgbToXyz(kRec709));
    std::array<int, 3> bytes{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double light = toRgb[c][0] * xyz[0] + toRgb[c][1] * xyz[1] + toRgb[c][2] * xyz[2];
        bytes[c] = toByte(encodeSrgb(static_cast<float>(light)));
    }
    return qRgb(bytes[0], bytes[1], bytes[2]);
}

QRgb coolWarm(double t) {
    const bool isCool = t < 0.5;
    const Vector3 end = isCool ? kCool : kWarm;
    const Vector3 middle = {kWhiteLength, 0, isCool ? kCoolMiddleHue : kWarmMiddleHue};
    const double share = isCool ? 2 * t : 2 - 2 * t; // 0 at the end, 1 at the grey
    Vector3 mixed{};
    for (std::size_t i = 0; i < 3; ++i)
        mixed[i] = end[i] * (1 - share) + middle[i] * share;
    return fromPolarLab(mixed);
}

} // namespace

QString colorMapName(ColorMapKind kind) {
    switch (kind) {
    case ColorMapKind::Grey:
        return QCoreApplication::translate("ColorMap", "Grey");
    case ColorMapKind::Viridis:
        return QCoreApplication::translate("ColorMap", "Viridis");
    case ColorMapKind::Inferno:
        return QCoreApplication::translate("ColorMap", "Inferno");
    case ColorMapKind::Turbo:
        return QCoreApplication::translate("ColorMap", "Turbo");
    case ColorMapKind::CoolWarm:
        break;
    }
    return QCoreApplication::translate("ColorMap", "Cool-warm");
}

QRgb mapColor(ColorMapKind kind, double position) {
    const double t = std::clamp(position, 0.0, 1.0);
    switch (kind) {
    case ColorMapKind::Grey:
        return qRgb(toByte(t), toByte(t), toByte(t));
    case ColorMapKind::Viridis:
        return polynomial(kViridis, t);
    case ColorMapKind::Inferno:
        return polynomial(kInferno, t);
    case ColorMapKind::Turbo:
        return polynomial(kTurbo, t);
    case ColorMapKind::CoolWarm:
        break;
    }
    return coolWarm(t);
}

ColorMapTable::ColorMapTable(ColorMapKind kind) : m_colors(kSteps) {
    for (std::size_t i = 0; i < m_colors.size(); ++i)
        m_colors[i] = mapColor(kind, static_cast<double>(i) / (kSteps - 1));
}

} // namespace unlit::ui
