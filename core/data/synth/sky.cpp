#include "core/data/synth/sky.h"

#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

std::array<float, 9> harmonicsOf(Vec3 d) {
    return {0.282095F,
            0.488603F * d.y,
            0.488603F * d.z,
            0.488603F * d.x,
            1.092548F * d.x * d.y,
            1.092548F * d.y * d.z,
            0.315392F * (3 * d.z * d.z - 1),
            1.092548F * d.x * d.z,
            0.546274F * (d.x * d.x - d.y * d.y)};
}

} // namespace

Sky::Sky(const SkySettings& settings) : m_settings(settings) {
    constexpr int rings = 24;
    constexpr int around = 48;
    for (int ring = 0; ring < rings; ++ring)
        for (int step = 0; step < around; ++step) {
            const float y = 2.0F * (static_cast<float>(ring) + 0.5F) / rings - 1.0F;
            const float angle = 2.0F * kPi * (static_cast<float>(step) + 0.5F) / around;
            const float radius = std::sqrt(1.0F - y * y);
            const Vec3 direction = {radius * std::cos(angle), y, radius * std::sin(angle)};
            const Vec3 light = radiance(direction);
            const std::array<float, 9> basis = harmonicsOf(direction);
            constexpr float share = 1.0F / (rings * around);
            m_mean += light * share;
            for (std::size_t i = 0; i < basis.size(); ++i)
                m_harmonics[i] += light * (basis[i] * 4.0F * kPi * share);
        }
}

Vec3 Sky::radiance(Vec3 direction) const {
    const float up = direction.y;
    const float high = clamp01(up / std::max(m_settings.horizonWidth, 1e-3F));
    Vec3 color = mix(m_settings.horizon, m_settings.zenith, high * (2.0F - high));
    if (m_settings.clouds > 0 && up > 0.02F) {
        const Vec3 onLayer = {direction.x / (up + 0.25F), 0, direction.z / (up + 0.25F)};
        const float cloud = smoothStep(0.0F, 0.5F, solidNoise(onLayer * 2.0F, m_settings.seed, 3));
        color = mix(color, m_settings.cloudColor, m_settings.clouds * cloud);
    }
    const float toGlow = dot(direction, m_settings.glowDirection);
    if (toGlow > 0)
        color += m_settings.glow * std::pow(toGlow, m_settings.glowPower);
    return mix(m_settings.below, color, smoothStep(-0.08F, 0.04F, up));
}

Vec3 Sky::diffuseReflection(Vec3 normal) const {
    // Cosine lobe per band, divided by pi.
    constexpr std::array<float, 9> lobe = {1,     2.0F / 3, 2.0F / 3, 2.0F / 3, 0.25F,
                                           0.25F, 0.25F,    0.25F,    0.25F};
    const std::array<float, 9> basis = harmonicsOf(normal);
    Vec3 sum;
    for (std::size_t i = 0; i < basis.size(); ++i)
        sum += m_harmonics[i] * (basis[i] * lobe[i]);
    constexpr float least = 0.05F; // the harmonics may swing below zero opposite to a bright glow
    return {std::max(sum.x, least * m_mean.x), std::max(sum.y, least * m_mean.y),
            std::max(sum.z, least * m_mean.z)};
}

} // namespace unlit::synth
