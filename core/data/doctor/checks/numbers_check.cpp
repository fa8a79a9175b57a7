#include "core/data/doctor/checks/checks.h"

namespace unlit::data {

namespace {

constexpr double kManyNotFinite = 0.01;
constexpr double kManyNegative = 0.001;

void checkPicture(const std::string& name, const BadPixels& bad, const Image& image,
                  Findings& findings) {
    const auto pixels = static_cast<double>(image.planeSize());
    if (bad.notFinite > 0) {
        const double share = static_cast<double>(bad.notFinite) / pixels;
        findings.push_back(
            {Check::Numbers, share > kManyNotFinite ? Severity::Error : Severity::Warning,
             percentText(share) + " of the " + name + "'s pixels are not a number or infinite (" +
                 std::to_string(bad.notFinite) + ")"});
    }
    const double negative = static_cast<double>(bad.negative) / pixels;
    if (negative > kManyNegative)
        findings.push_back({Check::Numbers, Severity::Warning,
                            percentText(negative) + " of the " + name + "'s pixels are negative"});
}

} // namespace

void checkNumbers(const PairPixels& pixels, Findings& findings) {
    checkPicture("beauty", pixels.beautyBad, pixels.beauty, findings);
    checkPicture("albedo", pixels.albedoBad, pixels.albedo, findings);
}

} // namespace unlit::data
