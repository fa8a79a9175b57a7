#include "core/data/doctor/checks/checks.h"

#include <cmath>

namespace unlit::data {

namespace {

constexpr float kSame = 0.01F;         // of the value: what counts as the same sample
constexpr double kSamePicture = 0.98;  // share of such samples
constexpr double kKeptMore = 0.12;     // how much better the wrong order must explain the edges

} // namespace

/// Share of valid pixels at which both pictures have the same luminance.
static double sameShare(const PairPixels& pixels) {
    std::size_t valid = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < pixels.beautyY.size(); ++i) {
        if (pixels.valid[i] == 0)
            continue;
        ++valid;
        const float larger = std::max(pixels.beautyY[i], pixels.albedoY[i]);
        same += std::abs(pixels.beautyY[i] - pixels.albedoY[i]) <= kSame * larger ? 1 : 0;
    }
    return valid == 0 ? 0 : static_cast<double>(same) / static_cast<double>(valid);
}

void checkSwapped(const PairPixels& pixels, const LogEdges& edges, Findings& findings) {
    if (sameShare(pixels) > kSamePicture) {
        findings.push_back({Check::Swapped, Severity::Error,
                            "beauty and albedo are the same picture"});
        return;
    }
    const EdgeEcho forward = echoOf(edges.albedo, edges.beauty);
    const EdgeEcho backward = echoOf(edges.beauty, edges.albedo);
    if (std::min(forward.edges, backward.edges) < LogEdges::kMinStrong)
        return;
    if (backward.kept > forward.kept + kKeptMore)
        findings.push_back({Check::Swapped, Severity::Error,
                            "beauty and albedo look exchanged: the light is in the albedo"});
}

} // namespace unlit::data
