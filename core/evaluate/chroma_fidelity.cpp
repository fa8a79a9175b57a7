#include "core/evaluate/chroma_fidelity.h"

#include "core/evaluate/color_difference.h"

#include <limits>

namespace unlit::evaluate {

double chromaFidelity(const MetricInput& input) {
    double product = 0;
    double truthSquared = 0;
    std::size_t count = 0;
    input.forEachValidPixel([&](const MetricInput::Rgb& prediction, const MetricInput::Rgb& truth) {
        const Lab p = labOf(prediction[0], prediction[1], prediction[2]);
        const Lab t = labOf(truth[0], truth[1], truth[2]);
        product += p.a * t.a + p.b * t.b;
        truthSquared += t.a * t.a + t.b * t.b;
        ++count;
    });
    if (!(truthSquared > kGreyChroma * kGreyChroma * static_cast<double>(count)))
        return std::numeric_limits<double>::quiet_NaN();
    return product / truthSquared;
}

} // namespace unlit::evaluate
