#include "core/data/doctor/checks/checks.h"

namespace unlit::data {

void checkSize(const PairPixels& pixels, Findings& findings) {
    if (!pixels.sameSize())
        findings.push_back({Check::Size, Severity::Error,
                            "the beauty is " + sizeText(pixels.beauty) + ", the albedo " +
                                sizeText(pixels.albedo)});
}

} // namespace unlit::data
