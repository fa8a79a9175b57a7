#include "core/data/doctor/checks/checks.h"

#include <algorithm>
#include <cmath>

namespace unlit::data {

namespace {

constexpr int kReach = 10;              // pixels each way
constexpr double kClearlyBetter = 0.05; // of correlation, over that without a shift
constexpr double kRealMatch = 0.25;     // correlation below this is chance
constexpr float kMostStops = 1.0F;      // one shadow edge must not outweigh a texture

struct Shift {
    int x = 0;
    int y = 0;
};

/// Correlation of the albedo's edges with the beauty `shift` pixels away, in [-1, 1].
double correlation(const LogEdges& edges, Shift shift) {
    const Gradients& albedo = edges.albedo;
    const Gradients& beauty = edges.beauty;
    double product = 0;
    double albedoEnergy = 0;
    double beautyEnergy = 0;
    for (const std::uint32_t i : albedo.strong) {
        const int x = static_cast<int>(i) % albedo.width + shift.x;
        const int y = static_cast<int>(i) / albedo.width + shift.y;
        if (x < 0 || y < 0 || x >= beauty.width || y >= beauty.height)
            continue;
        const auto j = static_cast<std::size_t>(y) * static_cast<std::size_t>(beauty.width) +
                       static_cast<std::size_t>(x);
        const float ax = std::clamp(albedo.x[i], -kMostStops, kMostStops);
        const float ay = std::clamp(albedo.y[i], -kMostStops, kMostStops);
        const float bx = std::clamp(beauty.x[j], -kMostStops, kMostStops);
        const float by = std::clamp(beauty.y[j], -kMostStops, kMostStops);
        product += ax * bx + ay * by;
        albedoEnergy += ax * ax + ay * ay;
        beautyEnergy += bx * bx + by * by;
    }
    const double scale = std::sqrt(albedoEnergy * beautyEnergy);
    return scale > 0 ? product / scale : 0;
}

std::string shiftText(Shift shift) {
    return std::to_string(std::abs(shift.x)) + (shift.x < 0 ? " px left" : " px right") + ", " +
           std::to_string(std::abs(shift.y)) + (shift.y < 0 ? " px up" : " px down");
}

} // namespace

void checkAlignment(const LogEdges& edges, Findings& findings) {
    if (edges.albedo.strong.size() < LogEdges::kMinStrong)
        return;
    const double inPlace = correlation(edges, {0, 0});
    double best = inPlace;
    Shift bestShift;
    for (int y = -kReach; y <= kReach; ++y)
        for (int x = -kReach; x <= kReach; ++x)
            if (const double here = correlation(edges, {x, y}); here > best) {
                best = here;
                bestShift = {x, y};
            }
    if (best > kRealMatch && best > inPlace + kClearlyBetter)
        findings.push_back({Check::Misaligned, Severity::Error,
                            "the beauty lies " + shiftText(bestShift) + " of its albedo"});
}

} // namespace unlit::data
