// Gravel, soil, plaster and plain noise: what lies around and what covers walls.
#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

/// A pebble at `cell`, 0 where there is none; round on top.
float domeOf(const Cell& cell, float share, float size) {
    if (hashUnit(cell.id, 9) > share)
        return 0;
    const Vec2 stretched = rotated(cell.offset, 2.0F * kPi * hashUnit(cell.id, 8)) * (1.0F / size);
    const Vec2 oval = {stretched.x, stretched.y * (1.0F + 0.7F * hashUnit(cell.id, 7))};
    const float inside = std::min(1.0F - dot(oval, oval), cell.border * 5.0F);
    return inside <= 0 ? 0 : std::sqrt(inside);
}

} // namespace

Pattern makeGravel(Random& random) {
    struct Settings {
        int coarse;
        float share, angular, gray;
        Vec3 first, second, third, sand;
        std::uint32_t seed;
    };

    const Vec3 stone = random.pick(kStoneColors);
    const Settings s{random.wholeRange(5, 12),
                     random.range(0.25F, 1.0F),
                     random.range(0.05F, 0.3F),
                     random.uniform(),
                     varied(random, stone, 0.3F),
                     varied(random, random.pick(kStoneColors), 0.3F),
                     varied(random, stone * 0.6F, 0.3F),
                     random.pick(kSoilColors),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float fine = fractalNoise(uv * 90.0F, {90, 90}, s.seed + 1, 3, 0.7F);
        const Vec2 bent =
            uv + Vec2{0.012F, 0.012F} *
                     (s.angular * 4.0F * fractalNoise(uv * 20.0F, {20, 20}, s.seed, 2));
        Texel texel{s.sand * (1.0F + 0.35F * fine), 0.95F, 0, 0.08F + 0.05F * fine};
        for (int layer = 0; layer < 3; ++layer) {
            const int cells = s.coarse << (2 - layer);
            const Cell cell = cellNoise(bent * static_cast<float>(cells), {cells, cells},
                                        s.seed + 10U * static_cast<std::uint32_t>(layer), 0.85F);
            const float share = layer == 2 ? s.share : 0.95F;
            const float dome = domeOf(cell, share, 0.5F + 0.2F * hashUnit(cell.id, 5));
            const float reach = layer == 0 ? 0.16F : layer == 1 ? 0.32F : 0.72F;
            const float height = 0.06F * static_cast<float>(layer) + reach * dome +
                                 0.02F * fine * dome + 0.08F * hashUnit(cell.id, 4) * reach;
            if (dome <= 0 || height < texel.height)
                continue;
            const float choice = hashUnit(cell.id, 1);
            const Vec3 base = choice < 0.5F ? s.first : choice < 0.8F ? s.second : s.third;
            const float bands = gradientNoise(
                rotated(cell.offset * 4.0F, 6.0F * hashUnit(cell.id, 3)), {400, 400}, cell.id);
            texel.color = base * ((0.6F + 0.8F * hashUnit(cell.id, 2)) *
                                  (1.0F + 0.2F * fine + 0.12F * bands));
            texel.roughness = 0.65F + 0.2F * hashUnit(cell.id, 6);
            texel.height = height;
        }
        return texel;
    };
    return {at, random.range(0.35F, 1.0F), random.range(0.03F, 0.07F)};
}

Pattern makeSoil(Random& random) {
    struct Settings {
        float mud, moss, pebbles;
        Vec3 dry, wet, green, stone;
        std::uint32_t seed;
    };

    const Vec3 soil = random.pick(kSoilColors);
    const Settings s{random.chance(0.35F) ? 1.0F : 0.0F,
                     random.chance(0.45F) ? random.range(0.2F, 1.0F) : 0.0F,
                     random.range(0.0F, 0.5F),
                     varied(random, soil * 1.3F, 0.2F),
                     varied(random, soil * 0.5F, 0.2F),
                     fromHsv({random.range(0.16F, 0.27F), random.range(0.55F, 0.9F),
                              random.range(0.06F, 0.26F)}),
                     random.pick(kStoneColors),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float big = fractalNoise(uv * 4.0F, {4, 4}, s.seed + 1, 6, 0.62F);
        const float fine = fractalNoise(uv * 50.0F, {50, 50}, s.seed + 2, 4, 0.7F);
        const float crumbs = ridgedNoise(uv * 30.0F, {30, 30}, s.seed + 3, 3);
        Texel texel{mix(s.wet, s.dry, clamp01(0.5F + 0.4F * big + 0.25F * fine)), 0.92F, 0,
                    0.4F + 0.22F * big + 0.12F * crumbs + 0.08F * fine};
        if (s.mud > 0) {
            const Vec2 p = uv + Vec2{0.02F, 0.02F} * big;
            const Cell plate = cellNoise(p * 6.0F, {6, 6}, s.seed + 4, 0.9F);
            const float crack = smoothStep(0.0F, 0.05F, plate.border);
            texel.color = texel.color * mix(0.4F, 1.0F, crack);
            texel.height =
                mix(0.1F, 0.6F + 0.1F * plate.border + 0.08F * big + 0.03F * fine, crack);
        }
        const Cell pebble = cellNoise(uv * 18.0F, {18, 18}, s.seed + 5);
        const float small = hashUnit(pebble.id, 3);
        const float dome = domeOf(pebble, s.pebbles, 0.12F + 0.33F * small * small);
        if (dome > 0.1F) {
            const Vec3 stone = mix(s.stone, s.dry, 0.7F * hashUnit(pebble.id, 4));
            texel.color = stone * (0.45F + hashUnit(pebble.id, 2) + 0.3F * fine);
            texel.height += 0.16F * dome;
            texel.roughness = 0.75F;
        }
        const float moss = s.moss * smoothStep(-0.1F, 0.5F, big + 0.4F * fine);
        texel.color = mix(texel.color, s.green * (1.0F + 0.6F * fine), moss);
        texel.height += 0.10F * moss * (0.6F + 0.5F * fine);
        return texel;
    };
    return {at, random.range(0.5F, 1.5F), random.range(0.02F, 0.06F)};
}

