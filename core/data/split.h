// Training and validation: which pairs go where, the same for the same seed, scenes never torn
// apart.
#pragma once

#include "core/data/pairing/scene.h"
#include "core/data/source/filename_list.h"

#include <cstdint>
#include <vector>

namespace unlit::data {

struct SplitOptions {
    double validationShare = 0.1; ///< of the pairs, in (0, 1)
    std::uint64_t seed = 2024;
    SceneRule rule = SceneRule::Scene;
};

struct Split {
    std::vector<ListedPair> training; ///< in the order of the list
    std::vector<ListedPair> validation;
    std::size_t scenes = 0;
    std::size_t validationScenes = 0;
};

/// Scenes are ranked by a hash of seed and name and taken for validation while that brings the
/// number of pairs nearer to the share; at least one scene goes to each side. A scene's rank does
/// not depend on the others, so a set that grows keeps most of its split. Throws
/// Error::invalidInput for a share outside (0, 1) and for pairs that are all one scene.
Split splitPairs(const std::vector<ListedPair>& pairs, const SplitOptions& options);

} // namespace unlit::data
