// Weights of one part in several files, for disks and hosts that take no large ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace unlit::weights {

/// Replaces FOLDER/STEM.safetensors by STEM-00001-of-0000N.safetensors, none larger than
/// `mostBytes` unless a single tensor is, and STEM.safetensors.index.json, as diffusers and
/// transformers name them. A file that is small enough stays as it is. `progress` hears the
/// fraction of this file that is written, in [0, 1]. Throws as SafetensorsFile and
/// SafetensorsWriter; for folders that do not show yet (AtomicFolder), since a failure leaves both.
void splitWeightFile(const std::filesystem::path& file, std::uint64_t mostBytes,
                     const std::function<void(double fraction)>& progress = {});

} // namespace unlit::weights
