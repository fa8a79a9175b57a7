// Folders of physically based textures, base colour with normal and roughness, as materials.
#pragma once

#include "core/data/synth/surface_map.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace unlit::synth {

/// The files of one set; those that a set lacks are empty.
struct TextureFiles {
    std::filesystem::path baseColor;
    std::filesystem::path normal; ///< tangent space, OpenGL (y up) unless its name says DirectX
    std::filesystem::path roughness;
    std::filesystem::path metallic;
    std::filesystem::path height;
    std::filesystem::path packed; ///< occlusion, roughness, metal in R, G, B
};

struct TextureSet {
    std::shared_ptr<const SurfaceMap> map;
    float relief = 0; ///< in tile widths
};

/// Thread-safe. Keeps the most recently used sets in memory.
class TextureLibrary {
public:
    /// Each folder with images below `folder`, or `folder` itself, is a set or several (those that
    /// share a beginning of their names). Throws Error: NotFound, or InvalidInput naming what was
    /// looked for where there is no base colour at all.
    explicit TextureLibrary(const std::filesystem::path& folder);

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
    std::map<std::string, TextureFiles> m_files;
    mutable std::mutex m_mutex;
    mutable std::map<std::pair<std::string, int>, Kept> m_kept;
    mutable std::uint64_t m_clock = 0;
};

/// What the names of the files in `folder` (not below it) make of them: "" or the sets' names and
/// their files. Known endings are those of Poly Haven, ambientCG, Megascans, glTF and MaterialX.
std::map<std::string, TextureFiles> textureSetsIn(const std::filesystem::path& folder);

} // namespace unlit::synth
