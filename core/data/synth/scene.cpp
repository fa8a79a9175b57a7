#include "core/data/synth/scene.h"

#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

/// How much each of the three projections counts.
Vec3 projectionWeights(Vec3 normal) {
    const auto power = [](float n) {
        const float squared = n * n;
        const float fourth = squared * squared;
        return fourth * fourth;
    };
    Vec3 weights = {power(normal.x), power(normal.y), power(normal.z)};
    weights = weights / (weights.x + weights.y + weights.z);
    constexpr float least = 0.02F; // looking up what nobody will see costs as much
    const auto kept = [](float weight) { return weight < least ? 0.0F : weight; };
    weights = {kept(weights.x), kept(weights.y), kept(weights.z)};
    return weights / (weights.x + weights.y + weights.z);
}

int levelFor(const Material& material, float footprint) {
    const float texels = footprint * static_cast<float>(material.map->size()) / material.tileWidth;
    int level = 0;
    for (float size = 1.5F; size < texels && level < 16; size *= 2)
        ++level;
    return level;
}

/// Calls visit(weight, uv, direction of u, direction of v) for each projection that counts.
template <class Visit>
void forEachProjection(const Material& material, Vec3 place, Vec3 normal, const Visit& visit) {
    const Vec3 weights = projectionWeights(normal);
    const Vec3 p = place / material.tileWidth;
    if (weights.x > 0)
        visit(weights.x, Vec2{p.z, p.y}, Vec3{0, 0, 1}, Vec3{0, 1, 0});
    if (weights.y > 0)
        visit(weights.y, Vec2{p.x, p.z}, Vec3{1, 0, 0}, Vec3{0, 0, 1});
    if (weights.z > 0)
        visit(weights.z, Vec2{p.x, p.y}, Vec3{1, 0, 0}, Vec3{0, 1, 0});
}

float heightAt(const Material& material, Vec3 place, Vec3 normal, float footprint) {
    const int level = levelFor(material, footprint);
    float height = 0;
    forEachProjection(material, place, normal, [&](float weight, Vec2 uv, Vec3, Vec3) {
        height += weight * material.map->height(uv, level);
    });
    return height;
}

} // namespace

PlaceOnPart lookUp(const Material& material, Vec3 place, Vec3 normal, float footprint) {
    const int level = levelFor(material, footprint);
    SurfaceSample sum;
    Vec3 gradient;
    forEachProjection(material, place, normal, [&](float weight, Vec2 uv, Vec3 u, Vec3 v) {
        const SurfaceSample sample = material.map->sample(uv, level);
        sum.color += sample.color * weight;
        sum.roughness += sample.roughness * weight;
        sum.metallic += sample.metallic * weight;
        sum.height += sample.height * weight;
        sum.cutOut += sample.cutOut * weight;
        gradient += (u * sample.slopeU + v * sample.slopeV) * weight;
    });
    if (material.macro > 0) {
        const float drift = solidNoise(place * (0.8F / material.tileWidth), material.seed, 2);
        const float factor = 1.0F + material.macro * drift;
        const auto limited = [&](float c) {
            return std::clamp(c * factor, kLowestAlbedo, kHighestAlbedo);
        };
        sum.color = {limited(sum.color.x), limited(sum.color.y), limited(sum.color.z)};
    }
    gradient = gradient * (material.relief / material.tileWidth);
    gradient = gradient - normal * dot(gradient, normal);
    return {sum, normalized(normal - gradient)};
}

void Scene::add(const Part& part, std::uint32_t material) {
    const auto shift = static_cast<std::uint32_t>(mesh.positions.size());
    const Material& used = materials[material];
    for (std::size_t i = 0; i < part.mesh.positions.size(); ++i) {
        const Vec3 place = part.mesh.texturePositions[i];
        const Vec3 normal = part.mesh.normals[i];
        const float raised =
            used.relief * (heightAt(used, place, normal, part.mesh.spacings[i]) - 0.5F);
        mesh.positions.push_back(part.toWorld(part.mesh.positions[i] + normal * raised));
        mesh.texturePositions.push_back(place);
        mesh.normals.push_back(normal);
    }
    for (const auto& [a, b, c] : part.mesh.triangles) {
        mesh.triangles.push_back({a + shift, b + shift, c + shift});
        partOfTriangle.push_back(static_cast<std::uint32_t>(parts.size()));
    }
    parts.push_back({material, part.turn});
}

} // namespace unlit::synth
