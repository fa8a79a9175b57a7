#include "core/data/synth/repainted_map.h"

#include "core/data/synth/families/palette.h"

#include <algorithm>
#include <vector>

namespace unlit::synth {

namespace {

class DyeRamp {
public:
    explicit DyeRamp(Random& random) : m_count(random.wholeRange(2, kMost)) {
        for (Vec3& color : m_colors)
            color = anyDye(random);
    }

    /// `place` in [0,1].
    Vec3 at(float place) const {
        const float steps = place * static_cast<float>(m_count - 1);
        const int first = std::min(static_cast<int>(steps), m_count - 2);
        const auto index = static_cast<std::size_t>(first);
        return mix(m_colors[index], m_colors[index + 1], steps - static_cast<float>(first));
    }

private:
    static constexpr int kMost = 4;
    int m_count;
    std::array<Vec3, kMost> m_colors;
};

/// Brightness as eyes have it, near enough; a ramp along red tells colours apart that one along
/// green does not.
std::vector<float> brightnesses(const std::vector<SurfaceSample>& texels, Random& random) {
    const float red = random.range(0.05F, 1.0F);
    const float green = random.range(0.05F, 1.0F);
    const float blue = random.range(0.05F, 1.0F);
    const Vec3 weights = Vec3{red, green, blue} * (1.0F / (red + green + blue));
    std::vector<float> values;
    values.reserve(texels.size());
    for (const SurfaceSample& texel : texels)
        values.push_back(std::sqrt(dot(texel.color, weights)));
    return values;
}

struct Range {
    float low = 0;
    float high = 0;

    /// All but the darkest and the brightest fiftieth.
    explicit Range(std::vector<float> values) {
        const auto rank = [&](std::size_t at) {
            const auto place = values.begin() + static_cast<std::ptrdiff_t>(at);
            std::ranges::nth_element(values, place);
            return *place;
        };
        low = rank(values.size() / 50);
        high = rank(values.size() - 1 - values.size() / 50);
    }

    float place(float value) const {
        return high > low ? clamp01((value - low) / (high - low)) : 0.5F;
    }
};

} // namespace

SurfaceMap repainted(const SurfaceMap& map, Random& random) {
    const DyeRamp ramp(random);
    const bool isWhole = random.chance(0.5F);
    const float left = isWhole ? 0.0F : random.range(0.1F, 0.6F);
    std::vector<SurfaceSample> texels = map.texels();
    const std::vector<float> values = brightnesses(texels, random);
    const Range range(values);
    for (std::size_t i = 0; i < texels.size(); ++i) {
        Vec3& color = texels[i].color;
        const Vec3 painted = mix(ramp.at(range.place(values[i])), color, left);
        color = mix(painted, color, texels[i].metallic);
    }
    return {map.size(), std::move(texels)};
}

} // namespace unlit::synth
