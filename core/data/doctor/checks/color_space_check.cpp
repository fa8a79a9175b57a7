#include "core/data/doctor/checks/checks.h"

#include <cmath>

namespace unlit::data {

namespace {

// In the middle of its range the sRGB curve flattens a step of light to about 0.45 of its stops.
constexpr double kFlattened = 0.62; // half way, in stops, from 1 to what the curve leaves
constexpr double kSharpened = 1.55;

std::string sideText(bool isFloat) {
    return isFloat ? "is encoded, in a file that promises linear light"
                   : "holds linear light, in a file that promises encoded values";
}

} // namespace

void checkColorSpace(const PairPixels& pixels, const LogEdges& edges, Findings& findings) {
    const EdgeEcho echo = echoOf(edges.albedo, edges.beauty);
    if (echo.edges < LogEdges::kMinStrong)
        return;
    (void)pixels;
    if (echo.slope > kSharpened)
        findings.push_back(
            {Check::ColorSpace, Severity::Warning,
             pixels.albedoIsFloat
                 ? "the albedo is too flat for its beauty: it looks as if it " + sideText(true)
                 : "the albedo is too flat for its beauty: it looks as if the beauty " +
                       sideText(pixels.beautyIsFloat)});
    else if (echo.slope < kFlattened && echo.slope > 0.2)
        findings.push_back(
            {Check::ColorSpace, Severity::Warning,
             pixels.beautyIsFloat
                 ? "the beauty is too flat for its albedo: it looks as if it " + sideText(true)
                 : "the beauty is too flat for its albedo: it looks as if the albedo " +
                       sideText(pixels.albedoIsFloat)});
}

} // namespace unlit::data
