#include "core/data/doctor/checks/checks.h"

#include <algorithm>

namespace unlit::data {

namespace {

constexpr float kFlatAlbedo = 2e-3F;

} // namespace

void checkAlbedoFlat(const PairPixels& pixels, Findings& findings) {
    bool isFlat = true;
    bool isBlack = true;
    bool any = false;
    for (int c = 0; c < 3 && isFlat; ++c) {
        float least = 1e30F;
        float most = -1e30F;
        const auto plane = pixels.albedo.plane(c);
        for (std::size_t i = 0; i < plane.size(); ++i)
            if (pixels.valid[i] != 0) {
                least = std::min(least, plane[i]);
                most = std::max(most, plane[i]);
            }
        any = any || most >= least;
        isFlat = most - least <= kFlatAlbedo;
        isBlack = isBlack && most <= kFlatAlbedo;
    }
    if (any && isFlat && !isBlack) // a black one is another check's
        findings.push_back({Check::AlbedoFlat, Severity::Error,
                            "the albedo has one colour only: nothing can be learnt from it"});
}

} // namespace unlit::data
