// Vectors, shapes and surface patterns of the sample scene.
#pragma once

#include <array>
#include <optional>
#include <vector>

namespace unlit::ui {

struct Vector {
    double x = 0;
    double y = 0;
    double z = 0;

    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

    friend Vector operator*(Vector a, double s) { return {a.x * s, a.y * s, a.z * s}; }

    friend Vector operator*(Vector a, Vector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
};

double dot(Vector a, Vector b);
Vector cross(Vector a, Vector b);
Vector unitOf(Vector a);

/// How a surface is painted.
enum class Pattern { Plain, Checker, Stripes, Dots };

struct Surface {
    Pattern pattern = Pattern::Plain;
    Vector colorA; ///< linear
    Vector colorB;
    double scale = 1; ///< pattern repeats per unit
    double gloss = 0; ///< strength of the highlight
};

struct Hit {
    double distance = 0;
    Vector point;
    Vector normal;
    Vector texture; ///< place in the pattern
    const Surface* surface = nullptr;
};

struct Ball {
    Vector center;
    double radius = 1;
    Surface surface;
};

/// A cube standing on its face, turned about the vertical.
struct Cube {
    Vector center;
    double half = 0.5;
    double turn = 0; ///< radians
    Surface surface;
};

struct Scene {
    std::vector<Ball> balls;
    std::vector<Cube> cubes;
    Surface floor; ///< y = 0
    Surface wall;  ///< z = wallZ
    double wallZ = 4;

    std::optional<Hit> trace(Vector origin, Vector direction) const;
    /// True when something stands within `reach` along the ray.
    bool isBlocked(Vector origin, Vector direction, double reach) const;
};

/// Linear albedo of a surface at a place of its pattern.
Vector albedoAt(const Surface& surface, Vector place);

} // namespace unlit::ui
