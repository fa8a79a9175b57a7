// Small looks at a synthetic set before it is made.
#pragma once

#include "core/image/image.h"
#include "core/session/data/synthesize_dataset.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

struct SynthesisPreview {
    std::shared_ptr<const Image> beauty; ///< scene-linear Rec.709, exposed
    std::shared_ptr<const Image> albedo; ///< scene-linear Rec.709
    std::string kind;                    ///< "surface", "objects", "wall", "closeup"
    std::string light;                   ///< "clear", "hazy", "overcast", "low-sun", "lamps"
    std::vector<std::string> materials;  ///< that appear, sorted
};

/// Renders pictures of a set as synthesizeDataset would, but of another size. Keeps the folder of
/// textures that it has looked through. One thread.
class SynthesisPreviewer {
public:
    SynthesisPreviewer();
    ~SynthesisPreviewer();

    /// Picture `index` of the set, `sizePx` to a side; count and output do not matter. Empty when
    /// stopped. Throws as synthesizeDataset does for materials and textures.
    std::optional<SynthesisPreview> render(const SynthesisOptions& options, std::uint64_t index,
                                           int sizePx, const std::stop_token& stop);

private:
    struct Textures;
    std::unique_ptr<Textures> m_textures;
};

} // namespace unlit
