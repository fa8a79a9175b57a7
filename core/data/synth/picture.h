// One finished picture of a synthetic set: its files and what is told about it.
#pragma once

#include "core/data/synth/material_source.h"
#include "core/data/synth/renderer.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::synth {

/// Where the files of picture `index` are, relative to the set: "beauty/000042.exr".
struct PictureFiles {
    std::filesystem::path beauty;
    std::filesystem::path albedo;
    std::filesystem::path mask;
};

PictureFiles pictureFiles(std::uint64_t index);

struct Picture {
    RenderedPair pair;                 ///< exposed
    std::string kind;                  ///< "surface", "objects", "wall", "closeup"
    std::string light;                 ///< "clear", "hazy", "overcast", "low-sun", "lamps"
    std::vector<std::string> families; ///< of its materials, each once, sorted
    std::vector<std::string> objects;  ///< kinds of objects in it, as often as they stand there
    float exposure = 1;                ///< factor from the scene's light to the beauty
};

struct PictureSettings {
    int size = 256;         ///< pixels per side
    int samples = 4;        ///< per pixel
    std::uint64_t seed = 0; ///< of the set
};

/// Depends on its arguments only, never on what was made before. Empty when `stop` was requested.
std::optional<Picture> makePicture(const MaterialSource& materials, const PictureSettings& settings,
                                   std::uint64_t index, const std::stop_token& stop);

} // namespace unlit::synth
