// What paint, stains, stripes and print lie on.
#pragma once

#include "core/data/synth/families/palette.h"
#include "core/data/synth/material_family.h"
#include "core/data/synth/noise.h"

namespace unlit::synth {

/// Plaster-like, wood-like or stone-like in tone.
struct CoatedGround {
    Vec3 color;
    float grain = 0;
    std::uint32_t seed = 0;

    explicit CoatedGround(Random& random) {
        const int kind = random.whole(4);
        color = kind == 0   ? random.pick(kStoneColors)
                : kind == 1 ? random.pick(kWoodColors)
                : kind == 2 ? Vec3{0.62F, 0.60F, 0.55F}
                            : anyDye(random);
        color = varied(random, color, 0.2F);
        grain = random.range(0.1F, 0.5F);
        seed = random.bits();
    }

    Texel at(Vec2 uv) const {
        const float clouds = fractalNoise(uv * 4.0F, {4, 4}, seed, 5, 0.6F);
        const float fine = fractalNoise(uv * 100.0F, {100, 100}, seed + 1, 3, 0.7F);
        return {color * (1.0F + 0.15F * clouds + 0.2F * grain * fine), 0.85F, 0,
                0.4F + 0.08F * clouds + 0.12F * grain * fine};
    }
};

} // namespace unlit::synth
