// Which files of a component's folder hold its weights.
#pragma once

#include "core/weights/files/safetensors.h"

#include <filesystem>
#include <vector>

namespace unlit::weights {

/// Opens (headers only) the files that readWeights would take: one, or all shards of an index. No
/// tensor lies in two of them, and each tensor of an index lies in the shard that it names. Throws
/// as readWeights.
std::vector<SafetensorsFile> openWeightFiles(const std::filesystem::path& componentFolder);

} // namespace unlit::weights
