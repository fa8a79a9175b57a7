#include "core/data/doctor/checks/checks.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kSame = 0.01F;        // of the value: what counts as the same sample
constexpr double kSamePicture = 0.98; // share of such samples
// Sum of the two cues. Of 60 renders of our own in order one has more than the first (0.6), none
// the second; exchanged, 49 and 29 have.
constexpr double kDoubtful = 0.25;
constexpr double kExchanged = 0.7;
constexpr float kDark = 0.004F; // linear: below, neighbours differ by noise
constexpr std::size_t kEnoughPixels = 200'000;
constexpr float kFlatNeighbours =
    0.001F; // of the value: two neighbours without any texture or noise

/// Share of valid pixels at which both pictures have the same luminance.
double sameShare(const PairPixels& pixels) {
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

/// How many more neighbours without any change the beauty has: a renderer's albedo has flat paint,
/// a lit picture hardly any. Share of the valid pixels with their right neighbours.
double flatnessOfBeauty(const PairPixels& pixels) {
    std::size_t count = 0;
    double flatAlbedo = 0;
    double flatBeauty = 0;
    const auto width = static_cast<std::size_t>(pixels.beauty.width);
    // Odd, so that all columns have their turn; large pictures need not be summed pixel by pixel.
    const std::size_t step = pixels.beautyY.size() / kEnoughPixels * 2 + 1;
    for (std::size_t i = 0; i + 1 < pixels.beautyY.size(); i += step) {
        const float a = pixels.albedoY[i];
        const float b = pixels.beautyY[i];
        if (pixels.valid[i] == 0 || a < kDark || b < kDark || (i + 1) % width == 0)
            continue;
        ++count;
        flatAlbedo += std::abs(pixels.albedoY[i + 1] - a) <= kFlatNeighbours * a ? 1 : 0;
        flatBeauty += std::abs(pixels.beautyY[i + 1] - b) <= kFlatNeighbours * b ? 1 : 0;
    }
    return count == 0 ? 0 : (flatBeauty - flatAlbedo) / static_cast<double>(count);
}

} // namespace

void checkSwapped(const PairPixels& pixels, const LogEdges& edges, Findings& findings) {
    if (sameShare(pixels) > kSamePicture) {
        findings.push_back(
            {Check::Swapped, Severity::Error, "beauty and albedo are the same picture"});
        return;
    }
    const EdgeEcho forward = echoOf(edges.albedo, edges.beauty);
    const EdgeEcho backward = echoOf(edges.beauty, edges.albedo);
    if (std::min(forward.edges, backward.edges) < LogEdges::kMinStrong)
        return;
    // Edges of the albedo come back in the beauty; edges of the light do not in the albedo. What
    // the quotient goes with tells nothing: light falls on bright walls or on dark ones.
    constexpr double edgeWeight = 10;
    constexpr double flatWeight = 3;
    const double cues =
        edgeWeight * (backward.kept - forward.kept) + flatWeight * flatnessOfBeauty(pixels);
    if (cues > kExchanged)
        findings.push_back({Check::Swapped, Severity::Error,
                            "beauty and albedo look exchanged: the light is in the albedo"});
    else if (cues > kDoubtful)
        findings.push_back({Check::Swapped, Severity::Warning,
                            "beauty and albedo may be exchanged: look which of them is lit"});
}

} // namespace unlit::data
