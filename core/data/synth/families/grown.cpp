// Wood, leaves, fabric: what has grown, and what is woven of it.
#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

struct WoodSettings {
    int planks;
    float gap, rings, ringSpread, knots, weathered;
    Vec3 light, dark, gray;
    std::uint32_t seed;
};

Texel woodAt(const WoodSettings& s, Vec2 uv) {
    const float across = uv.y * static_cast<float>(s.planks);
    const int plank = static_cast<int>(across);
    const float inside = across - static_cast<float>(plank);
    const std::uint32_t id = hashCell(plank, 7, s.seed);
    const auto salt = static_cast<std::uint32_t>(plank) * 977U + s.seed;
    const Vec2 along = {uv.x * 3.0F, inside * 2.0F};
    const float sway = fractalNoise(along, {3, 64}, salt + 1, 3);
    const Cell knot = cellNoise({uv.x * 3.0F, inside + 8.0F * hashUnit(id, 5)}, {3, 64}, salt + 2);
    const Vec2 toKnot = {knot.offset.x * 0.9F, knot.offset.y * 1.6F};
    const bool hasKnot = hashUnit(knot.id, 1) < s.knots;
    const float knotDistance = hasKnot ? length(toKnot) : 9.0F;
    const float bend = 0.35F * std::exp(-knotDistance * knotDistance * 14.0F);
    const float ringPhase =
        s.rings * (inside - 0.5F + 0.25F * sway + bend * (toKnot.y > 0 ? 1.0F : -1.0F)) +
        6.0F * hashUnit(id, 2);
    const float wave = ringPhase - std::floor(ringPhase);
    const float late = smoothStep(0.0F, 0.85F, wave) * smoothStep(1.0F, 0.9F, wave);
    const float fiber = fractalNoise({uv.x * 10.0F, uv.y * static_cast<float>(s.planks) * 40.0F},
                                     {10, s.planks * 40}, s.seed + 3, 3, 0.7F);
    const float pore = smoothStep(
        0.35F, 0.8F, gradientNoise({uv.x * 24.0F, uv.y * 220.0F}, {24, 220}, s.seed + 4));
    Vec3 color = mix(s.light, s.dark, clamp01(0.15F + s.ringSpread * late + 0.16F * fiber));
    color = color * (0.75F + 0.5F * hashUnit(id, 3));
    color = mix(color, s.gray * (1.0F + 0.3F * fiber),
                s.weathered * clamp01(0.7F + 0.5F * sway - 0.3F * late));
    const float core = smoothStep(0.22F, 0.08F, knotDistance);
    color = mix(color, s.dark * 0.35F, core) * (1.0F - 0.35F * pore);
    const float edge = std::min(inside, 1.0F - inside) - 0.01F * std::max(0.0F, sway);
    const float isPlank = smoothStep(s.gap * 0.5F, s.gap * 1.1F, edge);
    const float height = 0.75F + 0.10F * (hashUnit(id, 4) - 0.5F) + 0.05F * fiber -
                         0.06F * (1.0F - late) * s.weathered - 0.05F * pore -
                         0.12F * smoothStep(0.12F, 0.0F, edge);
    return {mix(Vec3{0.03F, 0.025F, 0.02F}, color, isPlank),
            clamp01(0.62F + 0.25F * s.weathered - 0.1F * late + 0.06F * fiber), 0,
            mix(0.1F, height, isPlank)};
}

/// A leaf around the origin pointing along +x, of length 1.
struct Leaf {
    bool isHit = false;
    float vein = 0;  ///< 1 on a vein
    float rise = 0;  ///< how far this place curls up
    float along = 0; ///< 0 at the stalk, 1 at the tip
};

Leaf leafAt(Vec2 p, float width, float teeth) {
    const float along = p.x + 0.5F;
    if (along <= 0 || along >= 1)
        return {};
    const float outline = width * std::sqrt(along) * (1.0F - along) *
                          (1.0F + teeth * std::abs(std::sin(along * 26.0F)));
    const float side = std::abs(p.y);
    if (side > outline)
        return {};
    const float veins = along * 9.0F - side * 7.0F;
    const float branch = std::abs(veins - std::floor(veins) - 0.5F) * 2.0F;
    const float middle = smoothStep(0.018F, 0.006F, side);
    return {true, std::max(middle, 0.6F * smoothStep(0.16F, 0.03F, branch)),
            side / std::max(outline, 1e-4F), along};
}

} // namespace

Pattern makeWood(Random& random) {
    const Vec3 wood = random.pick(kWoodColors);
    const WoodSettings s{random.wholeRange(1, 7),
                         random.range(0.012F, 0.05F),
                         random.range(4.0F, 14.0F),
                         random.range(0.3F, 0.9F),
                         random.range(0.0F, 0.35F),
                         random.chance(0.45F) ? random.range(0.3F, 1.0F) : 0.0F,
                         varied(random, wood * 1.25F, 0.2F),
                         varied(random, wood * 0.5F, 0.2F),
                         varied(random, {0.27F, 0.25F, 0.225F}, 0.25F),
                         random.bits()};
    return {[s](Vec2 uv) { return woodAt(s, uv); }, random.range(0.4F, 1.1F),
            random.range(0.004F, 0.012F)};
}

