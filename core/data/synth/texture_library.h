// Folders of physically based textures, base colour with normal and roughness, as materials.
#pragma once

#include "core/data/pairing/texture_sets.h"
#include "core/data/source/picture_source.h"
#include "core/data/synth/surface_map.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace unlit::synth {

struct TextureSet {
    std::shared_ptr<const SurfaceMap> map;
    float relief = 0; ///< in tile widths
};

/// Thread-safe. Keeps the most recently used sets in memory.
class TextureLibrary {
public:
    /// Each folder with images below `folder`, or `folder` itself, is a set or several, as names
    /// tell (core/data/pairing/texture_sets.h). Throws Error: NotFound, Io, or InvalidInput naming
    /// what was looked for where there is no base colour at all. When stopped: those that were
    /// found until then, if any.
    explicit TextureLibrary(const std::filesystem::path& folder,
                            const data::ListingProgress& progress = {},
                            const std::stop_token& stop = {});

    /// Paths relative to the folder, with "/"; sorted.
    const std::vector<std::string>& names() const { return m_names; }

    /// Resampled to `size` x `size`, a power of two. Throws Error naming the file.
    TextureSet load(const std::string& name, int size) const;

private:
    struct Kept {
        TextureSet set;
        std::uint64_t lastUse = 0;
    };

    std::vector<std::string> m_names;
    std::filesystem::path m_folder;
    std::map<std::string, data::TextureSet> m_files;
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<std::string, int>, Kept> m_kept;
    mutable std::uint64_t m_clock = 0;
};

} // namespace unlit::synth
