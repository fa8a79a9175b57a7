#include "core/data/synth/material_family.h"

#include "core/data/synth/families/palette.h"
#include "core/data/synth/noise.h"

#include <array>

namespace unlit::synth {

namespace {

constexpr std::array kFamilies = {
    MaterialFamily{"stone", &makeStone},     MaterialFamily{"brick", &makeBrick},
    MaterialFamily{"wood", &makeWood},       MaterialFamily{"fabric", &makeFabric},
    MaterialFamily{"tiles", &makeTiles},     MaterialFamily{"stains", &makeStains},
    MaterialFamily{"paint", &makePaint},     MaterialFamily{"gravel", &makeGravel},
    MaterialFamily{"leaves", &makeLeaves},   MaterialFamily{"lettering", &makeLettering},
    MaterialFamily{"stripes", &makeStripes}, MaterialFamily{"noise", &makeNoise},
    MaterialFamily{"plaster", &makePlaster}, MaterialFamily{"soil", &makeSoil},
    MaterialFamily{"marble", &makeMarble},   MaterialFamily{"metal", &makeMetal},
    MaterialFamily{"layers", &makeLayers},   MaterialFamily{"mosaic", &makeMosaic},
    MaterialFamily{"scales", &makeScales},
};

/// Dirt settles in hollows and in patches; crests are worn and paler.
struct Ageing {
    float dirt = 0;
    float wear = 0;
    float grain = 0;  ///< of the colour, at the scale of a few texels
    float specks = 0; ///< share of small cells with a crumb or a stain in them
    Vec3 dirtColor;
    std::uint32_t seed = 0;

    explicit Ageing(Random& random) {
        dirt = random.chance(0.7F) ? random.range(0.1F, 0.9F) : 0;
        wear = random.chance(0.5F) ? random.range(0.05F, 0.35F) : 0;
        grain = random.range(0.02F, 0.12F);
        specks = random.chance(0.7F) ? random.range(0.02F, 0.3F) : 0;
        dirtColor = random.pick(kEarthColors) * random.range(0.35F, 0.9F);
        seed = random.bits();
    }

    /// `cavity`: height above its surroundings, in [-1,1].
    void apply(Texel& texel, Vec2 uv, float cavity) const {
        const float patches =
            smoothStep(-0.5F, 1.0F, fractalNoise(uv * 3.0F, {3, 3}, seed, 4, 0.6F));
        const float inHollow = smoothStep(0.01F, -0.12F, cavity);
        const float amount = dirt * clamp01(0.75F * inHollow + 0.3F * patches * patches);
        texel.color = mix(texel.color, dirtColor, amount);
        texel.roughness = mix(texel.roughness, 0.9F, amount);
        texel.metallic *= 1.0F - amount;
        texel.color =
            texel.color * (1.0F + grain * gradientNoise(uv * 150.0F, {150, 150}, seed + 9));
        if (specks > 0)
            addSpeck(texel, uv);
        const float crest = wear * smoothStep(0.02F, 0.12F, cavity);
        texel.color = texel.color * (1.0F + crest);
    }

private:
    void addSpeck(Texel& texel, Vec2 uv) const {
        const Cell cell = cellNoise(uv * 40.0F, {40, 40}, seed + 10);
        if (hashUnit(cell.id, 1) > specks)
            return;
        const float small = hashUnit(cell.id, 2);
        const float radius = 0.04F + 0.22F * small * small * small;
        const float amount =
            smoothStep(radius, radius * 0.6F, cell.nearest) * (0.3F + 0.6F * hashUnit(cell.id, 3));
        texel.color = mix(texel.color, dirtColor * (0.5F + 1.5F * hashUnit(cell.id, 4)), amount);
        texel.metallic *= 1.0F - amount;
        texel.roughness = mix(texel.roughness, 0.9F, amount);
    }
};

/// Heights averaged over squares of a 32nd of the tile: what a hollow is measured against.
class Surroundings {
public:
    Surroundings(const std::vector<Texel>& texels, int size) : m_side(std::min(size, 64)) {
        const int step = size / m_side;
        m_heights.resize(static_cast<std::size_t>(m_side * m_side));
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x)
                m_heights[index(x / step, y / step)] +=
                    texels[static_cast<std::size_t>(y * size + x)].height /
                    static_cast<float>(step * step);
    }

    float at(Vec2 uv) const {
        const float x = uv.x * static_cast<float>(m_side) - 0.5F;
        const float y = uv.y * static_cast<float>(m_side) - 0.5F;
        const int x0 = static_cast<int>(std::floor(x));
        const int y0 = static_cast<int>(std::floor(y));
        const float tx = x - static_cast<float>(x0);
        return mix(mix(m_heights[index(x0, y0)], m_heights[index(x0 + 1, y0)], tx),
                   mix(m_heights[index(x0, y0 + 1)], m_heights[index(x0 + 1, y0 + 1)], tx),
                   y - static_cast<float>(y0));
    }

private:
    std::size_t index(int x, int y) const {
        const int wrappedX = (x + m_side) % m_side;
        const int wrappedY = (y + m_side) % m_side;
        return static_cast<std::size_t>(wrappedY * m_side + wrappedX);
    }

    int m_side;
    std::vector<float> m_heights;
};

Vec2 centerOf(int x, int y, int size) {
    return {(static_cast<float>(x) + 0.5F) / static_cast<float>(size),
            (static_cast<float>(y) + 0.5F) / static_cast<float>(size)};
}

} // namespace

std::span<const MaterialFamily> materialFamilies() {
    return kFamilies;
}

SurfaceMap bake(const Pattern& pattern, int size, Random& random) {
    std::vector<Texel> texels(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            texels[static_cast<std::size_t>(y * size + x)] = pattern.at(centerOf(x, y, size));
    const Ageing ageing(random);
    const Surroundings surroundings(texels, size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            Texel& texel = texels[static_cast<std::size_t>(y * size + x)];
            const Vec2 uv = centerOf(x, y, size);
            ageing.apply(texel, uv, texel.height - surroundings.at(uv));
        }
    return {size, texels};
}

} // namespace unlit::synth
