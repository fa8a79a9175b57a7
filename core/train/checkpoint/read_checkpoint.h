// Reading a checkpoint back, checked byte by byte, and finding the one to go on with.
#pragma once

#include "core/base/failure.h"
#include "core/train/run_folder.h"
#include "core/train/run_position.h"
#include "core/weights/model_folder.h"
#include "core/weights/state_dict.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace unlit::train {

/// A checkpoint with state, its weights not yet read.
struct ReadCheckpoint {
    std::filesystem::path folder;
    RunPosition position;
    nlohmann::json json;      ///< the whole of trainer_state.json
    weights::StateDict state; ///< views of the file
    weights::ModelFolder model;
    /// The running means of the weights in the order of the training; empty where it has none.
    weights::StateDict means;
};

/// Compares size and hash of every file with checksums.json. Throws Error::corrupt naming the first
/// file that differs or is missing; NotFound without checksums.json.
void verifyChecksums(const std::filesystem::path& folder);

/// Throws Error: NotFound (nothing there), InvalidInput (weights alone: cannot be resumed),
/// Corrupt, Unsupported (written by a newer version).
ReadCheckpoint readCheckpoint(const std::filesystem::path& folder);

/// Told of a checkpoint that cannot be used, before the next one is tried.
using OnDamaged = std::function<void(const std::filesystem::path& folder, const Failure& failure)>;

/// The checkpoint that was asked for; else `latest`, or when it is damaged `previous`. Nothing when
/// the run has none yet: it starts at step 0. Throws as readCheckpoint for the one asked for, and
/// when every one is damaged.
std::optional<ReadCheckpoint> findCheckpoint(const RunFolder& run, const OnDamaged& onDamaged);

/// Beside `latest`: the one before.
inline constexpr const char* kPreviousCheckpoint = "previous";

} // namespace unlit::train
