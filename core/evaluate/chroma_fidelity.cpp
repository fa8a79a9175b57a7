#include "core/evaluate/chroma_fidelity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

constexpr double kGreyChroma = 0.5; // root mean square of C*

struct Chroma {
    double a = 0;
    double b = 0;
};

double labCurve(double ratio) {
    constexpr double kKnee = 6.0 / 29;
    return ratio > kKnee * kKnee * kKnee ? std::cbrt(ratio)
                                         : ratio / (3 * kKnee * kKnee) + 4.0 / 29;
}

/// Rec.709 to XYZ (IEC 61966-2-1), each divided by its white: grey gives three equal values.
Chroma chromaOf(double red, double green, double blue) {
    red = std::max(red, 0.0);
    green = std::max(green, 0.0);
    blue = std::max(blue, 0.0);
    constexpr double kWhiteX = 0.4124 + 0.3576 + 0.1805;
    constexpr double kWhiteZ = 0.0193 + 0.1192 + 0.9505;
    const double x = labCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / kWhiteX);
    const double y = labCurve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const double z = labCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / kWhiteZ);
    return {500 * (x - y), 200 * (y - z)};
}

} // namespace

double chromaFidelity(const MetricInput& input) {
    double product = 0;
    double truthSquared = 0;
    std::size_t count = 0;
    for (int picture = 0; picture < input.pictures; ++picture) {
        const std::size_t first =
            static_cast<std::size_t>(picture) * static_cast<std::size_t>(input.channels);
        const auto valid = input.validPlane(first);
        const auto at = [first](auto planeOf, std::size_t i) {
            return chromaOf(planeOf(first)[i], planeOf(first + 1)[i], planeOf(first + 2)[i]);
        };
        for (std::size_t i = 0; i < input.planeSize(); ++i) {
            if (!valid.empty() && valid[i] == 0)
                continue;
            const Chroma p = at([&](std::size_t plane) { return input.predictionPlane(plane); }, i);
            const Chroma t = at([&](std::size_t plane) { return input.truthPlane(plane); }, i);
            product += p.a * t.a + p.b * t.b;
            truthSquared += t.a * t.a + t.b * t.b;
            ++count;
        }
    }
    if (!(truthSquared > kGreyChroma * kGreyChroma * static_cast<double>(count)))
        return std::numeric_limits<double>::quiet_NaN();
    return product / truthSquared;
}

} // namespace unlit::evaluate
