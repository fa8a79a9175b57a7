#include "core/data/synth/reflection.h"

namespace unlit::synth {

namespace {

constexpr float kSmoothest = 0.015F; ///< alpha below it would need more samples than there are

/// Reflectance at grazing angles: 1, but nothing for a surface that mirrors nothing.
float atGrazing(Vec3 atNormal) {
    return std::min(1.0F, 50.0F * std::max({atNormal.x, atNormal.y, atNormal.z}));
}

/// Hammon's approximation of the joint Smith shadowing, divided by 4 cos cos.
float visibilityOf(float cosLight, float cosView, float alpha) {
    return 0.5F / std::max(1e-6F, mix(2.0F * cosLight * cosView, cosLight + cosView, alpha));
}

float schlick(float cosine) {
    const float away = 1.0F - clamp01(cosine);
    return away * away * away * away * away;
}

/// The microfacet normal of density distribution · cos.
Vec3 facetDirection(float alpha, Vec2 square) {
    const float cosine = std::sqrt((1.0F - square.x) / (1.0F + (alpha * alpha - 1.0F) * square.x));
    const float sine = std::sqrt(std::max(0.0F, 1.0F - cosine * cosine));
    const float angle = 2.0F * kPi * square.y;
    return {sine * std::cos(angle), sine * std::sin(angle), cosine};
}

Vec2 splitSum(float roughAlpha, float cosView) {
    constexpr int count = 128;
    const float alpha = std::max(roughAlpha, kSmoothest);
    const Vec3 view = {std::sqrt(1.0F - cosView * cosView), 0, cosView};
    Vec2 sum;
    for (int i = 0; i < count; ++i) {
        const float turn = static_cast<float>(i) * 0.618033989F;
        const Vec3 half = facetDirection(
            alpha, {(static_cast<float>(i) + 0.5F) / count, turn - std::floor(turn)});
        const float cosHalf = dot(half, view);
        const float cosLight = 2.0F * cosHalf * half.z - view.z;
        if (cosLight <= 0 || cosHalf <= 0)
            continue;
        const float weight =
            visibilityOf(cosLight, cosView, alpha) * 4.0F * cosLight * cosHalf / half.z / count;
        const float fresnel = schlick(cosHalf);
        sum = sum + Vec2{1.0F - fresnel, fresnel} * weight;
    }
    return sum;
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
    const float visibility = visibilityOf(cosLight, cosView, alpha);
    const float fresnel = schlick(dot(half, reflector.view));
    const float grazing = atGrazing(reflector.atNormal);
    const Vec3 reflectance = mix(reflector.atNormal, Vec3{grazing, grazing, grazing}, fresnel);
    return reflectance * (distribution * visibility * cosLight);
}

MirrorTable::MirrorTable() {
    for (int row = 0; row < kSide; ++row)
        for (int column = 0; column < kSide; ++column) {
            const float roughness = static_cast<float>(row) / (kSide - 1);
            const float cosView = (static_cast<float>(column) + 0.5F) / kSide;
            m_terms[static_cast<std::size_t>(row * kSide + column)] =
                splitSum(roughness * roughness, cosView);
        }
}

Vec3 MirrorTable::fromEverywhere(const Reflector& reflector) const {
    const float row = std::sqrt(clamp01(reflector.alpha)) * (kSide - 1);
    const float column = std::clamp(dot(reflector.normal, reflector.view) * kSide - 0.5F, 0.0F,
                                    static_cast<float>(kSide - 1));
    const int y = std::min(static_cast<int>(row), kSide - 2);
    const int x = std::min(static_cast<int>(column), kSide - 2);
    const auto at = [&](int dx, int dy) {
        return m_terms[static_cast<std::size_t>((y + dy) * kSide + x + dx)];
    };
    const float tx = column - static_cast<float>(x);
    const Vec2 terms =
        mix(mix(at(0, 0), at(1, 0), tx), mix(at(0, 1), at(1, 1), tx), row - static_cast<float>(y));
    const float bias = terms.y * atGrazing(reflector.atNormal);
    return reflector.atNormal * terms.x + Vec3{bias, bias, bias};
}

Vec3 mirrorDirection(const Reflector& reflector, Vec2 square) {
    const Vec3 half = frameAround(reflector.normal)
                          .toWorld(facetDirection(std::max(reflector.alpha, kSmoothest), square));
    return half * (2.0F * dot(half, reflector.view)) - reflector.view;
}

} // namespace unlit::synth
