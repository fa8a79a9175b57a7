#include "core/evaluate/color_difference.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unlit::evaluate {

namespace {

constexpr double kTwentyFiveTo7 = 6103515625.0;

double labCurve(double ratio) {
    constexpr double kKnee = 6.0 / 29;
    return ratio > kKnee * kKnee * kKnee ? std::cbrt(ratio)
                                         : ratio / (3 * kKnee * kKnee) + 4.0 / 29;
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

/// Of a' and b*, 0 to 360; 0 for grey.
double hueOf(double a, double b) {
    if (a == 0 && b == 0)
        return 0;
    const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
    return degrees < 0 ? degrees + 360 : degrees;
}

double seventhShare(double chroma) {
    const double power = std::pow(chroma, 7);
    return std::sqrt(power / (power + kTwentyFiveTo7));
}

} // namespace

Lab labOf(double red, double green, double blue) {
    red = std::max(red, 0.0);
    green = std::max(green, 0.0);
    blue = std::max(blue, 0.0);
    constexpr double kWhiteX = 0.4124 + 0.3576 + 0.1805;
    constexpr double kWhiteZ = 0.0193 + 0.1192 + 0.9505;
    const double x = labCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / kWhiteX);
    const double y = labCurve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const double z = labCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / kWhiteZ);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double colorDifference(const Lab& first, const Lab& second) {
    const double meanOfChromas =
        (std::hypot(first.a, first.b) + std::hypot(second.a, second.b)) / 2;
    const double stretch = 1 + 0.5 * (1 - seventhShare(meanOfChromas));
    const double a1 = first.a * stretch;
    const double a2 = second.a * stretch;
    const double c1 = std::hypot(a1, first.b);
    const double c2 = std::hypot(a2, second.b);
    const double h1 = hueOf(a1, first.b);
    const double h2 = hueOf(a2, second.b);
    const bool isGrey = c1 * c2 == 0;
    double turn = isGrey ? 0 : h2 - h1;
    if (turn > 180)
        turn -= 360;
    else if (turn < -180)
        turn += 360;
    double hue = h1 + h2;
    if (!isGrey) {
        if (std::abs(h1 - h2) > 180)
            hue += hue < 360 ? 360 : -360;
        hue /= 2;
    }
    const double lightness = (first.l + second.l) / 2;
    const double chroma = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos(radians(hue - 30)) + 0.24 * std::cos(radians(2 * hue)) +
                     0.32 * std::cos(radians(3 * hue + 6)) - 0.20 * std::cos(radians(4 * hue - 63));
    const double middle = (lightness - 50) * (lightness - 50);
    const double dl = (second.l - first.l) / (1 + 0.015 * middle / std::sqrt(20 + middle));
    const double dc = (c2 - c1) / (1 + 0.045 * chroma);
    const double dh =
        2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2)) / (1 + 0.015 * chroma * t);
    const double angle = 30 * std::exp(-std::pow((hue - 275) / 25, 2));
    const double mixed = -2 * seventhShare(chroma) * std::sin(radians(2 * angle));
    return std::sqrt(dl * dl + dc * dc + dh * dh + mixed * dc * dh);
}

} // namespace unlit::evaluate
