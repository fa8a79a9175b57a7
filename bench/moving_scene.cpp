#include "bench/moving_scene.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace unlit::bench {

namespace {

struct Vector {
    double x = 0;
    double y = 0;
    double z = 0;
};

Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

Vector operator*(double factor, const Vector& a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}

double dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vector unit(const Vector& a) {
    return (1 / std::sqrt(dot(a, a))) * a;
}

struct Ball {
    Vector middle;
    double radius = 1;
    Vector paint;
    bool isMoving = false;
};

struct Hit {
    double distance = 1e30;
    Vector point;
    Vector normal;
    Vector paint;
    bool isMoving = false;
};

double hash(std::int64_t x, std::int64_t y, std::uint32_t seed) {
    auto bits = static_cast<std::uint32_t>(x * 374761393 + y * 668265263) ^ (seed * 2246822519U);
    bits = (bits ^ (bits >> 13)) * 1274126177U;
    return static_cast<double>((bits ^ (bits >> 16)) & 0xFFFFU) / 65535.0;
}

/// Smooth blots in [0,1].
double noise(double x, double y, std::uint32_t seed) {
    const auto ix = static_cast<std::int64_t>(std::floor(x));
    const auto iy = static_cast<std::int64_t>(std::floor(y));
    const double u = x - std::floor(x);
    const double v = y - std::floor(y);
    const double su = u * u * (3 - 2 * u);
    const double sv = v * v * (3 - 2 * v);
    const double top = hash(ix, iy, seed) * (1 - su) + hash(ix + 1, iy, seed) * su;
    const double bottom = hash(ix, iy + 1, seed) * (1 - su) + hash(ix + 1, iy + 1, seed) * su;
    return top * (1 - sv) + bottom * sv;
}

double blots(double x, double y, std::uint32_t seed) {
    return 0.5 * noise(x, y, seed) + 0.3 * noise(2.1 * x, 2.1 * y, seed + 1) +
           0.2 * noise(5.3 * x, 5.3 * y, seed + 2);
}

/// Boards of wood.
Vector floorPaint(double x, double z) {
    const double board = hash(static_cast<std::int64_t>(std::floor(x * 1.5)), 0, 7);
    const double grain = blots(x * 9, z * 1.2, 11);
    const double value = 0.35 + 0.5 * board;
    return (value * (0.6 + 0.6 * grain)) * Vector{0.62, 0.42, 0.27};
}

/// Bricks and mortar.
Vector wallPaint(double x, double y) {
    const double row = std::floor(y * 3);
    const double along = x * 1.6 + (std::fmod(row, 2) == 0 ? 0 : 0.5);
    const double u = along - std::floor(along);
    const double v = y * 3 - row;
    if (u < 0.06 || v < 0.12)
        return {0.55, 0.53, 0.5};
    const double tone =
        hash(static_cast<std::int64_t>(std::floor(along)), static_cast<std::int64_t>(row), 3);
    const double spots = 0.75 + 0.5 * blots(x * 8, y * 8, 23);
    return spots * Vector{0.35 + 0.15 * tone, 0.2 + 0.12 * tone, 0.16 + 0.14 * (1 - tone)};
}

/// Plaster with a painted band.
Vector sidePaint(double z, double y) {
    const double spots = 0.85 + 0.3 * blots(z * 4, y * 4, 31);
    return y > 1.2 && y < 1.7 ? spots * Vector{0.15, 0.3, 0.5} : spots * Vector{0.6, 0.6, 0.52};
}

class Room {
public:
    Room(int index, int count) {
        const double at = count > 1 ? static_cast<double>(index) / (count - 1) : 0;
        m_light = {-2.6 + 5.2 * at, 3.1, -0.4};
        m_balls = {{{-1.3, 0.6, 1.6}, 0.6, {0.55, 0.16, 0.14}},
                   {{1.5, 0.45, 0.8}, 0.45, {0.2, 0.42, 0.2}},
                   {{-0.9 + 1.5 * at, 0.4, 0.2}, 0.4, {0.75, 0.65, 0.2}, true}};
    }

    std::optional<Hit> trace(const Vector& from, const Vector& way) const {
        Hit hit;
        plane(from, way, {0, 0, 0}, {0, 1, 0}, hit);
        plane(from, way, {0, 0, 3}, {0, 0, -1}, hit);
        plane(from, way, {-3, 0, 0}, {1, 0, 0}, hit);
        plane(from, way, {3, 0, 0}, {-1, 0, 0}, hit);
        plane(from, way, {0, 4, 0}, {0, -1, 0}, hit);
        for (const Ball& ball : m_balls) {
            const double t = meets(ball, from, way);
            if (t >= hit.distance)
                continue;
            const Vector point = from + t * way;
            const Vector normal = unit(point - ball.middle);
            const double stripes = blots(normal.x * 4 + 9, normal.y * 5 + 9, 41);
            hit = {t, point, normal, (0.6 + 0.8 * stripes) * ball.paint, ball.isMoving};
        }
        return hit.distance < 1e29 ? std::optional(hit) : std::nullopt;
    }

