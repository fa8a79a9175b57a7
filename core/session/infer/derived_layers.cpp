#include "core/session/infer/derived_layers.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace unlit {

DerivedLayers deriveLayers(const Image& beauty, const Image& albedo) {
    if (beauty.samples.size() != albedo.samples.size() || beauty.width != albedo.width)
        throw Error::internal("shading of pictures of different sizes");
    DerivedLayers layers;
    layers.shading = makeImage(beauty.width, beauty.height, {"R", "G", "B"}, ColorSpace::Linear);
    layers.residual = layers.shading;
    for (std::size_t i = 0; i < beauty.samples.size(); ++i) {
        const float light = beauty.samples[i];
        const float color = albedo.samples[i];
        if (!std::isfinite(light) || !std::isfinite(color))
            continue;
        const float shading = light / std::max(color, kDarkestAlbedo);
        if (!std::isfinite(shading)) {
            layers.residual.samples[i] = light;
            continue;
        }
        layers.shading.samples[i] = shading;
        layers.residual.samples[i] = light - color * shading;
    }
    return layers;
}

} // namespace unlit
