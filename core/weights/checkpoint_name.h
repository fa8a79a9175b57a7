// What checkpoints of a training are called, and which folder a name means.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace unlit::weights {

/// 42 -> "iter_000042".
std::string iterationName(std::int64_t step);

/// "iter_000042", or with a figure "iter_000042_val_psnr_21.3" -> 42; nullopt for other names.
std::optional<std::int64_t> stepOfIteration(std::string_view name);

/// `path`, or where nothing is there and it ends in a step's name (or in something below one), that
/// of the checkpoint of this step which has a figure in its name: RUN/checkpoint/iter_000042 ->
/// RUN/checkpoint/iter_000042_val_psnr_21.3. Throws nothing; what is not found stays as it is.
std::filesystem::path existingCheckpoint(const std::filesystem::path& path);

} // namespace unlit::weights
