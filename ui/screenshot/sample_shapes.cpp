#include "ui/screenshot/sample_shapes.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kNear = 1e-4;

std::optional<double> ballDistance(const Ball& ball, Vector origin, Vector direction) {
    const Vector toOrigin = origin - ball.center;
    const double half = dot(toOrigin, direction);
    const double root = half * half - dot(toOrigin, toOrigin) + ball.radius * ball.radius;
    if (root < 0)
        return {};
    const double distance = -half - std::sqrt(root);
    return distance > kNear ? std::optional(distance) : std::nullopt;
}

Vector turned(Vector v, double angle) {
    return {v.x * std::cos(angle) + v.z * std::sin(angle), v.y,
            -v.x * std::sin(angle) + v.z * std::cos(angle)};
}

/// Distance and normal in the cube's own turn.
std::optional<std::pair<double, Vector>> cubeHit(const Cube& cube, Vector origin,
                                                 Vector direction) {
    // Most rays miss the ball around the cube, and turning them is what costs time.
    const Vector apart = cube.center - origin;
    const double square = dot(direction, direction);
    const double nearest = dot(apart, direction) / square;
    if (dot(apart, apart) - nearest * nearest * square > 3 * cube.half * cube.half)
        return {};
    const Vector from = turned(origin - cube.center, -cube.turn);
    const Vector along = turned(direction, -cube.turn);
    const std::array<double, 3> start{from.x, from.y, from.z};
    const std::array<double, 3> step{along.x, along.y, along.z};
    double enter = kNear;
    double leave = 1e9;
    int axis = -1;
    for (int i = 0; i < 3; ++i) {
        const double a = (-cube.half - start[i]) / step[i];
        const double b = (cube.half - start[i]) / step[i];
        if (std::min(a, b) > enter) {
            enter = std::min(a, b);
            axis = i;
        }
        leave = std::min(leave, std::max(a, b));
    }
    if (axis < 0 || enter > leave)
        return {};
    std::array<double, 3> normal{};
    normal[axis] = step[axis] > 0 ? -1 : 1;
    return std::pair(enter, Vector{normal[0], normal[1], normal[2]});
}

Vector ballTexture(Vector normal) {
    return {std::atan2(normal.z, normal.x) * 2, normal.y * 2.2, 0};
}

Vector cubeTexture(Vector place, Vector normal) {
    if (std::abs(normal.x) > 0.5)
        return {place.z, place.y, 0};
    return std::abs(normal.y) > 0.5 ? Vector{place.x, place.z, 0} : Vector{place.x, place.y, 0};
}

bool isOdd(double value) {
    return (static_cast<long long>(std::floor(value)) & 1) != 0;
}

} // namespace

double dot(Vector a, Vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vector cross(Vector a, Vector b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Vector unitOf(Vector a) {
    return a * (1.0 / std::sqrt(dot(a, a)));
}

std::optional<Hit> Scene::trace(Vector origin, Vector direction) const {
    std::optional<Hit> nearest;
    const auto take = [&](double distance, Vector normal, const Surface& surface, Vector texture) {
        if (distance > kNear && (!nearest || distance < nearest->distance))
            nearest = Hit{distance, origin + direction * distance, normal, texture, &surface};
    };
    if (direction.y < 0) {
        const double distance = -origin.y / direction.y;
        const Vector point = origin + direction * distance;
        take(distance, {0, 1, 0}, floor, {point.x, point.z, 0});
    }
    if (direction.z > 0) {
        const double distance = (wallZ - origin.z) / direction.z;
        const Vector point = origin + direction * distance;
        take(distance, {0, 0, -1}, wall, {point.x, point.y, 0});
    }
    for (const Ball& ball : balls) {
        if (const auto distance = ballDistance(ball, origin, direction)) {
            const Vector normal = unitOf(origin + direction * *distance - ball.center);
            take(*distance, normal, ball.surface, ballTexture(normal));
        }
    }
    for (const Cube& cube : cubes) {
        if (const auto hit = cubeHit(cube, origin, direction)) {
            const Vector place = turned(origin + direction * hit->first - cube.center, -cube.turn);
            take(hit->first, turned(hit->second, cube.turn), cube.surface,
                 cubeTexture(place, hit->second));
        }
    }
    return nearest;
}

bool Scene::isBlocked(Vector origin, Vector direction, double reach) const {
    for (const Ball& ball : balls) {
        if (const auto distance = ballDistance(ball, origin, direction);
            distance && *distance < reach)
            return true;
    }
    return std::ranges::any_of(cubes, [&](const Cube& cube) {
        const auto hit = cubeHit(cube, origin, direction);
        return hit && hit->first < reach;
    });
}

Vector albedoAt(const Surface& surface, Vector place) {
    const double u = place.x * surface.scale;
    const double v = place.y * surface.scale;
    switch (surface.pattern) {
    case Pattern::Checker:
        return isOdd(u) != isOdd(v) ? surface.colorA : surface.colorB;
    case Pattern::Stripes:
        return isOdd(v + 0.25 * std::sin(u * 2)) ? surface.colorA : surface.colorB;
    case Pattern::Dots: {
        const double row = std::floor(v);
        const double du = u + (isOdd(row) ? 0.5 : 0.0);
        const double x = du - std::floor(du) - 0.5;
        const double y = v - row - 0.5;
        return x * x + y * y < 0.075 ? surface.colorA : surface.colorB;
    }
    case Pattern::Plain:
        break;
    }
    return surface.colorA;
}

} // namespace unlit::ui
