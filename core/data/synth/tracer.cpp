#include "core/data/synth/tracer.h"

namespace unlit::synth {

namespace {

constexpr float kFar = 1e6F;
/// Metres per metre: bounced light needs no detail.
constexpr float kBounceSpread = 0.08F;
/// Share of the open sky that is taken to reach a place where light is not followed any further.
constexpr float kFill = 0.5F;

Vec2 inDisc(Vec2 square) {
    const float radius = std::sqrt(square.x);
    const float angle = 2.0F * kPi * square.y;
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

} // namespace

Tracer::Tracer(const Scene& scene) : m_scene(scene), m_tree(scene.mesh) {}

bool Tracer::find(const Ray& ray, float spread, Surface& surface) const {
    TriangleHit hit;
    if (!m_tree.nearest(ray, kFar, hit))
        return false;
    const Mesh& mesh = m_scene.mesh;
    const auto& [a, b, c] = mesh.triangles[hit.triangle];
    const float first = 1.0F - hit.u - hit.v;
    // By name: clang captures no bindings before version 16.
    const auto between = [&, a = a, b = b, c = c](const std::vector<Vec3>& values) {
        return values[a] * first + values[b] * hit.u + values[c] * hit.v;
    };
    surface.position = ray.origin + ray.direction * hit.distance;
    surface.distance = hit.distance;
    const Vec3 face =
        cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
    const bool isBack = dot(face, ray.direction) > 0;
    surface.face = normalized(isBack ? -face : face);

    const PlacedPart& part = m_scene.parts[m_scene.partOfTriangle[hit.triangle]];
    const Material& material = m_scene.materials[part.material];
    const Vec3 local = normalized(between(mesh.normals));
    const float slant = std::max(0.15F, -dot(surface.face, ray.direction));
    const PlaceOnPart place = lookUp(material, between(mesh.texturePositions), local,
                                     spread * hit.distance / std::sqrt(slant));
    const Vec3 normal = part.turn.toWorld(place.normal);
    surface.normal = isBack ? -normal : normal;
    surface.albedo = place.surface.color;
    surface.roughness = place.surface.roughness;
    surface.metallic = place.surface.metallic;
    surface.cutOut = place.surface.cutOut;
    surface.specular = material.specular;
    return true;
}

Vec3 Tracer::origin(const Surface& from) const {
    return from.position + from.face * (2e-4F + 2e-4F * from.distance);
}

bool Tracer::isLit(const Surface& from, Vec3 direction, float distance) const {
    return dot(from.face, direction) > 0 && !m_tree.isBlocked({origin(from), direction}, distance);
}

LightShare Tracer::sunAt(const Surface& surface, Vec2 square) const {
    const Sun& sun = m_scene.lighting.sun;
    const float cosine = dot(surface.normal, sun.direction);
    if (!sun.isOn() || cosine <= 0)
        return {};
    const Vec3 open = sun.irradiance * (cosine / kPi);
    const float through = sun.pattern.transmission(surface.position, sun.direction);
    const Frame frame = frameAround(sun.direction);
    const Vec2 offset = inDisc(square) * sun.radius;
    const Vec3 direction = normalized(sun.direction + frame.x * offset.x + frame.y * offset.y);
    if (through <= 0 || !isLit(surface, direction, kFar))
        return {open, {}};
    return {open, open * through};
}

LightShare Tracer::lampAt(const Surface& surface, const AreaLight& lamp, Vec2 square) const {
    const Vec3 point = lamp.at(square);
    const Vec3 toLamp = point - surface.position;
    const float distance = length(toLamp);
    const Vec3 direction = toLamp / std::max(distance, 1e-6F);
    const float cosine = dot(surface.normal, direction);
    const float angle = lamp.solidAngle(point, surface.position);
    if (cosine <= 0 || angle <= 0)
        return {};
    const Vec3 open = lamp.radiance * (angle * cosine / kPi);
    return {open, isLit(surface, direction, distance) ? open : Vec3{}};
}

Vec3 Tracer::openLampAt(const Surface& surface, const AreaLight& lamp) const {
    Vec3 sum;
    for (const float x : {0.25F, 0.75F})
        for (const float y : {0.25F, 0.75F}) {
            const Vec3 point = lamp.at({x, y});
            const Vec3 direction = normalized(point - surface.position);
            const float cosine = std::max(0.0F, dot(surface.normal, direction));
            const float angle = lamp.solidAngle(point, surface.position);
            sum += lamp.radiance * (0.25F * angle * cosine / kPi);
        }
    return sum;
}

LightShare Tracer::skyAt(const Surface& surface, Vec2 square, Random& random) const {
    const Vec3 direction = frameAround(surface.normal).toWorld(cosineDirection(square));
    return {m_scene.lighting.sky.diffuseReflection(surface.normal),
            incoming(surface, direction, random)};
}

Vec3 Tracer::incoming(const Surface& from, Vec3 direction, Random& random) const {
    // A bent normal lets directions through that the triangle itself hides: they meet the surface.
    if (dot(from.face, direction) <= 0)
        return from.albedo * m_scene.lighting.sky.diffuseReflection(from.normal) * kFill;
    Surface found;
    if (!find({origin(from), direction}, kBounceSpread, found))
        return m_scene.lighting.sky.radiance(direction);
    return reflected(found, random, false);
}

/// Diffusely; the colour of metal stands for what it mirrors.
Vec3 Tracer::reflected(const Surface& surface, Random& random, bool isLast) const {
    const Sky& sky = m_scene.lighting.sky;
    if (isLast)
        return surface.albedo * sky.diffuseReflection(surface.normal) * kFill;
    const auto square = [&] { return Vec2{random.uniform(), random.uniform()}; };
    Vec3 light = sunAt(surface, square()).seen;
    for (const AreaLight& lamp : m_scene.lighting.lamps)
        light += lampAt(surface, lamp, square()).seen;
    const Vec3 direction = frameAround(surface.normal).toWorld(cosineDirection(square()));
    Surface next;
    if (dot(surface.face, direction) <= 0)
        light += surface.albedo * sky.diffuseReflection(surface.normal) * kFill;
    else if (!find({origin(surface), direction}, kBounceSpread, next))
        light += sky.radiance(direction);
    else
        light += reflected(next, random, true);
    return surface.albedo * light;
}

} // namespace unlit::synth
