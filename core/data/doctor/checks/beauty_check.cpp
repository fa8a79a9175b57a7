#include "core/data/doctor/checks/checks.h"

#include <algorithm>

namespace unlit::data {

namespace {

constexpr float kBlack = 1e-5F;
constexpr double kMostlyBlack = 0.98;
constexpr float kFullWhite = 0.998F;
constexpr double kBurntOut = 0.25;
constexpr float kFlatBeauty = 1e-3F; // of the brightest

} // namespace

void checkBeauty(const PairPixels& pixels, Findings& findings) {
    std::size_t valid = 0;
    std::size_t black = 0;
    std::size_t white = 0;
    float least = 1e30F;
    float most = 0;
    for (std::size_t i = 0; i < pixels.beautyY.size(); ++i) {
        if (pixels.valid[i] == 0)
            continue;
        const float y = pixels.beautyY[i];
        ++valid;
        black += y < kBlack ? 1 : 0;
        white += y >= kFullWhite ? 1 : 0;
        least = std::min(least, y);
        most = std::max(most, y);
    }
    if (valid == 0)
        return; // the mask check says so
    const double blackShare = static_cast<double>(black) / static_cast<double>(valid);
    const double whiteShare = static_cast<double>(white) / static_cast<double>(valid);
    if (blackShare > kMostlyBlack)
        findings.push_back(
            {Check::Beauty, Severity::Error, percentText(blackShare) + " of the beauty is black"});
    else if (most - least <= kFlatBeauty * most)
        findings.push_back({Check::Beauty, Severity::Error, "the beauty has one colour only"});
    else if (!pixels.beautyIsFloat && whiteShare > kBurntOut)
        findings.push_back(
            {Check::Exposure, Severity::Warning,
             percentText(whiteShare) + " of the beauty is burnt out: it was saved too bright"});
}

} // namespace unlit::data
