// Coats of anything over anything: shapes, colours and relief that know nothing of each other, so
// that whoever learns from them cannot take a look for a rule.
#include "core/data/synth/families/mask.h"
#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

#include <vector>

namespace unlit::synth {

namespace {

struct Coat {
    Mask mask;
    Vec3 color;
    float opacity = 1;
    float roughness = 0.8F;
    float rise = 0; ///< of the height, in units of the relief

    Coat(Random& random, Vec3 base)
        : mask(random),
          // Often a shade of what lies below: paint need not be of another hue.
          color(random.chance(0.4F) ? varied(random, base, 0.6F) : anyDye(random)),
          opacity(random.chance(0.7F) ? 1.0F : random.range(0.2F, 1.0F)),
          roughness(random.range(0.2F, 0.95F)),
          rise(random.chance(0.5F) ? 0.0F : random.range(-0.3F, 0.3F)) {}
};

/// Bumps of their own, under all paint.
struct Bumps {
    float clouds, fine, crests, domes;
    int scale;
    std::uint32_t seed;

    explicit Bumps(Random& random)
        : clouds(random.chance(0.6F) ? random.range(0.0F, 0.3F) : 0.0F),
          fine(random.chance(0.6F) ? random.range(0.0F, 0.15F) : 0.0F),
          crests(random.chance(0.3F) ? random.range(0.0F, 0.4F) : 0.0F),
          domes(random.chance(0.3F) ? random.range(0.0F, 0.4F) : 0.0F),
          scale(random.wholeRange(3, 24)), seed(random.bits()) {}

    float at(Vec2 uv) const {
        const Vec2 p = uv * static_cast<float>(scale);
        const Period period{scale, scale};
        float height = 0.5F;
        if (clouds > 0)
            height += clouds * fractalNoise(p, period, seed, 5, 0.6F);
        if (fine > 0)
            height += fine * fractalNoise(uv * 80.0F, {80, 80}, seed + 9, 3, 0.7F);
        if (crests > 0)
            height += crests * (ridgedNoise(p, period, seed + 17, 4) - 0.5F);
        if (domes > 0)
            height += domes * (0.5F - cellNoise(p, period, seed + 31).nearest);
        return height;
    }
};

} // namespace

Pattern makeLayers(Random& random) {
    struct Settings {
        Vec3 base;
        float grain, roughness;
        Bumps bumps;
        std::vector<Coat> coats;
        std::uint32_t seed;
    };

    const Vec3 base = anyDye(random);
    Settings s{
        base,         random.range(0.0F, 0.15F), random.range(0.3F, 0.95F), Bumps(random), {},
        random.bits()};
    const int count = random.wholeRange(1, 4);
    for (int i = 0; i < count; ++i)
        s.coats.emplace_back(random, base);
    const auto at = [s](Vec2 uv) {
        const float fine = fractalNoise(uv * 90.0F, {90, 90}, s.seed, 2, 0.7F);
        Texel texel{s.base * (1.0F + s.grain * fine), s.roughness, 0, s.bumps.at(uv)};
        for (const Coat& coat : s.coats) {
            const float amount = coat.opacity * coat.mask.at(uv);
            texel.color = mix(texel.color, coat.color, amount);
            texel.roughness = mix(texel.roughness, coat.roughness, amount);
            texel.height += coat.rise * amount;
        }
        return texel;
    };
    return {at, random.range(0.4F, 1.6F), random.logRange(0.001F, 0.04F)};
}

} // namespace unlit::synth
