#include "core/evaluate/chroma_spread.h"

#include "core/evaluate/chroma_fidelity.h"
#include "core/evaluate/color_difference.h"

#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

/// Sums of chroma vectors, enough for the variance about their mean.
struct ChromaSums {
    double a = 0;
    double b = 0;
    double squared = 0;
    double count = 0;

    void add(const Lab& color) {
        a += color.a;
        b += color.b;
        squared += color.a * color.a + color.b * color.b;
        ++count;
    }

    double variance() const { return (squared - (a * a + b * b) / count) / count; }
};

} // namespace

double chromaSpread(const MetricInput& input) {
    ChromaSums predicted;
    ChromaSums actual;
    input.forEachValidPixel([&](const MetricInput::Rgb& prediction, const MetricInput::Rgb& truth) {
        predicted.add(labOf(prediction[0], prediction[1], prediction[2]));
        actual.add(labOf(truth[0], truth[1], truth[2]));
    });
    if (!(actual.variance() > kGreyChroma * kGreyChroma))
        return std::numeric_limits<double>::quiet_NaN();
    // Rounding can leave a little less than nothing of a prediction of one colour.
    return std::sqrt(std::fmax(0.0, predicted.variance()) / actual.variance());
}

} // namespace unlit::evaluate
