#include "core/data/synth/reflection.h"

namespace unlit::synth {

namespace {

constexpr float kSmoothest = 0.015F; ///< alpha below it would need more samples than there are

/// Reflectance at grazing angles: 1, but nothing for a surface that mirrors nothing.
float atGrazing(Vec3 atNormal) {
    return std::min(1.0F, 50.0F * std::max({atNormal.x, atNormal.y, atNormal.z}));
}

} // namespace

Vec3 mirrored(const Reflector& reflector, Vec3 toLight, float widening) {
    const float cosLight = dot(reflector.normal, toLight);
    const float cosView = std::max(dot(reflector.normal, reflector.view), 1e-3F);
    if (cosLight <= 0)
        return {};
    const float alpha = std::min(1.0F, std::max(reflector.alpha, kSmoothest) + widening);
    const Vec3 half = normalized(toLight + reflector.view);
    const float cosHalf = std::max(dot(reflector.normal, half), 0.0F);
    const float spread = cosHalf * cosHalf * (alpha * alpha - 1.0F) + 1.0F;
    const float distribution = alpha * alpha / (kPi * spread * spread);
    const float visibility = 0.5F / mix(2.0F * cosLight * cosView, cosLight + cosView, alpha);
    const float away = 1.0F - clamp01(dot(half, reflector.view));
    const float fresnel = away * away * away * away * away;
    const float grazing = atGrazing(reflector.atNormal);
    const Vec3 reflectance = mix(reflector.atNormal, Vec3{grazing, grazing, grazing}, fresnel);
    return reflectance * (distribution * visibility * cosLight);
}

Vec3 mirroredFromEverywhere(const Reflector& reflector) {
    const float roughness = std::sqrt(reflector.alpha);
    const float cosView = clamp01(dot(reflector.normal, reflector.view));
    const float rx = 1.0F - roughness;
    const float ry = 0.0425F - 0.0275F * roughness;
    const float rz = 1.04F - 0.572F * roughness;
    const float rw = 0.022F * roughness - 0.04F;
    const float bend = std::min(rx * rx, std::exp2(-9.28F * cosView)) * rx + ry;
    const float scale = std::max(0.0F, -1.04F * bend + rz);
    const float bias = std::max(0.0F, 1.04F * bend + rw) * atGrazing(reflector.atNormal);
    return reflector.atNormal * scale + Vec3{bias, bias, bias};
}

Vec3 mirrorDirection(const Reflector& reflector, Vec2 square) {
    const float alpha = std::max(reflector.alpha, kSmoothest);
    const float cosine = std::sqrt((1.0F - square.x) / (1.0F + (alpha * alpha - 1.0F) * square.x));
    const float sine = std::sqrt(std::max(0.0F, 1.0F - cosine * cosine));
    const float angle = 2.0F * kPi * square.y;
    const Vec3 half = frameAround(reflector.normal)
                          .toWorld({sine * std::cos(angle), sine * std::sin(angle), cosine});
    return half * (2.0F * dot(half, reflector.view)) - reflector.view;
}

} // namespace unlit::synth
