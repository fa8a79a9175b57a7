#include "bench/cut_out.h"

#include "core/data/synth/random.h"
#include "core/data/synth/scene_builder.h"

#include <algorithm>

namespace unlit::bench {

namespace {

/// What all else stands on: the part that reaches farthest.
std::uint32_t groundOf(const synth::Scene& scene) {
    std::vector<float> least(scene.parts.size(), 1e9F);
    std::vector<float> most(scene.parts.size(), -1e9F);
    for (std::size_t i = 0; i < scene.mesh.triangles.size(); ++i)
        for (const std::uint32_t corner : scene.mesh.triangles[i]) {
            const std::uint32_t part = scene.partOfTriangle[i];
            const float x = scene.mesh.positions[corner].x;
            least[part] = std::min(least[part], x);
            most[part] = std::max(most[part], x);
        }
    std::uint32_t ground = 0;
    for (std::uint32_t part = 1; part < scene.parts.size(); ++part)
        if (most[part] - least[part] > most[ground] - least[ground])
            ground = part;
    return ground;
}

void takeAway(synth::Scene& scene, std::uint32_t part) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < scene.mesh.triangles.size(); ++i) {
        if (scene.partOfTriangle[i] == part)
            continue;
        scene.mesh.triangles[kept] = scene.mesh.triangles[i];
        scene.partOfTriangle[kept++] = scene.partOfTriangle[i];
    }
    scene.mesh.triangles.resize(kept);
    scene.partOfTriangle.resize(kept);
}

/// Within kRimPx of a pixel that is no object; the picture's border is no edge.
std::vector<char> rimOf(const std::vector<char>& isObject, int side) {
    std::vector<char> isRim(isObject.size(), 0);
    const auto at = [side](int x, int y) {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(side) +
               static_cast<std::size_t>(x);
    };
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            if (isObject[at(x, y)] != 0)
                continue;
            for (int v = std::max(0, y - kRimPx); v <= std::min(side - 1, y + kRimPx); ++v)
                for (int u = std::max(0, x - kRimPx); u <= std::min(side - 1, x + kRimPx); ++u)
                    isRim[at(u, v)] = isObject[at(u, v)];
        }
    return isRim;
}

} // namespace

std::optional<CutOut> renderCutOut(const synth::MaterialSource& materials,
                                   const synth::PictureSettings& settings, std::uint64_t index) {
    synth::Scene scene = synth::buildScene(materials, settings.seed, index, settings.size);
    if (scene.kind != "objects" || scene.objects.empty())
        return {};
    takeAway(scene, groundOf(scene));
    synth::RenderSettings rendering;
    rendering.size = settings.size;
    rendering.samples = settings.samples;
    rendering.seed = synth::mixBits(settings.seed ^ index);
    std::optional<synth::RenderedPair> pair = synth::render(scene, rendering, {});
    if (!pair)
        return {};
    synth::exposeTo(*pair, scene.brightness);
    CutOut cutOut{.beauty = std::move(pair->beauty),
                  .albedo = std::move(pair->albedo),
                  .isObject = {},
                  .isRim = {}};
    const std::size_t plane = cutOut.beauty.planeSize();
    for (std::size_t i = 0; i < plane; ++i)
        cutOut.isObject.push_back(pair->mask.samples[i] >= 1 ? 1 : 0);
    cutOut.beauty.mask.assign(cutOut.isObject.begin(), cutOut.isObject.end());
    for (std::size_t i = 0; i < cutOut.beauty.samples.size(); ++i)
        if (cutOut.isObject[i % plane] == 0)
            cutOut.beauty.samples[i] = 0;
    cutOut.isRim = rimOf(cutOut.isObject, settings.size);
    return cutOut;
}

} // namespace unlit::bench
