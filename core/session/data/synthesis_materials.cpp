#include "core/session/data/synthesis_materials.h"

#include "core/base/error.h"

namespace unlit {

std::shared_ptr<const synth::TextureLibrary> openTextures(const SynthesisOptions& options,
                                                          const data::ListingProgress& progress,
                                                          const std::stop_token& stop) {
    if (options.textures.empty())
        return nullptr;
    return std::make_shared<synth::TextureLibrary>(options.textures, progress, stop);
}

std::vector<std::string> heldOutOf(const SynthesisOptions& options,
                                   const synth::TextureLibrary* textures) {
    if (options.onlyMaterials.empty() && options.onlyTextures.empty())
        return options.heldOut;
    if (!options.onlyTextures.empty() && textures == nullptr)
        throw Error::invalidInput("the set has texture sets, and no folder of textures was given",
                                  "give the folder that holds " + options.onlyTextures.front());
    return synth::namesBeside(options.onlyMaterials, options.onlyTextures, textures);
}

synth::MaterialChanges changesOf(const SynthesisOptions& options) {
    return {.repaint = static_cast<float>(options.repaint),
            .swapRelief = static_cast<float>(options.swapRelief)};
}

} // namespace unlit
