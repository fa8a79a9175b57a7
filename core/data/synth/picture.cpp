#include "core/data/synth/picture.h"

#include "core/data/synth/scene_builder.h"

#include <set>

namespace unlit::synth {

PictureFiles pictureFiles(std::uint64_t index) {
    constexpr std::size_t digits = 6;
    std::string name = std::to_string(index);
    if (name.size() < digits)
        name.insert(0, digits - name.size(), '0');
    name += ".exr";
    return {std::filesystem::path("beauty") / name, std::filesystem::path("albedo") / name,
            std::filesystem::path("mask") / name};
}

std::optional<Picture> makePicture(const MaterialSource& materials, const PictureSettings& settings,
                                   std::uint64_t index, const std::stop_token& stop) {
    const Scene scene = buildScene(materials, settings.seed, index, settings.size);
    RenderSettings rendering;
    rendering.size = settings.size;
    rendering.samples = settings.samples;
    rendering.seed = mixBits(mixBits(settings.seed) ^ index);
    auto pair = render(scene, rendering, stop);
    if (!pair)
        return std::nullopt;
    Picture picture{std::move(*pair), scene.kind, scene.light, {}, scene.objects, 1};
    std::set<std::string> families;
    for (const Material& material : scene.materials)
        families.insert(material.family);
    picture.families.assign(families.begin(), families.end());
    picture.exposure = exposeTo(picture.pair, scene.brightness);
    return picture;
}

} // namespace unlit::synth
