// Where the materials of a set come from: procedural families and folders of textures, without
// those that are held out.
#pragma once

#include "core/data/synth/random.h"
#include "core/data/synth/scene.h"
#include "core/data/synth/texture_library.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::synth {

/// How many materials are made unlike their kind, each a share in [0,1]; for 0 nothing is drawn.
struct MaterialChanges {
    float repaint = 0;    ///< other colours (repainted_map.h)
    float swapRelief = 0; ///< the relief of any other material (swapped_relief.h)
};

/// Any number of threads may draw at once.
class MaterialSource {
public:
    /// `heldOut`: names of families, "textures/NAME" or the NAME of a texture set. Throws
    /// Error::invalidInput for a name that there is not, and if nothing is left.
    MaterialSource(const std::vector<std::string>& heldOut,
                   std::shared_ptr<const TextureLibrary> textures, MaterialChanges changes = {});

    /// Names that may be drawn, procedural families first, then "textures/NAME".
    const std::vector<std::string>& names() const { return m_names; }

    /// The name that picture `index` must show: in turn, in an order that the seed shuffles, so
    /// that all appear in any set of names().size() pictures that starts at a multiple of it.
    const std::string& mainName(std::uint64_t seed, std::uint64_t index) const;
    /// Any name; one of `preferred` more often than not where one of them may be drawn.
    const std::string& anyName(Random& random, std::span<const std::string_view> preferred) const;
    /// A new material of that name; `mapSize`: texels per side, a power of two. Where a texture
    /// cannot be read it is one of another name that may be drawn (Material::family has it), and
    /// broken() tells; throws its Error, which names the file, where no texture set can be read.
    Material make(const std::string& name, int mapSize, Random& random) const;

    /// Texture sets that could not be read so far, "textures/NAME", and why.
    std::map<std::string, std::string> broken() const;

private:
    Material madeFrom(const std::string& name, int mapSize, Random& random) const;
    Material exactlyFrom(const std::string& name, int mapSize, Random& random) const;

    std::shared_ptr<const TextureLibrary> m_textures;
    MaterialChanges m_changes;
    std::vector<std::string> m_names;
    std::size_t m_textureCount = 0; ///< of m_names
    mutable std::mutex m_mutex;
    mutable std::map<std::string, std::string> m_broken; ///< guarded by it
};

/// What to hold out so that nothing but `materials` (procedural families) and `folders` (of texture
/// sets, with all sets below them) is left. Throws Error::invalidInput for a name that there is
/// not.
std::vector<std::string> namesBeside(const std::vector<std::string>& materials,
                                     const std::vector<std::string>& folders,
                                     const TextureLibrary* textures);

} // namespace unlit::synth
