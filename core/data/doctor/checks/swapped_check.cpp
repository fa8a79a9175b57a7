#include "core/data/doctor/checks/checks.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kSame = 0.01F;        // of the value: what counts as the same sample
constexpr double kSamePicture = 0.98; // share of such samples
constexpr double kExchanged = 0.45;   // sum of the three cues; pairs in order stay below 0.4
constexpr float kDark = 0.004F;       // linear: below, the quotient is noise
constexpr std::size_t kEnoughPixels = 200'000;
constexpr float kFlat = 0.001F; // of the value: two neighbours without any texture or noise

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

/// Sums over pixels, in stops.
struct Moments {
    double count = 0;
    double a = 0;
    double b = 0;
    double aa = 0;
    double bb = 0;
    double ab = 0;

    void add(double albedo, double beauty) {
        ++count;
        a += albedo;
        b += beauty;
        aa += albedo * albedo;
        bb += beauty * beauty;
        ab += albedo * beauty;
    }

    /// Light = beauty - albedo goes with the beauty and not with the albedo. The sum of both
    /// correlations, with its sign turned: negative in order, positive when exchanged.
    double lightCue() const {
        if (count < 2)
            return 0;
        const double varA = aa / count - a / count * (a / count);
        const double varB = bb / count - b / count * (b / count);
        const double both = ab / count - a / count * (b / count);
        const double varLight = varA + varB - 2 * both;
        if (varA <= 0 || varB <= 0 || varLight <= 0)
            return 0;
        return -((both - varA) / std::sqrt(varLight * varA) +
                 (varB - both) / std::sqrt(varLight * varB));
    }
};

/// Light and flatness, over valid pixels and their right neighbours.
double pixelCues(const PairPixels& pixels) {
    Moments moments;
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
        moments.add(std::log2(a), std::log2(b));
        flatAlbedo += std::abs(pixels.albedoY[i + 1] - a) <= kFlat * a ? 1 : 0;
        flatBeauty += std::abs(pixels.beautyY[i + 1] - b) <= kFlat * b ? 1 : 0;
    }
    constexpr double flatWeight = 3;
    return moments.count == 0
               ? 0
               : moments.lightCue() + flatWeight * (flatBeauty - flatAlbedo) / moments.count;
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
    // Edges of the albedo come back in the beauty; edges of the light do not in the albedo.
    constexpr double edgeWeight = 10;
    const double cues = edgeWeight * (backward.kept - forward.kept) + pixelCues(pixels);
    if (cues > kExchanged)
        findings.push_back({Check::Swapped, Severity::Error,
                            "beauty and albedo look exchanged: the light is in the albedo"});
}

} // namespace unlit::data
