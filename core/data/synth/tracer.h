// What rays find in a scene, and how much of each light reaches a place.
#pragma once

#include "core/data/synth/random.h"
#include "core/data/synth/scene.h"
#include "core/data/synth/triangle_tree.h"

namespace unlit::synth {

/// A place on a surface, in the world.
struct Surface {
    Vec3 position;
    Vec3 face;   ///< normal of the triangle, on the side that the ray came from
    Vec3 normal; ///< what light sees: the part's smooth normal bent by the material's slopes
    Vec3 albedo; ///< base colour, of metal too
    float roughness = 1;
    float metallic = 0;
    float specular = 0; ///< of dielectrics
    float distance = 0; ///< from the ray's origin
    float cutOut = 0;   ///< of the material's map
};

/// Light that a white diffuse surface sends back: without anything in the way, and as it is.
struct LightShare {
    Vec3 open;
    Vec3 seen;
};

/// Holds the scene by reference; immutable, any number of threads may ask.
class Tracer {
public:
    explicit Tracer(const Scene& scene);

    /// `spread`: metres that one sample covers, per metre of distance.
    bool find(const Ray& ray, float spread, Surface& surface) const;

    LightShare sunAt(const Surface& surface, Vec2 square) const;
    LightShare lampAt(const Surface& surface, const AreaLight& lamp, Vec2 square) const;
    /// Unshadowed and without noise.
    Vec3 openLampAt(const Surface& surface, const AreaLight& lamp) const;
    /// Sky and what other surfaces send back: one bounce of sun, lamps and sky.
    LightShare skyAt(const Surface& surface, Vec2 square, Random& random) const;
    /// Light that arrives along a ray that starts at `from`.
    Vec3 incoming(const Surface& from, Vec3 direction, Random& random) const;

private:
    bool isLit(const Surface& from, Vec3 direction, float distance) const;
    Vec3 reflected(const Surface& surface, Random& random, bool isLast) const;
    Vec3 origin(const Surface& from) const;

    const Scene& m_scene;
    TriangleTree m_tree;
};

} // namespace unlit::synth
