#include "core/data/doctor/checks/checks.h"

#include <algorithm>

namespace unlit::data {

namespace {

constexpr double kNearlyAll = 0.98;

} // namespace

void checkMask(const PairPixels& pixels, Findings& findings) {
    if (!pixels.maskProblem.empty())
        findings.push_back({Check::Mask, Severity::Error, pixels.maskProblem});
    const auto left = std::count(pixels.valid.begin(), pixels.valid.end(), 1);
    if (left == 0)
        findings.push_back({Check::Mask, Severity::Error, "the mask leaves no pixel of the pair"});
    else if (pixels.maskedOut > kNearlyAll)
        findings.push_back(
            {Check::Mask, Severity::Warning,
             "the mask takes out " + percentText(pixels.maskedOut) + " of the picture"});
}

} // namespace unlit::data
