#include "core/data/synth/families/mask.h"

#include "core/data/synth/noise.h"

#include <algorithm>
#include <cmath>

namespace unlit::synth {

namespace {

float fractionOf(float x) {
    return x - std::floor(x);
}

/// 1 in the middle of a period, 0 at its ends.
float triangle(float x) {
    return 1.0F - std::abs(2.0F * fractionOf(x) - 1.0F);
}

} // namespace

Mask::Mask(Random& random)
    : m_kind(static_cast<Kind>(random.whole(static_cast<int>(Kind::Count)))),
      m_cells(static_cast<int>(random.logRange(2.0F, 28.0F))), m_slope(random.wholeRange(-6, 6)),
      m_share(random.range(0.15F, 0.85F)), m_level(random.range(-0.5F, 0.7F)),
      m_width(random.range(0.02F, 0.25F)), m_softness(random.logRange(0.01F, 0.5F)),
      m_bend(random.chance(0.5F) ? random.range(0.0F, 0.08F) : 0.0F), m_seed(random.bits()) {
    if (m_kind != Kind::Clouds && m_kind != Kind::Drift)
        m_softness = 0.3F * m_softness + 0.01F;
}

float Mask::at(Vec2 uv) const {
    const Vec2 bent = uv + Vec2{fractalNoise(uv * 5.0F, {5, 5}, m_seed, 3),
                                fractalNoise(uv * 5.0F, {5, 5}, m_seed + 1, 3)} *
                               m_bend;
    return smoothStep(-m_softness, m_softness, depthAt(bent));
}

float Mask::depthAt(Vec2 bent) const {
    const Vec2 p = bent * static_cast<float>(m_cells);
    const Period period{m_cells, m_cells};
    const std::uint32_t seed = m_seed + 2;
    switch (m_kind) {
    case Kind::Clouds:
        return fractalNoise(p, period, seed, 5, 0.6F) - m_level;
    case Kind::Drift: // soft, and never all or nothing
        return 0.7F * m_softness * gradientNoise(bent * 3.0F, {3, 3}, seed);
    case Kind::Contours:
        return m_width - std::abs(fractalNoise(p, period, seed, 3));
    case Kind::Bands: {
        const float across =
            bent.x * static_cast<float>(m_cells) + bent.y * static_cast<float>(m_slope);
        return m_share - triangle(across);
    }
    case Kind::Blocks:
        return blockDepth(p);
    case Kind::Strokes:
        return strokeDepth(p);
    case Kind::Patches:
    case Kind::Net:
    case Kind::Dots:
    case Kind::Rings:
    case Kind::Count:
        break;
    }
    return scatteredDepth(p);
}

/// Of the kinds that are made of scattered points and what lies between them.
float Mask::scatteredDepth(Vec2 p) const {
    const Cell cell = cellNoise(p, {m_cells, m_cells}, m_seed + 2);
    const bool isTaken = hashUnit(cell.id, 1) < m_share;
    if (m_kind == Kind::Net)
        return m_width - 2.0F * cell.border;
    if (m_kind == Kind::Patches)
        return isTaken ? 2.0F * cell.border : -2.0F * cell.border;
    if (m_kind == Kind::Rings)
        return isTaken ? m_width * 2.0F - triangle(cell.nearest * (2.0F + 4.0F * m_width)) : -1.0F;
    const float radius = 0.1F + 0.35F * hashUnit(cell.id, 2);
    return isTaken ? std::min(radius - cell.nearest, 2.0F * cell.border) : -1.0F;
}

float Mask::blockDepth(Vec2 p) const {
    const int x = static_cast<int>(std::floor(p.x));
    const int y = static_cast<int>(std::floor(p.y));
    const auto wrapped = [this](int at) { return ((at % m_cells) + m_cells) % m_cells; };
    const std::uint32_t id = hashCell(wrapped(x), wrapped(y), m_seed + 3);
    const Vec2 inside{fractionOf(p.x), fractionOf(p.y)};
    const Vec2 half{0.15F + 0.35F * hashUnit(id, 2), 0.15F + 0.35F * hashUnit(id, 3)};
    const float within =
        std::min(half.x - std::abs(inside.x - 0.5F), half.y - std::abs(inside.y - 0.5F));
    return hashUnit(id, 1) < m_share ? within : -1.0F;
}

/// A bent stroke in every cell, somewhere around its point, in any direction.
float Mask::strokeDepth(Vec2 p) const {
    const Cell cell = cellNoise(p, {m_cells, m_cells}, m_seed + 4);
    const Vec2 along = rotated(cell.offset, 2.0F * kPi * hashUnit(cell.id, 1));
    const float bow = 1.5F * (hashUnit(cell.id, 2) - 0.5F) * along.x * along.x;
    const float reach = 0.2F + 0.3F * hashUnit(cell.id, 3);
    const float thin = 0.3F * m_width + 0.01F;
    const float within = std::min(thin - std::abs(along.y - bow), reach - std::abs(along.x));
    return hashUnit(cell.id, 4) < m_share ? std::min(within, cell.border) : -1.0F;
}

} // namespace unlit::synth