Pattern makePlaster(Random& random) {
    struct Settings {
        Vec3 body;
        float trowel, holes, cracks, grain, forms;
        std::uint32_t seed;
    };

    const bool isConcrete = random.chance(0.5F);
    const Vec3 body =
        isConcrete ? Vec3{0.28F, 0.27F, 0.25F} : anyDye(random) * 0.5F + Vec3{0.3F, 0.28F, 0.24F};
    const Settings s{varied(random, body, 0.25F),
                     random.range(0.2F, 1.0F),
                     random.range(0.0F, 0.5F),
                     random.chance(0.5F) ? random.range(0.3F, 1.0F) : 0.0F,
                     random.range(0.1F, 1.0F),
                     isConcrete && random.chance(0.5F) ? 1.0F : 0.0F,
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float clouds = fractalNoise(uv * 3.0F, {3, 3}, s.seed + 1, 5, 0.55F);
        const float trowel =
            fractalNoise({uv.x * 6.0F + clouds, uv.y * 14.0F}, {6, 14}, s.seed + 2, 3);
        const float fine = fractalNoise(uv * 110.0F, {110, 110}, s.seed + 3, 3, 0.75F);
        const Vec2 bent = uv + Vec2{0.05F, 0.03F} * clouds;
        const float crackWidth = 0.012F * s.cracks;
        const float crack =
            s.cracks > 0
                ? smoothStep(crackWidth, 0.0F, cellNoise(bent * 3.0F, {3, 3}, s.seed + 4).border)
                : 0.0F;
        const Cell bubble = cellNoise(uv * 22.0F, {22, 22}, s.seed + 5, 1.0F);
        const float radius = 0.05F + 0.16F * hashUnit(bubble.id, 2);
        const float hole = hashUnit(bubble.id, 1) < s.holes
                               ? smoothStep(radius, radius * 0.5F, bubble.nearest)
                               : 0.0F;
        const float board = uv.y * 4.0F - std::floor(uv.y * 4.0F);
        const float seam = s.forms * smoothStep(0.02F, 0.0F, std::min(board, 1.0F - board));
        Vec3 color = s.body * (1.0F + 0.16F * clouds + 0.07F * trowel + 0.10F * s.grain * fine);
        color = color * (1.0F - 0.45F * crack) * (1.0F - 0.3F * hole) * (1.0F - 0.15F * seam);
        return Texel{color, 0.86F + 0.06F * fine, 0,
                     0.6F + 0.10F * s.trowel * trowel + 0.08F * s.grain * fine + 0.05F * clouds -
                         0.3F * crack - 0.4F * hole + 0.15F * seam};
    };
    return {at, random.range(0.5F, 2.0F), random.range(0.003F, 0.012F)};
}

Pattern makeNoise(Random& random) {
    struct Settings {
        std::array<Vec3, 4> colors;
        int scale, cells;
        float warp, contrast, rough, roughSpread, cellular;
        std::uint32_t seed;
    };

    const Settings s{{anyDye(random), anyDye(random), anyDye(random), anyDye(random)},
                     random.wholeRange(2, 9),
                     random.wholeRange(3, 20),
                     random.range(0.0F, 0.2F),
                     random.range(0.4F, 2.5F),
                     random.range(0.15F, 0.95F),
                     random.range(0.0F, 0.4F),
                     random.chance(0.4F) ? random.range(0.2F, 1.0F) : 0.0F,
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const Vec2 p = {uv.x + s.warp * fractalNoise(uv * 3.0F, {3, 3}, s.seed + 1, 4),
                        uv.y + s.warp * fractalNoise(uv * 3.0F, {3, 3}, s.seed + 2, 4)};
        const float a =
            fractalNoise(p * static_cast<float>(s.scale), {s.scale, s.scale}, s.seed + 3, 6, 0.6F);
        const float b = fractalNoise(p * 5.0F, {5, 5}, s.seed + 4, 5, 0.55F);
        const Cell cell =
            cellNoise(p * static_cast<float>(s.cells), {s.cells, s.cells}, s.seed + 5);
        Vec3 color = mix(s.colors[0], s.colors[1], clamp01(0.5F + 0.6F * s.contrast * a));
        color = mix(color, s.colors[2], smoothStep(0.1F, 0.6F, b));
        const float isCell = s.cellular * (hashUnit(cell.id, 1) < 0.5F ? 1.0F : 0.0F);
        color = mix(color, s.colors[3], isCell * smoothStep(0.0F, 0.03F, cell.border));
        return Texel{color, clamp01(s.rough + s.roughSpread * b), 0,
                     0.5F + 0.22F * a + 0.1F * b + 0.15F * s.cellular * (cell.border - 0.25F)};
    };
    return {at, random.range(0.4F, 1.5F), random.range(0.0F, 0.04F)};
}

} // namespace unlit::synth
