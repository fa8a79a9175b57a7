#include "ui/screenshot/sample_scene.h"

#include "core/image/color/color.h"
#include "ui/screenshot/sample_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace unlit::ui {

namespace {

constexpr int kSunRays = 12;
constexpr int kSkyRays = 8;

/// Numbers in [0,1) that look random; the same for the same place.
class Noise {
public:
    Noise(int x, int y, int salt)
        : m_state(static_cast<std::uint32_t>(x) * 0x9E3779B1U ^
                  static_cast<std::uint32_t>(y) * 0x85EBCA77U ^
                  static_cast<std::uint32_t>(salt) * 0xC2B2AE3DU) {}

    double next() {
        m_state += 0x6D2B79F5U;
        std::uint32_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 15)) * (mixed | 1U);
        mixed ^= mixed + (mixed ^ (mixed >> 7)) * (mixed | 61U);
        return static_cast<double>(mixed ^ (mixed >> 14)) / 4294967296.0;
    }

private:
    std::uint32_t m_state;
};

/// Hands a colour from channel to channel, so that each variant has its own palette.
Vector tinted(Vector color, int variant) {
    switch (variant % 4) {
    case 1:
        return {color.z, color.x, color.y};
    case 2:
        return {color.y, color.z, color.x};
    case 3:
        return {color.z, color.y, color.x};
    default:
        return color;
    }
}

Scene makeScene(int variant) {
    const auto c = [variant](double r, double g, double b) { return tinted({r, g, b}, variant); };
    Scene scene;
    scene.floor = {Pattern::Checker, c(0.60, 0.53, 0.42), c(0.22, 0.30, 0.34), 1.6, 0};
    scene.wall = {Pattern::Dots, c(0.62, 0.38, 0.20), c(0.30, 0.38, 0.46), 1.25, 0};
    scene.balls = {{{-1.55, 0.95, 0.9},
                    0.95,
                    {Pattern::Stripes, c(0.72, 0.20, 0.14), c(0.80, 0.62, 0.44), 2.6, 0.25}},
                   {{1.65, 0.62, 0.1}, 0.62, {Pattern::Plain, c(0.16, 0.42, 0.46), {}, 1, 0.7}},
                   {{0.62, 0.30, -1.35}, 0.30, {Pattern::Plain, c(0.78, 0.76, 0.72), {}, 1, 0.4}},
                   {{-0.95, 0.24, -1.15},
                    0.24,
                    {Pattern::Dots, c(0.10, 0.12, 0.20), c(0.76, 0.60, 0.16), 2.2, 0.3}},
                   {{1.9, 1.1, 2.5},
                    1.1,
                    {Pattern::Dots, c(0.75, 0.70, 0.62), c(0.42, 0.16, 0.24), 1.5, 0.1}}};
    scene.cubes = {{{0.18, 0.62, 0.35},
                    0.62,
                    0.62,
                    {Pattern::Checker, c(0.74, 0.42, 0.46), c(0.56, 0.24, 0.34), 3.2, 0.05}}};
    if (variant % 2 == 1)
        std::swap(scene.balls[0].center.x, scene.balls[4].center.x);
    return scene;
}

struct Light {
    Vector toSun;
    Vector sun{3.0, 2.45, 1.75};
    Vector sky{0.30, 0.37, 0.48};
};

struct Lit {
    Vector shading;
    double highlight = 0;
    double edge = 0; // share of the sun's rays that disagree: where shadows begin
};

Lit light(const Scene& scene, const Light& lamp, const Hit& hit, Vector toEye, Noise& noise) {
    const auto random = [&] { return noise.next() * 2 - 1; };
    int seen = 0;
    for (int ray = 0; ray < kSunRays; ++ray) {
        const Vector aim = unitOf(lamp.toSun + Vector{random(), random(), random()} * 0.07);
        seen += scene.isBlocked(hit.point, aim, 40) ? 0 : 1;
    }
    int open = 0;
    for (int ray = 0; ray < kSkyRays; ++ray) {
        const Vector aim = unitOf(hit.normal + unitOf(Vector{random(), random(), random()}) * 0.97);
        open += scene.isBlocked(hit.point, aim, 1.6) ? 0 : 1;
    }
    const double sunShare = static_cast<double>(seen) / kSunRays;
    const double facing = std::max(0.0, dot(hit.normal, lamp.toSun)) * sunShare;
    const double sky = (0.25 + 0.75 * open / kSkyRays) * (0.65 + 0.35 * hit.normal.y);
    Lit lit;
    lit.shading = lamp.sun * facing + lamp.sky * sky;
    const Vector middle = unitOf(lamp.toSun + toEye);
    lit.highlight =
        hit.surface->gloss * sunShare * std::pow(std::max(0.0, dot(hit.normal, middle)), 90.0) * 6;
    lit.edge = sunShare * (1 - sunShare) * 4;
    return lit;
}

void put(Image& image, int x, int y, Vector value) {
    const std::size_t place = static_cast<std::size_t>(y) * image.width + x;
    image.plane(0)[place] = static_cast<float>(value.x);
    image.plane(1)[place] = static_cast<float>(value.y);
    image.plane(2)[place] = static_cast<float>(value.z);
}

Vector encoded(Vector linear) {
    return {encodeSrgb(static_cast<float>(linear.x)), encodeSrgb(static_cast<float>(linear.y)),
            encodeSrgb(static_cast<float>(linear.z))};
}

} // namespace

SampleScene drawSampleScene(int width, int height, int variant) {
    const std::vector<std::string> rgb{"R", "G", "B"};
    SampleScene result{makeImage(width, height, rgb, ColorSpace::Linear),
                       makeImage(width, height, rgb, ColorSpace::Srgb),
                       makeImage(width, height, rgb, ColorSpace::Linear),
                       makeImage(width, height, rgb, ColorSpace::Raw)};
    const Scene scene = makeScene(variant);
    const double turn = variant * 0.5;
    const Light lamp{unitOf({0.85 - turn, 0.95, -0.75})};
    const Vector eye{0.25 * variant - 0.2, 2.05, -5.6};
    const Vector ahead = unitOf(Vector{0.1, 0.72, 0.6} - eye);
    const Vector right = unitOf(cross({0, 1, 0}, ahead));
    const Vector up = cross(ahead, right);
    const double longer = std::max(width, height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            Noise noise(x, y, variant);
            const double u = (x + 0.5 - width / 2.0) / longer * 1.02;
            const double v = (height / 2.0 - y - 0.5) / longer * 1.02;
            const Vector direction = unitOf(ahead + right * u + up * v);
            const auto hit = scene.trace(eye, direction);
            if (!hit)
                continue;
            const Lit lit = light(scene, lamp, *hit, direction * -1, noise);
            const Vector albedo = albedoAt(*hit->surface, hit->texture);
            const double grain = 1 + 0.05 * (noise.next() - 0.5);
            put(result.beauty, x, y,
                (albedo * lit.shading * grain + Vector{1, 0.94, 0.82} * lit.highlight) * 0.5);
            put(result.albedo, x, y, encoded(albedo));
            put(result.shading, x, y, lit.shading * 0.3);
            const double unsure = 0.004 + 0.05 * lit.edge + 0.03 * std::min(1.0, lit.highlight) +
                                  0.006 * noise.next();
            put(result.uncertainty, x, y, {unsure, unsure, unsure});
        }
    }
    return result;
}

} // namespace unlit::ui
