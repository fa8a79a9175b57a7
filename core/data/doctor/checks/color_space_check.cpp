#include "core/data/doctor/checks/checks.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace unlit::data {

namespace {

// In the middle of its range the sRGB curve flattens a step of light to about 0.45 of its stops.
// Gloss and haze flatten it too, but then no other curve explains more of the edges.
constexpr double kWellKept = 0.8;     // such a pair is sound: no other curve need be tried
constexpr double kClearlyMore = 0.08; // of the edges, explained by another curve
constexpr double kFewestKept = 0.35;  // below, chance explains as many
constexpr std::size_t kFewestAsRead = 20;
constexpr double kUsualMistake = 0.1; // in favour of the likelier of two readings
// No gloss or haze alone brings the edges beyond these, even where noise hides what would fit.
constexpr double kSteepest = 1.7;
constexpr double kFlattest = 0.62;
constexpr double kUnrelated = 0.2; // pictures of different things

using Curve = float (*)(float);

/// Luminance of a picture whose channels are read under another curve.
std::vector<float> under(const Image& image, Curve curve) {
    Image other = image;
    for (float& sample : other.samples)
        sample = curve(std::clamp(sample, 0.0F, 1.0F));
    return luminanceOf(other);
}

/// One of the pictures read otherwise.
struct Reading {
    bool isBeauty = false;  ///< else the albedo
    bool isDecoded = false; ///< what was taken as linear is encoded; else the other way round
    EdgeEcho echo;
};

Reading readOtherwise(const PairPixels& pixels, const LogEdges& edges, bool isBeauty,
                      bool isDecoded) {
    const Curve curve = isDecoded ? decodeSrgb : encodeSrgb;
    const Gradients other = edgesOf(pixels, under(isBeauty ? pixels.beauty : pixels.albedo, curve));
    return {isBeauty, isDecoded,
            isBeauty ? echoOf(edges.albedo, other) : echoOf(other, edges.beauty)};
}

double offOf(const EdgeEcho& echo) {
    return echo.slope > 0 ? std::abs(std::log2(echo.slope)) : 100;
}

/// True when the other reading explains more edges than `explained`, at nearly their own height.
bool fitsBetter(double explained, const EdgeEcho& other) {
    constexpr double nearlyOne = 0.32; // stops: gloss takes that much
    return other.edges >= LogEdges::kMinStrong && other.kept > kFewestKept &&
           other.kept > explained && offOf(other) < nearlyOne;
}

bool isFloat(const PairPixels& pixels, bool isBeauty) {
    return isBeauty ? pixels.beautyIsFloat : pixels.albedoIsFloat;
}

std::string whyOf(bool isDecoded, bool inFloatFile) {
    if (isDecoded)
        return inFloatFile ? "holds encoded values, in a file that promises linear light"
                           : "was encoded twice";
    return inFloatFile ? "was decoded twice"
                       : "holds linear light, in a file that promises encoded values";
}

} // namespace

void checkColorSpace(const PairPixels& pixels, const LogEdges& edges, Findings& findings) {
    const EdgeEcho asRead = echoOf(edges.albedo, edges.beauty);
    if (asRead.edges < kFewestAsRead || asRead.kept > kWellKept)
        return;
    // Exchanged pictures look flat too; their edges are explained the other way round.
    const double backward = echoOf(edges.beauty, edges.albedo).kept;
    const double explained = std::max(asRead.kept, backward) + kClearlyMore;
    std::optional<Reading> best;
    double bestScore = 0;
    for (const bool isBeauty : {true, false})
        for (const bool isDecoded : {true, false}) {
            const Reading reading = readOtherwise(pixels, edges, isBeauty, isDecoded);
            // Float files hold encoded values by mistake more often than values decoded twice.
            const bool isUsual = isDecoded == isFloat(pixels, isBeauty);
            const double score = reading.echo.kept + (isUsual ? kUsualMistake : 0);
            if (fitsBetter(explained, reading.echo) && score > bestScore) {
                best = reading;
                bestScore = score;
            }
        }
    const bool isFarOff =
        asRead.edges >= LogEdges::kMinStrong && backward < asRead.kept + kClearlyMore &&
        (asRead.slope > kSteepest || (asRead.slope < kFlattest && asRead.slope > kUnrelated));
    if (!best && !isFarOff)
        return;
    const bool albedoIsFlat = best ? best->isBeauty != best->isDecoded : asRead.slope > 1;
    std::string text = albedoIsFlat ? "the albedo is too flat for its beauty"
                                    : "the beauty is too flat for its albedo";
    if (best)
        text += std::string(": it looks as if the ") + (best->isBeauty ? "beauty " : "albedo ") +
                whyOf(best->isDecoded, isFloat(pixels, best->isBeauty));
    else
        text += ": one of the two was read under a wrong colour curve";
    findings.push_back({Check::ColorSpace, Severity::Warning, text});
}

} // namespace unlit::data
