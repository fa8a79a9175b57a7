#include "core/data/synth/swapped_relief.h"

#include "core/base/error.h"

#include <utility>
#include <vector>

namespace unlit::synth {

Material withReliefOf(const Material& other, Material material) {
    if (other.map->size() != material.map->size())
        throw Error::internal("a relief of another size");
    std::vector<SurfaceSample> texels = material.map->texels();
    const std::vector<SurfaceSample>& bumps = other.map->texels();
    for (std::size_t i = 0; i < texels.size(); ++i) {
        texels[i].slopeU = bumps[i].slopeU;
        texels[i].slopeV = bumps[i].slopeV;
        texels[i].height = bumps[i].height;
    }
    material.map = std::make_shared<SurfaceMap>(material.map->size(), std::move(texels));
    material.relief = other.relief * material.tileWidth / other.tileWidth;
    return material;
}

} // namespace unlit::synth
