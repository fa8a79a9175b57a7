#include "core/evaluate/chroma_fidelity.h"

#include "core/evaluate/color_difference.h"

#include <cmath>
#include <limits>

namespace unlit::evaluate {

namespace {

constexpr double kGreyChroma = 0.5; // root mean square of C*

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
            return labOf(planeOf(first)[i], planeOf(first + 1)[i], planeOf(first + 2)[i]);
        };
        for (std::size_t i = 0; i < input.planeSize(); ++i) {
            if (!valid.empty() && valid[i] == 0)
                continue;
            const Lab p = at([&](std::size_t plane) { return input.predictionPlane(plane); }, i);
            const Lab t = at([&](std::size_t plane) { return input.truthPlane(plane); }, i);
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