Pattern makeLeaves(Random& random) {
    struct Settings {
        int layers, cells;
        float hue, hueSpread, width, teeth, dark;
        Vec3 soil;
        std::uint32_t seed;
    };

    const bool isAutumn = random.chance(0.6F);
    const Settings s{random.wholeRange(3, 5),
                     random.wholeRange(4, 7),
                     isAutumn ? random.range(0.045F, 0.11F) : random.range(0.19F, 0.29F),
                     random.range(0.01F, 0.06F),
                     random.range(0.45F, 1.1F),
                     random.chance(0.5F) ? random.range(0.05F, 0.3F) : 0.0F,
                     random.range(0.4F, 1.0F),
                     random.pick(kSoilColors),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float fine = fractalNoise(uv * 48.0F, {48, 48}, s.seed + 1, 4, 0.65F);
        Texel texel{s.soil * (1.0F + 0.5F * fine), 0.95F, 0, 0.12F + 0.08F * fine};
        for (int layer = 0; layer < s.layers; ++layer) {
            const auto salt = s.seed + 31U * static_cast<std::uint32_t>(layer);
            const Cell cell =
                cellNoise(uv * static_cast<float>(s.cells), {s.cells, s.cells}, salt, 1.0F);
            const float size = 0.75F + 0.5F * hashUnit(cell.id, 1);
            const Vec2 turned = rotated(cell.offset * size, 2.0F * kPi * hashUnit(cell.id, 2));
            const Leaf leaf = leafAt(turned, s.width, s.teeth);
            if (!leaf.isHit || cell.border < 0.01F)
                continue;
            const float hue = s.hue + s.hueSpread * (2.0F * hashUnit(cell.id, 3) - 1.0F);
            const float brown = smoothStep(0.45F, 0.9F, hashUnit(cell.id, 4) + 0.3F * fine);
            Vec3 color = fromHsv({hue, 0.55F + 0.4F * hashUnit(cell.id, 5),
                                  s.dark * (0.10F + 0.45F * hashUnit(cell.id, 6))});
            color = mix(color, s.soil * 1.6F, 0.7F * brown);
            texel.color = mix(color, color * 1.5F + Vec3{0.02F, 0.02F, 0.01F}, leaf.vein) *
                          (1.0F + 0.18F * fine);
            texel.roughness = 0.45F + 0.35F * brown;
            const float curl = (hashUnit(cell.id, 7) - 0.3F) * leaf.rise * leaf.rise;
            texel.height = 0.25F + 0.13F * static_cast<float>(layer) + 0.22F * curl +
                           0.06F * dot(turned, {1, hashUnit(cell.id, 8)}) - 0.02F * leaf.vein;
        }
        return texel;
    };
    return {at, random.range(0.4F, 0.9F), random.range(0.015F, 0.04F)};
}

Pattern makeFabric(Random& random) {
    struct Settings {
        int threads, checks, twill;
        float folds, fuzz;
        Vec3 warp, weft, line;
        float checkWidth, lineWidth;
        std::uint32_t seed;
    };

    const Vec3 dye = anyDye(random);
    const Settings s{4 * random.wholeRange(10, 32),
                     random.chance(0.45F) ? random.wholeRange(2, 8) : 0,
                     random.wholeRange(1, 3),
                     random.chance(0.6F) ? random.range(0.2F, 0.6F) : 0.05F,
                     random.range(0.05F, 0.25F),
                     dye,
                     random.chance(0.5F) ? varied(random, dye, 0.25F) : anyDye(random),
                     anyDye(random),
                     random.range(0.2F, 0.5F),
                     random.range(0.02F, 0.1F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const auto count = static_cast<float>(s.threads);
        const float wander = 0.3F * fractalNoise(uv * 12.0F, {12, 12}, s.seed + 1, 2);
        const Vec2 t = {uv.x * count + wander, uv.y * count + wander};
        const int column = static_cast<int>(std::floor(t.x));
        const int row = static_cast<int>(std::floor(t.y));
        const bool warpOnTop =
            ((column + row) & (s.twill == 1 ? 1 : 3)) < (s.twill == 1 ? 1 : s.twill);
        const float fx = t.x - static_cast<float>(column) - 0.5F;
        const float fy = t.y - static_cast<float>(row) - 0.5F;
        const float acrossThread = warpOnTop ? fx : fy;
        const float alongThread = warpOnTop ? fy : fx;
        const float round = std::sqrt(std::max(0.0F, 1.0F - 3.6F * acrossThread * acrossThread));
        const float thread = round * (1.0F - 0.9F * alongThread * alongThread);
        const float fine = fractalNoise(uv * 160.0F, {160, 160}, s.seed + 2, 2);
        const std::uint32_t yarn = hashCell(warpOnTop ? column : -1 - row, 3, s.seed);
        Vec3 color = warpOnTop ? s.warp : s.weft;
        if (s.checks > 0) {
            const float place = (warpOnTop ? uv.x : uv.y) * static_cast<float>(s.checks);
            const float inCheck = place - std::floor(place);
            if (inCheck < s.checkWidth)
                color = warpOnTop ? s.weft : s.warp;
            if (std::abs(inCheck - 0.75F) < s.lineWidth)
                color = s.line;
        }
        color = color * ((0.9F + 0.2F * hashUnit(yarn)) * (1.0F + s.fuzz * fine));
        const float folds = fractalNoise({uv.x * 2.0F, uv.y * 3.0F}, {2, 3}, s.seed + 4, 3, 0.4F);
        return Texel{color, 0.88F, 0, 0.5F + s.folds * 0.4F * folds + 0.045F * thread};
    };
    return {at, random.range(0.25F, 0.7F), random.range(0.010F, 0.03F)};
}

} // namespace unlit::synth
