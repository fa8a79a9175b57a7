// Stone, brick, tiles, marble: what walls and floors are laid of.
#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

/// Where uv lies in a wall of rectangles.
struct Course {
    float edge = 0;       ///< distance to the nearest side, in row heights
    std::uint32_t id = 0; ///< of the rectangle
    Vec2 inside;          ///< [0,1) within it
};

/// `columns` x `rows` rectangles, each row shifted by `shift` of one.
Course courseAt(Vec2 uv, int columns, int rows, float shift, std::uint32_t seed) {
    const float y = uv.y * static_cast<float>(rows);
    const int row = static_cast<int>(std::floor(y));
    const float x = uv.x * static_cast<float>(columns) + shift * static_cast<float>(row & 1);
    const int column = static_cast<int>(std::floor(x));
    const Vec2 inside = {x - static_cast<float>(column), y - static_cast<float>(row)};
    const float aspect = static_cast<float>(rows) / static_cast<float>(columns);
    const float edgeX = std::min(inside.x, 1.0F - inside.x) * aspect;
    const float edgeY = std::min(inside.y, 1.0F - inside.y);
    const int wrappedColumn = ((column % columns) + columns) % columns;
    const int wrappedRow = ((row % rows) + rows) % rows;
    return {std::min(edgeX, edgeY), hashCell(wrappedColumn, wrappedRow, seed), inside};
}

float perUnit(std::uint32_t id, std::uint32_t salt, float amount) {
    return 1.0F + amount * (2.0F * hashUnit(id, salt) - 1.0F);
}

} // namespace

