// Paint, stains, stripes and metal: surfaces with something on them.
#include "core/data/synth/families/coated_ground.h"

namespace unlit::synth {

Pattern makePaint(Random& random) {
    struct Settings {
        CoatedGround ground;
        Vec3 top, under;
        float missing, edge, gloss, brush;
        int scale;
        std::uint32_t seed;
    };

    CoatedGround ground(random);
    const Settings s{ground,
                     anyDye(random),
                     anyDye(random),
                     random.range(-0.9F, 0.35F),
                     random.range(0.02F, 0.12F),
                     random.range(0.2F, 0.7F),
                     random.range(0.0F, 1.0F),
                     random.wholeRange(2, 7),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        Texel texel = s.ground.at(uv);
        const Vec2 p = uv + Vec2{0.03F, 0.03F} * fractalNoise(uv * 12.0F, {12, 12}, s.seed, 3);
        const float peel = fractalNoise(p * static_cast<float>(s.scale), {s.scale, s.scale},
                                        s.seed + 1, 6, 0.62F) -
                           s.missing;
        const float brush =
            s.brush * fractalNoise({uv.x * 4.0F, uv.y * 90.0F}, {4, 90}, s.seed + 2, 2);
        const float first = smoothStep(-s.edge, s.edge, peel + 0.25F);
        const float second = smoothStep(0.0F, s.edge, peel);
        const float fade = fractalNoise(uv * 3.0F, {3, 3}, s.seed + 3, 4);
        texel.color = mix(texel.color, s.under * (1.0F + 0.1F * fade), first);
        texel.color = mix(texel.color, s.top * (1.0F + 0.12F * fade + 0.06F * brush), second);
        texel.roughness =
            mix(texel.roughness, clamp01(s.gloss + 0.1F * fade), std::max(first, second));
        const float lift = smoothStep(0.25F, 0.0F, peel) * second; // flakes curl at their edge
        texel.height += 0.14F * first + 0.16F * second + 0.12F * lift + 0.03F * brush * second;
        return texel;
    };
    return {at, random.range(0.4F, 1.4F), random.range(0.002F, 0.010F)};
}

Pattern makeStains(Random& random) {
    struct Settings {
        CoatedGround ground;
        std::array<Vec3, 3> colors;
        std::array<float, 3> strength;
        float drips, wet;
        std::uint32_t seed;
    };

    CoatedGround ground(random);
    const auto stain = [&] {
        return random.chance(0.7F) ? random.pick(kEarthColors) * 0.7F : anyDye(random) * 0.6F;
    };
    const Settings s{
        ground,
        {stain(), stain(), stain()},
        {random.range(0.3F, 0.95F), random.range(0.2F, 0.9F), random.range(0.1F, 0.7F)},
        random.chance(0.5F) ? random.range(0.3F, 0.9F) : 0.0F,
        random.range(0.0F, 0.6F),
        random.bits()};
    const auto at = [s](Vec2 uv) {
        Texel texel = s.ground.at(uv);
        for (std::size_t layer = 0; layer < 3; ++layer) {
            const auto salt = s.seed + 41U * static_cast<std::uint32_t>(layer);
            const int cells = 2 + static_cast<int>(layer) * 2;
            const Vec2 p = uv + Vec2{0.05F, 0.05F} * fractalNoise(uv * 6.0F, {6, 6}, salt, 5, 0.6F);
            const Cell blot =
                cellNoise(p * static_cast<float>(cells), {cells, cells}, salt + 1, 1.0F);
            const float radius = 0.12F + 0.4F * hashUnit(blot.id, 1);
            const float body = smoothStep(radius, radius * 0.8F, blot.nearest);
            const float rim = body * smoothStep(radius * 0.7F, radius * 0.95F, blot.nearest);
            const float amount = s.strength[layer] * (0.45F * body + 0.5F * rim);
            texel.color = mix(texel.color, s.colors[layer] * texel.color * 2.2F, clamp01(amount));
            texel.roughness = mix(texel.roughness, 0.35F, s.wet * body * 0.8F);
        }
        const float column = gradientNoise({uv.x * 30.0F, uv.y * 2.0F}, {30, 2}, s.seed + 7);
        const float length = fractalNoise({uv.x * 9.0F, uv.y}, {9, 1}, s.seed + 8, 3);
        const float drip =
            s.drips * smoothStep(0.1F, 0.8F, column) * smoothStep(-0.3F, 0.5F, length);
        texel.color = texel.color * mix(Vec3{1, 1, 1}, s.colors[0] * 1.8F, clamp01(drip));
        return texel;
    };
    return {at, random.range(0.6F, 2.0F), random.range(0.002F, 0.012F)};
}

Pattern makeStripes(Random& random) {
    struct Settings {
        CoatedGround ground;
        std::array<Vec3, 3> colors;
        int kind, count;
        float width, wear, gloss;
        std::uint32_t seed;
    };

    CoatedGround ground(random);
    const Settings s{ground,
                     {anyDye(random), anyDye(random), anyDye(random)},
                     random.whole(5),
                     2 * random.wholeRange(2, 9),
                     random.range(0.15F, 0.6F),
                     random.range(-1.4F, 0.2F),
                     random.range(0.15F, 0.85F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const auto count = static_cast<float>(s.count);
        const float wobble = 0.01F * fractalNoise(uv * 8.0F, {8, 8}, s.seed, 3);
        const Vec2 p = {(uv.x + wobble) * count, (uv.y + wobble) * count};
        const Vec2 inside = {p.x - std::floor(p.x), p.y - std::floor(p.y)};
        const int parity =
            (static_cast<int>(std::floor(p.x)) + static_cast<int>(std::floor(p.y))) & 1;
        int color = 0;
        if (s.kind == 0) // stripes
            color = inside.x < s.width ? 1 : inside.x < s.width + 0.1F ? 2 : 0;
        else if (s.kind == 1) // checks
            color = parity;
        else if (s.kind == 2) // dots
            color = length(inside - Vec2{0.5F, 0.5F}) < 0.15F + 0.4F * s.width ? 1 : 0;
        else if (s.kind == 3) { // chevrons
            const float zigzag = p.x + std::abs(inside.y - 0.5F) * 2.0F;
            color = zigzag - std::floor(zigzag) < s.width ? 1 : 0;
        } else // slanted hazard bands
            color = p.x + p.y - std::floor(p.x + p.y) < 0.5F ? 1 : 0;
        Texel texel = s.ground.at(uv);
        const float wear = fractalNoise(uv * 6.0F, {6, 6}, s.seed + 1, 6, 0.65F) - s.wear;
        const float coat = smoothStep(-0.05F, 0.05F, wear);
        const float fade = fractalNoise(uv * 4.0F, {4, 4}, s.seed + 2, 4);
        const Vec3 paint = s.colors[static_cast<std::size_t>(color)] * (1.0F + 0.08F * fade);
        texel.color = mix(texel.color, paint, coat);
        texel.roughness = mix(texel.roughness, s.gloss, coat);
        texel.height += 0.08F * coat;
        return texel;
    };
    return {at, random.range(0.3F, 1.5F), random.range(0.001F, 0.008F)};
}

Pattern makeMetal(Random& random) {
    struct Settings {
        Vec3 metal, rust;
        float rusty, gloss, scratches;
        int plates;
        bool isBrushed;
        std::uint32_t seed;
    };

    constexpr std::array<Vec3, 6> metals = {{{0.56F, 0.57F, 0.58F},
                                             {0.42F, 0.40F, 0.38F},
                                             {0.88F, 0.58F, 0.38F},
                                             {0.86F, 0.70F, 0.34F},
                                             {0.30F, 0.30F, 0.31F},
                                             {0.85F, 0.86F, 0.86F}}};
    const Settings s{varied(random, random.pick(metals), 0.08F),
                     varied(random, {0.20F, 0.075F, 0.03F}, 0.35F),
                     random.chance(0.6F) ? random.range(-0.7F, 0.5F) : -2.0F,
                     random.range(0.22F, 0.5F),
                     random.range(0.0F, 1.0F),
                     random.chance(0.5F) ? random.wholeRange(2, 4) : 0,
                     random.chance(0.5F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float clouds = fractalNoise(uv * 4.0F, {4, 4}, s.seed + 1, 6, 0.62F);
        const float fine = fractalNoise(uv * 70.0F, {70, 70}, s.seed + 2, 4, 0.7F);
        const float brushed =
            s.isBrushed ? gradientNoise({uv.x * 6.0F, uv.y * 240.0F}, {6, 240}, s.seed + 3) : 0.0F;
        const float scratch =
            s.scratches *
            smoothStep(0.04F, 0.0F,
                       std::abs(gradientNoise({uv.x * 5.0F, (uv.y + 0.04F * clouds) * 50.0F},
                                              {5, 50}, s.seed + 4)));
        Texel texel{s.metal * (1.0F + 0.06F * clouds + 0.05F * brushed),
                    clamp01(s.gloss + 0.08F * clouds + 0.08F * brushed + 0.1F * scratch), 1.0F,
                    0.5F + 0.03F * brushed + 0.06F * clouds - 0.06F * scratch};
        if (s.plates > 0) {
            const Vec2 p = uv * static_cast<float>(s.plates);
            const Vec2 inside = {p.x - std::floor(p.x), p.y - std::floor(p.y)};
            const float edge =
                std::min(std::min(inside.x, 1 - inside.x), std::min(inside.y, 1 - inside.y));
            const float rivetX = inside.x * 8.0F - std::floor(inside.x * 8.0F) - 0.5F;
            const float rivet =
                std::abs(edge - 0.07F) < 0.03F ? smoothStep(0.25F, 0.12F, std::abs(rivetX)) : 0.0F;
            texel.height += 0.3F * smoothStep(0.0F, 0.02F, edge) - 0.3F + 0.25F * rivet;
            texel.color = texel.color * mix(0.5F, 1.0F, smoothStep(0.0F, 0.012F, edge));
        }
        const float rust = smoothStep(0.0F, 0.3F, clouds + 0.35F * fine + s.rusty);
        texel.color = mix(texel.color, s.rust * (1.0F + 0.5F * fine), rust);
        texel.metallic = 1.0F - rust;
        texel.roughness = mix(texel.roughness, 0.92F, rust);
        texel.height += rust * (0.08F + 0.12F * fine);
        return texel;
    };
    return {at, random.range(0.4F, 1.4F), random.range(0.002F, 0.010F)};
}

} // namespace unlit::synth
