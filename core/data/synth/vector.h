// Vectors of two and three floats: positions, directions, linear Rec.709 colours.
#pragma once

#include <algorithm>
#include <cmath>

namespace unlit::synth {

constexpr float kPi = 3.14159265358979F;

constexpr float radiansOf(float degrees) {
    return degrees * kPi / 180.0F;
}

struct Vec2 {
    float x = 0;
    float y = 0;

    friend Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }

    friend Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }

    friend Vec2 operator*(Vec2 a, float s) { return {a.x * s, a.y * s}; }
};

inline float dot(Vec2 a, Vec2 b) {
    return a.x * b.x + a.y * b.y;
}

inline float length(Vec2 a) {
    return std::sqrt(dot(a, a));
}

/// Counter-clockwise.
inline Vec2 rotated(Vec2 a, float radians) {
    const float c = std::cos(radians);
    const float s = std::sin(radians);
    return {c * a.x - s * a.y, s * a.x + c * a.y};
}

struct Vec3 {
    float x = 0;
    float y = 0;
    float z = 0;

    friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

    friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

    friend Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }

    friend Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

    friend Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }

    friend Vec3 operator*(float s, Vec3 a) { return a * s; }

    friend Vec3 operator/(Vec3 a, float s) { return a * (1.0F / s); }

    Vec3& operator+=(Vec3 b) { return *this = *this + b; }
};

inline float dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline float length(Vec3 a) {
    return std::sqrt(dot(a, a));
}

/// Precondition: not the null vector.
inline Vec3 normalized(Vec3 a) {
    return a * (1.0F / length(a));
}

template <class T>
T mix(T a, T b, float t) {
    return a * (1.0F - t) + b * t;
}

inline float clamp01(float x) {
    return std::clamp(x, 0.0F, 1.0F);
}

/// 0 below `low`, 1 above `high`, without a kink between; low > high falls instead of rising.
inline float smoothStep(float low, float high, float x) {
    const float t = clamp01((x - low) / (high - low));
    return t * t * (3.0F - 2.0F * t);
}

/// Of a linear Rec.709 colour (ITU-R BT.709-6).
inline float luminance(Vec3 color) {
    return 0.2126F * color.x + 0.7152F * color.y + 0.0722F * color.z;
}

/// Rows of a rotation: local axes to world is applied as x·rows[0] + y·rows[1] + z·rows[2].
struct Frame {
    Vec3 x{1, 0, 0};
    Vec3 y{0, 1, 0};
    Vec3 z{0, 0, 1};

    Vec3 toWorld(Vec3 local) const { return x * local.x + y * local.y + z * local.z; }
};

/// A right-handed frame whose z is `normal` (unit). Source: Duff et al., "Building an Orthonormal
/// Basis, Revisited", JCGT 2017.
inline Frame frameAround(Vec3 normal) {
    const float sign = std::copysign(1.0F, normal.z);
    const float a = -1.0F / (sign + normal.z);
    const float b = normal.x * normal.y * a;
    return {{1.0F + sign * normal.x * normal.x * a, sign * b, -sign * normal.x},
            {b, sign + normal.y * normal.y * a, -normal.y},
            normal};
}

} // namespace unlit::synth
