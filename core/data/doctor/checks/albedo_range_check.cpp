#include "core/data/doctor/checks/checks.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr float kAboveOne = 1.02F;
constexpr double kManyAboveOne = 0.005;
constexpr double kBrightMean = 0.90; // linear: sRGB 243
constexpr double kDarkMean = 0.012;  // linear: sRGB 28

std::string numberText(double value) {
    const double rounded = std::round(value * 1000) / 1000;
    std::string text = std::to_string(rounded);
    return text.substr(0, text.find('.') + 4);
}

} // namespace

void checkAlbedoRange(const PairPixels& pixels, Findings& findings) {
    std::size_t counted = 0;
    std::size_t above = 0;
    double sum = 0;
    for (std::size_t i = 0; i < pixels.albedoY.size(); ++i) {
        if (pixels.valid[i] == 0 || pixels.albedoY[i] < kBlackAlbedo)
            continue;
        const float most = std::max(
            {pixels.albedo.plane(0)[i], pixels.albedo.plane(1)[i], pixels.albedo.plane(2)[i]});
        ++counted;
        above += most > kAboveOne ? 1 : 0;
        sum += pixels.albedoY[i];
    }
    if (counted == 0)
        return; // the check of black albedo says so
    const double share = static_cast<double>(above) / static_cast<double>(counted);
    const double mean = sum / static_cast<double>(counted);
    if (share > kManyAboveOne)
        findings.push_back({Check::AlbedoRange, Severity::Warning,
                            percentText(share) +
                                " of the albedo is above 1: no surface sends back more light than "
                                "it gets"});
    else if (mean > kBrightMean)
        findings.push_back(
            {Check::AlbedoRange, Severity::Warning,
             "the albedo is white almost everywhere (mean " + numberText(mean) + ", linear)"});
    else if (mean < kDarkMean)
        findings.push_back(
            {Check::AlbedoRange, Severity::Warning,
             "the albedo is darker than materials are (mean " + numberText(mean) + ", linear)"});
}

} // namespace unlit::data