    /// Irradiance by a small round light and by all that comes from everywhere.
    Vector lightAt(const Hit& hit) const {
        constexpr int kSide = 3;
        double direct = 0;
        for (int i = 0; i < kSide * kSide; ++i) {
            const Vector place = m_light + Vector{0.3 * (i % kSide - 1.0) / kSide, 0,
                                                  0.3 * (i / kSide - 1.0) / kSide};
            const Vector way = place - hit.point;
            const double squared = dot(way, way);
            const double cosine = dot(hit.normal, way) / std::sqrt(squared);
            if (cosine > 0 && !isHidden(hit.point + 1e-4 * hit.normal, way))
                direct += cosine / squared;
        }
        direct *= 9.0 / (kSide * kSide);
        const double sky = 0.16 + 0.06 * hit.normal.y;
        return direct * Vector{1, 0.93, 0.82} + sky * Vector{0.8, 0.95, 1.15};
    }

private:
    static double meets(const Ball& ball, const Vector& from, const Vector& way) {
        const Vector to = from - ball.middle;
        const double a = dot(way, way);
        const double b = dot(to, way);
        const double c = dot(to, to) - ball.radius * ball.radius;
        const double root = b * b - a * c;
        if (root < 0)
            return 1e30;
        const double t = (-b - std::sqrt(root)) / a;
        return t > 1e-6 ? t : 1e30;
    }

    static void plane(const Vector& from, const Vector& way, const Vector& point,
                      const Vector& normal, Hit& hit) {
        const double down = dot(way, normal);
        if (down >= 0)
            return;
        const double t = dot(point - from, normal) / down;
        if (t <= 1e-6 || t >= hit.distance)
            return;
        const Vector at = from + t * way;
        const Vector paint = normal.y > 0   ? floorPaint(at.x, at.z)
                             : normal.z < 0 ? wallPaint(at.x, at.y)
                             : normal.y < 0 ? Vector{0.65, 0.65, 0.65}
                                            : sidePaint(at.z, at.y);
        hit = {t, at, normal, paint, false};
    }

    bool isHidden(const Vector& from, const Vector& way) const {
        return std::ranges::any_of(m_balls,
                                   [&](const Ball& ball) { return meets(ball, from, way) < 1; });
    }

    Vector m_light;
    std::vector<Ball> m_balls;
};

} // namespace

SceneFrame renderScene(int width, int height, int index, int count) {
    const Room room(index, count);
    SceneFrame frame{
        makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear),
        makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear),
        std::vector<char>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
    constexpr int kSide = 2; // rays of a pixel, a side
    at::parallel_for(0, height, 8, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t y = begin; y < end; ++y)
            for (int x = 0; x < width; ++x) {
                const std::size_t at = static_cast<std::size_t>(y * width + x);
                std::array<double, 6> sums{};
                for (int ray = 0; ray < kSide * kSide; ++ray) {
                    const double u = (x + (ray % kSide + 0.5) / kSide) / width - 0.5;
                    const double v =
                        (static_cast<double>(y) + (ray / kSide + 0.5) / kSide) / height - 0.5;
                    const Vector way = unit({u * 1.3, -v * 1.3 * height / width - 0.12, 1});
                    const auto hit = room.trace({0, 1.5, -3.4}, way);
                    if (!hit)
                        continue;
                    const Vector light = room.lightAt(*hit);
                    const std::array<double, 3> paint = {std::min(hit->paint.x, 0.9),
                                                         std::min(hit->paint.y, 0.9),
                                                         std::min(hit->paint.z, 0.9)};
                    const std::array<double, 3> lights = {light.x, light.y, light.z};
                    for (std::size_t c = 0; c < 3; ++c) {
                        sums[c] += paint[c] * lights[c];
                        sums[c + 3] += paint[c];
                    }
                    if (hit->isMoving)
                        frame.isMoving[at] = 1;
                }
                for (int c = 0; c < 3; ++c) {
                    const auto channel = static_cast<std::size_t>(c);
                    frame.picture.plane(c)[at] =
                        static_cast<float>(sums[channel] / (kSide * kSide));
                    frame.albedo.plane(c)[at] =
                        static_cast<float>(sums[channel + 3] / (kSide * kSide));
                }
            }
    });
    return frame;
}

} // namespace unlit::bench
