// Mosaic and scales: pieces that each have a colour of their own.
#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

struct PieceColors {
    std::array<Vec3, 4> colors;
    float spread = 0; ///< of each piece's brightness

    explicit PieceColors(Random& random)
        : colors{anyDye(random), anyDye(random), anyDye(random), anyDye(random)},
          spread(random.range(0.0F, 0.6F)) {
        if (random.chance(0.4F))
            for (Vec3& color : colors)
                color = varied(random, colors[0], 0.5F);
    }

    Vec3 of(std::uint32_t id) const {
        const auto which = static_cast<std::size_t>(hashUnit(id, 40) * 4.0F);
        return colors[which] * (1.0F + spread * (hashUnit(id, 41) - 0.5F));
    }
};

} // namespace

Pattern makeMosaic(Random& random) {
    struct Settings {
        PieceColors pieces;
        Vec3 grout;
        int cells;
        float jitter, joint, tilt, rounding, roughness, grain;
        std::uint32_t seed;
    };

    const PieceColors pieces(random);
    const Settings s{pieces,
                     anyDye(random),
                     random.wholeRange(4, 26),
                     random.range(0.1F, 1.0F),
                     random.chance(0.8F) ? random.range(0.01F, 0.12F) : 0.0F,
                     random.chance(0.5F) ? random.range(0.0F, 0.5F) : 0.0F,
                     random.range(0.02F, 0.3F),
                     random.range(0.15F, 0.9F),
                     random.range(0.0F, 0.2F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const Cell cell =
            cellNoise(uv * static_cast<float>(s.cells), {s.cells, s.cells}, s.seed, s.jitter);
        const float fine = fractalNoise(uv * 70.0F, {70, 70}, s.seed + 1, 3, 0.7F);
        const float inside = smoothStep(s.joint - 0.02F, s.joint + 0.02F, cell.border);
        const Vec2 fall{hashUnit(cell.id, 3) - 0.5F, hashUnit(cell.id, 4) - 0.5F};
        Texel texel;
        texel.color = mix(s.grout, s.pieces.of(cell.id), inside) * (1.0F + s.grain * fine);
        texel.roughness = mix(0.9F, s.roughness, inside);
        texel.height = mix(0.2F, 0.6F + s.tilt * dot(fall, cell.offset), inside) +
                       0.2F * smoothStep(0.0F, s.rounding, cell.border - s.joint) + 0.03F * fine;
        return texel;
    };
    return {at, random.range(0.4F, 1.5F), random.range(0.002F, 0.02F)};
}

/// Rows of rounded plates, each row lying on the one below: roofs, shingles, fish.
Pattern makeScales(Random& random) {
    struct Settings {
        PieceColors pieces;
        int columns, rows;
        float round, edge, weather, roughness;
        std::uint32_t seed;
    };

    const PieceColors pieces(random);
    const int columns = random.wholeRange(4, 14);
    const Settings s{pieces,
                     columns,
                     2 * random.wholeRange((columns + 1) / 2, columns),
                     random.range(0.0F, 1.0F),
                     random.range(0.0F, 0.5F),
                     random.range(0.0F, 0.3F),
                     random.range(0.2F, 0.95F),
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        const float fine = fractalNoise(uv * 60.0F, {60, 60}, s.seed, 4, 0.65F);
        const float y = uv.y * static_cast<float>(s.rows);
        Texel texel;
        // The plate above, where it reaches so far down, or that of this row below it.
        for (int above = 1; above >= 0; --above) {
            const int row = static_cast<int>(std::floor(y)) - above;
            const float shift = (row & 1) == 0 ? 0.0F : 0.5F;
            const float x = uv.x * static_cast<float>(s.columns) + shift;
            const float across = x - std::floor(x) - 0.5F;
            const float down = y - static_cast<float>(row); // 0 at the covered end
            const float end = 1.0F + 0.9F * (1.0F - s.round * 4.0F * across * across);
            const int column = static_cast<int>(std::floor(x)) % s.columns;
            const int wrapped = (row + s.rows) % s.rows;
            const std::uint32_t id = hashCell(column, wrapped, s.seed + 1);
            const float within = std::min(end - down, 2.0F * (0.5F - std::abs(across)));
            const float rim = smoothStep(0.0F, 0.12F, within);
            texel.color = s.pieces.of(id) * (1.0F + s.weather * fine) * (1.0F - s.edge * (1 - rim));
            texel.roughness = s.roughness;
            texel.height = 0.2F + 0.3F * down + 0.1F * rim + 0.04F * fine;
            if (end > down)
                break;
        }
        return texel;
    };
    return {at, random.range(0.4F, 1.3F), random.range(0.005F, 0.03F)};
}

} // namespace unlit::synth
