// Rows of letter-like signs, printed or painted.
#include "core/data/synth/families/coated_ground.h"

namespace unlit::synth {

namespace {

/// Distance from p to the segment from a to b.
float segmentDistance(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 d = b - a;
    const float t = clamp01(dot(p - a, d) / std::max(dot(d, d), 1e-9F));
    return length(p - a - d * t);
}

/// Letter-like: strokes between the nine nodes of a 3 x 3 grid. p in the unit square.
float glyphDistance(Vec2 p, std::uint32_t id) {
    const auto node = [](std::uint32_t k) {
        return Vec2{0.22F + 0.28F * static_cast<float>(k % 3U),
                    0.16F + 0.34F * static_cast<float>(k / 3U)};
    };
    float distance = 1;
    const int strokes = 2 + static_cast<int>(hashUnit(id, 20) * 3.0F);
    auto from = static_cast<std::uint32_t>(hashUnit(id, 21) * 9.0F);
    for (int stroke = 0; stroke < strokes; ++stroke) {
        const auto salt = 22U + static_cast<std::uint32_t>(stroke);
        const auto to = static_cast<std::uint32_t>(hashUnit(id, salt) * 9.0F);
        if (hashUnit(id, salt + 10U) < 0.25F) { // a bow around the middle of the two
            const Vec2 middle = (node(from) + node(to)) * 0.5F;
            const float room =
                std::min(std::min(middle.x, 1.0F - middle.x), std::min(middle.y, 1.0F - middle.y));
            const float radius =
                std::min(room - 0.11F, 0.5F * length(node(from) - node(to)) + 0.06F);
            distance = std::min(distance, std::abs(length(p - middle) - radius));
        } else {
            distance = std::min(distance, segmentDistance(p, node(from), node(to)));
        }
        from = to;
    }
    return distance;
}

} // namespace

Pattern makeLettering(Random& random) {
    struct Settings {
        CoatedGround ground;
        std::array<Vec3, 2> inks;
        int rows;
        float weight, wear, gloss, slant, framed;
        std::uint32_t seed;
    };

    CoatedGround ground(random);
    const bool darkInk = luminance(ground.color) > 0.2F;
    const Vec3 ink = random.chance(0.6F)
                         ? (darkInk ? Vec3{0.04F, 0.04F, 0.045F} : Vec3{0.75F, 0.74F, 0.7F})
                         : anyDye(random);
    const Settings s{ground,
                     {ink, anyDye(random)},
                     random.wholeRange(2, 9),
                     random.range(0.045F, 0.10F),
                     random.range(-1.6F, -0.2F),
                     random.range(0.2F, 0.8F),
                     random.range(-0.25F, 0.25F),
                     random.chance(0.4F) ? 1.0F : 0.0F,
                     random.bits()};
    const auto at = [s](Vec2 uv) {
        Texel texel = s.ground.at(uv);
        const float y = uv.y * static_cast<float>(s.rows);
        const int row = static_cast<int>(y);
        const std::uint32_t line = hashCell(row, 11, s.seed);
        const int columns = s.rows * (1 + static_cast<int>(hashUnit(line, 1) * 2.0F)) + 1;
        const float inRow = y - static_cast<float>(row);
        const float x = uv.x * static_cast<float>(columns) + s.slant * (0.5F - inRow);
        const int floored = static_cast<int>(std::floor(x));
        const int column = ((floored % columns) + columns) % columns;
        const std::uint32_t id = hashCell(column, row, s.seed);
        const float distance = glyphDistance({x - static_cast<float>(floored), inRow}, id);
        const bool isBlank = hashUnit(id, 2) < 0.18F || hashUnit(line, 2) < 0.15F;
        const float soft = 0.012F;
        float inked = isBlank ? 0.0F : smoothStep(s.weight + soft, s.weight - soft, distance);
        const float border = std::min(std::min(uv.x, 1 - uv.x), std::min(uv.y, 1 - uv.y));
        if (s.framed > 0 && border < 0.05F)
            inked = border > 0.025F ? 1.0F : 0.0F;
        const float wear = fractalNoise(uv * 9.0F, {9, 9}, s.seed + 1, 6, 0.7F) - s.wear;
        const float coat = inked * smoothStep(-0.05F, 0.1F, wear);
        texel.color = mix(texel.color, s.inks[hashUnit(line, 3) < 0.75F ? 0 : 1], coat);
        texel.roughness = mix(texel.roughness, s.gloss, coat);
        texel.height += 0.05F * coat;
        return texel;
    };
    return {at, random.range(0.4F, 1.2F), random.range(0.001F, 0.006F)};
}

} // namespace unlit::synth
