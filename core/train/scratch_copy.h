// Training sets copied to a disk that is near: reading thousands of small files over a network is
// slow.
#pragma once

#include "core/config/train_config.h"

#include <cstdint>
#include <filesystem>
#include <functional>

namespace unlit::train {

/// Called before a set is copied.
using OnScratchCopy = std::function<void(const std::filesystem::path& from,
                                         const std::filesystem::path& to, std::uint64_t bytes)>;

/// Copies each set's folder or archive to SCRATCH/unlit-sets/FINGERPRINT/NAME and returns a
/// configuration that reads them there; lists outside the sets stay where they are. The fingerprint
/// is made of names, sizes and times of all files, so that a copy that is there already is used,
/// and one of an older set is not. A copy appears whole or not at all. Throws Error: NotFound for a
/// set that is not there, Io where there is not enough space (before anything is copied) or the
/// disk does not take it.
config::TrainConfig copySetsToScratch(config::TrainConfig config,
                                      const std::filesystem::path& scratch,
                                      const OnScratchCopy& onCopy);

} // namespace unlit::train
