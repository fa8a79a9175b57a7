// What a set of training or judging pairs is made of: read by whatever makes the set, and compared,
// so that nobody is judged on what was learnt.
#pragma once

#include "core/config/schema/setting.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit::config {

enum class PairSetKind {
    Synthetic, ///< rendered by `unlit dataset synthesize`
    Cycles,    ///< rendered by Blender, configs/unlit_small/cycles_pairs.py
    Pictures,  ///< pictures that are there, named by a list
};

/// Every scene is drawn from a seed of its own. Of a rendered set they are seed, seed + 1, …,
/// seed + count - 1, and no two sets may share one.
struct PairSet {
    PairSetKind kind = PairSetKind::Synthetic;
    std::int64_t seed = 2024;
    std::int64_t count = 100;           ///< pairs
    std::int64_t size = 256;            ///< pixels per side
    std::int64_t samples = 4;           ///< light paths per pixel
    double repaint = 0;                 ///< share of materials that get other colours
    double swapRelief = 0;              ///< share of materials that get the relief of another
    bool half = true;                   ///< 16-bit float samples in the files
    std::int64_t block = 500;           ///< Cycles: pairs for which there is a list of their own
    std::vector<std::string> scenes;    ///< Cycles: kinds of scenes that may be drawn
    std::vector<std::string> materials; ///< procedural ones: these alone may appear
    std::vector<std::string> textures;  ///< folders of texture sets: these alone may appear
    std::filesystem::path list;         ///< Pictures: a filename_list beside the file
};

/// A Section without a key, bound to `set`, which must outlive it.
Setting schemaOf(PairSet& set);

/// Throws Error: InvalidInput that holds all faults, a line each, with their places; NotFound, Io.
PairSet loadPairSet(const std::filesystem::path& file);

/// What both sets hold, a sentence each: scenes' seeds, materials, texture sets (a folder holds all
/// below it), names of pictures. `namesOfA`, `namesOfB`: the pictures of those that are lists.
std::vector<std::string> commonGround(const PairSet& a, const PairSet& b,
                                      const std::vector<std::string>& namesOfA = {},
                                      const std::vector<std::string>& namesOfB = {});

/// Whether `name` is `folder` or lies in it; both with "/".
bool liesIn(const std::string& name, const std::string& folder);

} // namespace unlit::config
