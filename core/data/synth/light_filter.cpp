#include "core/data/synth/light_filter.h"

#include <array>
#include <cstddef>

namespace unlit::synth {

namespace {

constexpr std::array<float, 5> kKernel = {1.0F / 16, 4.0F / 16, 6.0F / 16, 4.0F / 16, 1.0F / 16};
/// Pixels that a neighbour may lie off this pixel's plane before it counts half.
constexpr float kPlaneTolerance = 2.5F;

/// How much `other` says about `guide`, in [0,1].
float kinship(const PixelGuide& guide, const PixelGuide& other) {
    const float facing = dot(guide.normal, other.normal);
    if (facing <= 0)
        return 0;
    const float off =
        dot(guide.normal, other.position - guide.position) / (kPlaneTolerance * guide.footprint);
    const float squared = facing * facing;
    return squared * squared / (1.0F + off * off);
}

float divided(float a, float b) {
    return b > 1e-9F ? a / b : 0.0F;
}

} // namespace

std::vector<Vec3> lightRatio(LightPlane plane, const std::vector<PixelGuide>& guides, int width,
                             int rounds) {
    const int height = static_cast<int>(guides.size()) / width;
    LightPlane next = plane;
    for (int round = 0; round < rounds; ++round) {
        const int step = 1 << round;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const auto here = static_cast<std::size_t>(y * width + x);
                const PixelGuide& guide = guides[here];
                if (dot(guide.normal, guide.normal) < 0.25F)
                    continue;
                Vec3 open;
                Vec3 seen;
                float weights = 0;
                for (int dy = -2; dy <= 2; ++dy)
                    for (int dx = -2; dx <= 2; ++dx) {
                        const int nx = x + dx * step;
                        const int ny = y + dy * step;
                        if (nx < 0 || ny < 0 || nx >= width || ny >= height)
                            continue;
                        const auto there = static_cast<std::size_t>(ny * width + nx);
                        const float weight = kKernel[static_cast<std::size_t>(dx + 2)] *
                                             kKernel[static_cast<std::size_t>(dy + 2)] *
                                             kinship(guide, guides[there]);
                        open += plane.open[there] * weight;
                        seen += plane.seen[there] * weight;
                        weights += weight;
                    }
                // Normalised, so that every round weighs pixels alike.
                next.open[here] = open / weights;
                next.seen[here] = seen / weights;
            }
        std::swap(plane, next);
    }
    std::vector<Vec3> ratio(guides.size());
    for (std::size_t i = 0; i < ratio.size(); ++i)
        ratio[i] = {divided(plane.seen[i].x, plane.open[i].x),
                    divided(plane.seen[i].y, plane.open[i].y),
                    divided(plane.seen[i].z, plane.open[i].z)};
    return ratio;
}

} // namespace unlit::synth
