#include "core/evaluate/contrast_slope.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

double luminanceOf(const MetricInput::Rgb& color) {
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]; // IEC 61966-2-1
}

/// Mean luminances over the valid pixels; NaN for none.
struct MeanLuminances {
    double prediction = 0;
    double truth = 0;
};

MeanLuminances meansOf(const MetricInput& input) {
    MeanLuminances means;
    double count = 0;
    input.forEachValidPixel([&](const MetricInput::Rgb& prediction, const MetricInput::Rgb& truth) {
        means.prediction += luminanceOf(prediction);
        means.truth += luminanceOf(truth);
        ++count;
    });
    return {means.prediction / count, means.truth / count};
}

} // namespace

double contrastSlope(const MetricInput& input) {
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    const MeanLuminances means = meansOf(input);
    if (!(means.truth > 0))
        return kNothing;
    if (!(means.prediction > 0))
        return 0; // black everywhere: no contrast is kept
    double p = 0;
    double t = 0;
    double tt = 0;
    double tp = 0;
    double count = 0;
    input.forEachValidPixel([&](const MetricInput::Rgb& prediction, const MetricInput::Rgb& truth) {
        const double actual = luminanceOf(truth) / means.truth;
        if (actual < kContrastFloor)
            return;
        const double x = std::log(actual);
        const double y =
            std::log(std::max(luminanceOf(prediction) / means.prediction, kContrastFloor));
        p += y;
        t += x;
        tt += x * x;
        tp += x * y;
        ++count;
    });
    const double variance = (tt - t * t / count) / count;
    if (!(variance > kFlatContrast * kFlatContrast))
        return kNothing;
    return (tp - t * p / count) / count / variance;
}

} // namespace unlit::evaluate