Pattern makeBrick(Random& random) {
    struct Settings {
        int rows, columns;
        float shift, joint, chip, spread, odd;
        Vec3 brick, oddBrick, mortar;
        std::uint32_t seed;
    };

    const int rows = 2 * random.wholeRange(3, 6);
    const bool isRed = random.chance(0.6F);
    const Vec3 brick = isRed ? Vec3{0.30F, 0.10F, 0.055F} : random.pick(kStoneColors);
    const Settings s{rows,
                     std::max(2, rows / random.wholeRange(2, 3)),
                     random.chance(0.8F) ? 0.5F : 0.0F,
                     random.range(0.05F, 0.11F),
                     random.range(0.02F, 0.10F),
                     random.range(0.15F, 0.5F),
                     random.range(0.0F, 0.3F),
                     varied(random, brick, 0.35F),
                     varied(random, brick * 0.45F, 0.4F),
                     varied(random, random.pick(kEarthColors) * 1.5F, 0.3F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float warp = fractalNoise(uv * 16.0F, {16, 16}, s.seed + 5, 2);
        const Vec2 bent = {uv.x + 0.0025F * warp,
                           uv.y + 0.0025F * fractalNoise(uv * 16.0F, {16, 16}, s.seed + 6, 2)};
        const Course c = courseAt(bent, s.columns, s.rows, s.shift, s.seed);
        const float coarse = fractalNoise(uv * 24.0F, {24, 24}, s.seed + 1, 4, 0.6F);
        const float fine = fractalNoise(uv * 96.0F, {96, 96}, s.seed + 2, 3, 0.7F);
        const float edge = c.edge - s.chip * std::max(0.0F, coarse);
        const float isBrick = smoothStep(s.joint * 0.7F, s.joint * 1.25F, edge);
        const Vec3 base = hashUnit(c.id, 3) < s.odd ? s.oddBrick : s.brick;
        const Vec3 face = base * (perUnit(c.id, 1, s.spread) * (1.0F + 0.22F * fine)) +
                          Vec3{0.05F, 0.045F, 0.04F} * std::max(0.0F, coarse);
        const Vec3 mortar = s.mortar * (1.0F + 0.25F * fine + 0.15F * coarse);
        const float tilt = (c.inside.x - 0.5F) * (hashUnit(c.id, 5) - 0.5F) * 0.12F;
        const float top = 0.72F + 0.16F * (hashUnit(c.id, 4) - 0.5F) + tilt + 0.05F * coarse +
                          0.05F * fine - 0.12F * smoothStep(s.joint * 3, s.joint, edge);
        return Texel{mix(mortar, face, isBrick), mix(0.95F, 0.82F, isBrick), 0,
                     mix(0.22F + 0.07F * fine + 0.06F * coarse, top, isBrick)};
    };
    return {at, random.range(0.6F, 1.2F), random.range(0.012F, 0.03F)};
}

Pattern makeStone(Random& random) {
    struct Settings {
        int cells, cracks;
        float paving, roundness, joint, layers, speckle;
        Vec3 light, dark, tint, joints;
        std::uint32_t seed;
    };

    const Vec3 stone = random.pick(kStoneColors);
    const Settings s{random.wholeRange(3, 7),
                     random.wholeRange(2, 5),
                     random.chance(0.5F) ? 1.0F : 0.0F,
                     random.range(0.1F, 0.45F),
                     random.range(0.03F, 0.10F),
                     random.chance(0.4F) ? random.range(0.1F, 0.5F) : 0.0F,
                     random.range(0.05F, 0.45F),
                     varied(random, stone * 1.35F, 0.2F),
                     varied(random, stone * 0.55F, 0.2F),
                     varied(random, random.pick(kStoneColors), 0.2F),
                     random.pick(kSoilColors),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const Vec2 warp = {0.06F * fractalNoise(uv * 4.0F, {4, 4}, s.seed + 1, 4),
                           0.06F * fractalNoise(uv * 4.0F, {4, 4}, s.seed + 2, 4)};
        const Vec2 p = uv + warp;
        const float big = fractalNoise(p * 5.0F, {5, 5}, s.seed + 3, 5, 0.55F);
        const float fine = fractalNoise(uv * 64.0F, {64, 64}, s.seed + 4, 4, 0.65F);
        const float strata = s.layers * gradientNoise({p.x * 2, p.y * 24}, {2, 24}, s.seed + 5);
        const Cell crack =
            cellNoise(p * static_cast<float>(s.cracks), {s.cracks, s.cracks}, s.seed + 6);
        const float crackLine = smoothStep(0.0F, 0.03F, crack.border);
        Vec3 color = mix(s.dark, s.light, clamp01(0.5F + 0.32F * big + strata + 0.14F * fine));
        const float patch = fractalNoise(p * 3.0F, {3, 3}, s.seed + 7, 4);
        color = mix(color, s.tint, 0.45F * smoothStep(0.15F, 0.7F, patch));
        color = color * (1.0F + s.speckle * fine);
        float height = 0.55F + 0.16F * big + 0.06F * fine + 0.12F * strata;
        if (s.paving < 0.5F) {
            color = color * mix(0.6F, 1.0F, crackLine);
            return Texel{color, 0.82F + 0.08F * fine, 0,
                         height + 0.10F * (hashUnit(crack.id, 2) - 0.5F) - 0.2F * (1 - crackLine)};
        }
        const Cell slab = cellNoise((uv + warp * 0.35F) * static_cast<float>(s.cells),
                                    {s.cells, s.cells}, s.seed + 8, 0.8F);
        const float isSlab = smoothStep(s.joint * 0.5F, s.joint * 1.3F, slab.border);
        const float dome = smoothStep(0.0F, s.roundness, slab.border);
        color = color * perUnit(slab.id, 1, 0.3F);
        height = 0.4F + 0.4F * dome + 0.25F * (height - 0.5F) + 0.12F * hashUnit(slab.id, 2);
        const Vec3 soil = s.joints * (1.0F + 0.4F * fine);
        return Texel{mix(soil, color, isSlab), mix(0.95F, 0.78F, isSlab), 0,
                     mix(0.2F + 0.08F * fine, height, isSlab)};
    };
    return {at, random.range(0.6F, 1.6F), random.range(0.02F, 0.07F)};
}

Pattern makeTiles(Random& random) {
    struct Settings {
        int columns, rows, colors;
        float shift, joint, gloss, bevel, spread, motif;
        std::array<Vec3, 3> glaze;
        Vec3 grout;
        std::uint32_t seed;
    };

    const int rows = 2 * random.wholeRange(2, 6);
    const int shapes = random.whole(3);
    const Settings s{shapes == 1 ? std::max(2, rows / 2) : rows,
                     rows,
                     random.wholeRange(1, 3),
                     shapes == 1 ? 0.5F : 0.0F,
                     random.range(0.025F, 0.06F),
                     random.chance(0.7F) ? random.range(0.12F, 0.35F) : random.range(0.5F, 0.8F),
                     random.range(0.04F, 0.12F),
                     random.range(0.02F, 0.25F),
                     random.chance(0.35F) ? random.range(0.2F, 0.42F) : 0.0F,
                     {anyDye(random), anyDye(random), anyDye(random)},
                     varied(random, Vec3{0.30F, 0.28F, 0.25F}, 0.6F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const Course c = courseAt(uv, s.columns, s.rows, s.shift, s.seed);
        const float cloudy = fractalNoise(uv * 6.0F, {6, 6}, s.seed + 1, 4);
        const float fine = fractalNoise(uv * 128.0F, {128, 128}, s.seed + 2, 2);
        const float isTile = smoothStep(s.joint * 0.8F, s.joint * 1.2F, c.edge);
        std::size_t which =
            static_cast<std::size_t>(hashUnit(c.id, 1) * static_cast<float>(s.colors));
        const Vec2 middle = c.inside - Vec2{0.5F, 0.5F};
        if (s.motif > 0 &&
            length(middle) <
                s.motif * (1.0F + 0.25F * std::cos(8.0F * std::atan2(middle.y, middle.x))))
            which = 2;
        const Vec3 glaze = s.glaze[which] * (perUnit(c.id, 2, s.spread) * (1.0F + 0.06F * cloudy));
        const Vec3 grout = s.grout * (1.0F + 0.2F * fine + 0.15F * cloudy);
        const Vec2 lean = {hashUnit(c.id, 3) - 0.5F, hashUnit(c.id, 4) - 0.5F};
        const float top = 0.82F + 0.12F * dot(lean, middle) + 0.02F * cloudy -
                          0.18F * smoothStep(s.joint + s.bevel, s.joint, c.edge);
        const float gloss = clamp01(s.gloss + 0.06F * cloudy + 0.04F * fine);
        return Texel{mix(grout, glaze, isTile), mix(0.92F, gloss, isTile), 0,
                     mix(0.3F + 0.06F * fine, top, isTile)};
    };
    return {at, random.range(0.6F, 1.6F), random.range(0.004F, 0.010F)};
}

Pattern makeMarble(Random& random) {
    struct Settings {
        Vec3 body, cloud, vein;
        float gloss, width, warp;
        std::uint32_t seed;
    };

    const bool isPale = random.chance(0.6F);
    const Vec3 body = isPale ? Vec3{0.72F, 0.70F, 0.66F} : random.pick(kStoneColors) * 0.6F;
    const Settings s{varied(random, body, 0.15F),
                     varied(random, body * random.range(0.6F, 1.1F), 0.2F),
                     isPale ? varied(random, random.pick(kStoneColors) * 0.6F, 0.3F)
                            : varied(random, {0.6F, 0.57F, 0.5F}, 0.2F),
                     random.range(0.08F, 0.4F),
                     random.range(0.03F, 0.12F),
                     random.range(0.08F, 0.25F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const Vec2 p = {uv.x + s.warp * fractalNoise(uv * 3.0F, {3, 3}, s.seed + 1, 5),
                        uv.y + s.warp * fractalNoise(uv * 3.0F, {3, 3}, s.seed + 2, 5)};
        const float clouds = fractalNoise(p * 3.0F, {3, 3}, s.seed + 3, 6, 0.6F);
        const float wide = std::abs(gradientNoise(p * 3.0F, {3, 3}, s.seed + 4));
        const float thin = std::abs(gradientNoise(p * 7.0F, {7, 7}, s.seed + 5));
        const float fine = fractalNoise(uv * 80.0F, {80, 80}, s.seed + 6, 3, 0.7F);
        const float vein = clamp01(smoothStep(s.width, 0.0F, wide) * 0.8F +
                                   smoothStep(s.width * 0.5F, 0.0F, thin) * 0.5F);
        const Vec3 color = mix(s.body, s.cloud, clamp01(0.5F + 0.5F * clouds));
        return Texel{mix(color, s.vein, vein * clamp01(0.6F + 0.6F * clouds)) *
                         (1.0F + 0.05F * fine),
                     clamp01(s.gloss + 0.05F * fine), 0, 0.5F + 0.08F * clouds + 0.05F * fine};
    };
    return {at, random.range(0.5F, 1.5F), 0.001F};
}

} // namespace unlit::synth
