#include "core/session/data/preview_synthesis.h"

#include "core/data/synth/picture.h"
#include "core/session/data/synthesis_materials.h"

namespace unlit {

struct SynthesisPreviewer::Textures {
    std::filesystem::path folder;
    std::shared_ptr<const synth::TextureLibrary> library;
};

SynthesisPreviewer::SynthesisPreviewer() : m_textures(std::make_unique<Textures>()) {}

SynthesisPreviewer::~SynthesisPreviewer() = default;

std::optional<SynthesisPreview> SynthesisPreviewer::render(const SynthesisOptions& options,
                                                           std::uint64_t index, int sizePx,
                                                           const std::stop_token& stop) {
    if (m_textures->folder != options.textures) {
        m_textures->library = openTextures(options, {}, stop);
        if (stop.stop_requested())
            return std::nullopt;
        m_textures->folder = options.textures;
    }
    const synth::MaterialSource materials(heldOutOf(options, m_textures->library.get()),
                                          m_textures->library, changesOf(options));
    auto picture =
        synth::makePicture(materials, {sizePx, options.samples, options.seed}, index, stop);
    if (!picture)
        return std::nullopt;
    return SynthesisPreview{std::make_shared<const Image>(std::move(picture->pair.beauty)),
                            std::make_shared<const Image>(std::move(picture->pair.albedo)),
                            picture->kind, picture->light, picture->families};
}

} // namespace unlit
