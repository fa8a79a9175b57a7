// Which pairs show the same scene or asset: what must not be torn apart between training and
// validation.
#pragma once

#include "core/data/source/filename_list.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::data {

enum class SceneRule {
    Scene,    ///< by name: the key without frame numbers, sizes, cameras and lights
    Folder,   ///< by the folder of the beauty
    Pair,     ///< each pair is a scene of its own
    Sequence, ///< as Scene, and frames of a sequence (core/base/frame_sequence.h) are of one
};

std::string_view toString(SceneRule rule); ///< "scene", "folder", "pair", "sequence"

/// One name for each pair; pairs of the same scene have the same. Pairs that share an albedo are
/// always one scene. By names: where nothing but a number is left, the folder is the scene if the
/// set has several folders, else the number. Sequence throws as findSequences().
std::vector<std::string> scenesOf(const std::vector<ListedPair>& pairs, SceneRule rule);

} // namespace unlit::data
