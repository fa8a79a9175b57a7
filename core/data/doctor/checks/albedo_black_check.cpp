#include "core/data/doctor/checks/checks.h"

#include <algorithm>

namespace unlit::data {

namespace {

constexpr float kLitBeauty = 0.002F; // linear
constexpr double kWhole = 0.98;
constexpr double kMost = 0.5;
constexpr double kWorthSaying = 0.001;

} // namespace

double blackAlbedoShare(const PairPixels& pixels) {
    std::size_t valid = 0;
    std::size_t black = 0;
    for (std::size_t i = 0; i < pixels.albedoY.size(); ++i) {
        if (pixels.valid[i] == 0)
            continue;
        ++valid;
        black += pixels.albedoY[i] < kBlackAlbedo && pixels.beautyY[i] > kLitBeauty ? 1 : 0;
    }
    return valid == 0 ? 0 : static_cast<double>(black) / static_cast<double>(valid);
}

void checkAlbedoBlack(const PairPixels& pixels, Findings& findings) {
    const double share = blackAlbedoShare(pixels);
    const bool allBlack = std::none_of(pixels.albedoY.begin(), pixels.albedoY.end(),
                                       [](float y) { return y >= kBlackAlbedo; });
    if (allBlack || share > kWhole)
        findings.push_back({Check::AlbedoBlack, Severity::Error, "the albedo is black"});
    else if (share > kMost)
        findings.push_back({Check::AlbedoBlack, Severity::Warning,
                            percentText(share) + " of the albedo is black where the beauty is lit: "
                                                 "a diffuse pass of metal or glass"});
    else if (share > kWorthSaying)
        findings.push_back({Check::AlbedoBlack, Severity::Note,
                            percentText(share) + " of the albedo is black where the beauty is lit, "
                                                 "as metal and glass are: masked in training"});
}

} // namespace unlit::data
