#include "core/image/measured_albedos.h"

#include <algorithm>
#include <array>

namespace unlit {

namespace {

constexpr std::string_view kChart =
    "McCamy, Marcus and Davidson, A Color-Rendition Chart, 1976 (luminance of the ColorChecker)";
constexpr std::string_view kNatural =
    "Markvart and Castañer, Practical Handbook of Photovoltaics, 2003";
constexpr std::string_view kSand = "Tetzlaff, Albedo of the Sahara, 1983";
constexpr std::string_view kPavement = "Pon, Pavement Albedo, Heat Island Group, 1999";
constexpr std::string_view kWhitePaint = "Oke, Boundary Layer Climates, 1987: 0.50 to 0.90";
constexpr std::string_view kBrick = "Oke, Boundary Layer Climates, 1987: 0.20 to 0.40";
constexpr std::string_view kConcrete = "Oke, Boundary Layer Climates, 1987: 0.10 to 0.35";
constexpr std::string_view kGreyCard = "Kodak Gray Card, publication R-27";

constexpr std::array<MeasuredAlbedo, 17> kMeasured = {{
    {"colorchecker-white", "ColorChecker white", 0.900, kChart},
    {"fresh-snow", "Fresh snow", 0.80, kNatural},
    {"white-paint", "White paint", 0.70, kWhitePaint},
    {"colorchecker-neutral-8", "ColorChecker neutral 8", 0.591, kChart},
    {"new-concrete", "New concrete", 0.55, kNatural},
    {"dry-sand", "Dry desert sand", 0.40, kSand},
    {"colorchecker-neutral-6.5", "ColorChecker neutral 6.5", 0.362, kChart},
    {"brick", "Red brick", 0.30, kBrick},
    {"grass", "Green grass", 0.25, kNatural},
    {"concrete", "Concrete", 0.225, kConcrete},
    {"colorchecker-neutral-5", "ColorChecker neutral 5", 0.198, kChart},
    {"grey-card", "18 % grey card", 0.18, kGreyCard},
    {"bare-soil", "Bare soil", 0.17, kNatural},
    {"worn-asphalt", "Worn asphalt", 0.12, kPavement},
    {"colorchecker-neutral-3.5", "ColorChecker neutral 3.5", 0.090, kChart},
    {"fresh-asphalt", "Fresh asphalt", 0.04, kPavement},
    {"colorchecker-black", "ColorChecker black", 0.031, kChart},
}};

} // namespace

std::span<const MeasuredAlbedo> measuredAlbedos() {
    return kMeasured;
}

const MeasuredAlbedo* measuredAlbedo(std::string_view key) {
    const auto* found = std::ranges::find(kMeasured, key, &MeasuredAlbedo::key);
    return found == kMeasured.end() ? nullptr : &*found;
}

std::vector<std::string> measuredAlbedoKeys() {
    std::vector<std::string> keys;
    for (const MeasuredAlbedo& measured : kMeasured)
        keys.emplace_back(measured.key);
    return keys;
}

} // namespace unlit
