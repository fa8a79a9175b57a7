// A checkpoint on disk: a model folder that diffusers loads unchanged, and beside it what the
// training needs to go on.
#pragma once

#include "core/train/checkpoint/checkpoint_content.h"
#include "core/train/checkpoint/free_room.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace unlit::train {

inline constexpr const char* kStateFile = "trainer_state.safetensors";
inline constexpr const char* kStateJson = "trainer_state.json";
inline constexpr const char* kChecksums = "checksums.json";
inline constexpr int kStateFormat = 1; ///< of kStateJson; a newer one is refused

enum class CheckpointKind {
    WithState, ///< can be resumed
    Weights,   ///< the model alone
};

/// The folder appears whole or not at all, whatever ends the process. checksums.json lists size
/// and hash of every other file. Holds no time and no host: equal trainings give equal bytes.
/// With `keepOldAs`, a folder that is replaced stays under that name. Returns the bytes written;
/// frozen parts that became another name of an earlier file do not count. Throws Error::system,
/// and Io before anything is written when `room` has too little of it.
std::uint64_t writeCheckpoint(const std::filesystem::path& target, const CheckpointContent& content,
                              CheckpointKind kind, const FreeRoom& room,
                              const std::optional<std::filesystem::path>& keepOldAs = {});

/// Throws as writeCheckpoint does before anything is written, unless there is room for the content
/// and, after it, for the same with `stateBytes` of state.
void requireRoomForBoth(const std::filesystem::path& target, const CheckpointContent& content,
                        CheckpointKind kind, std::uint64_t stateBytes, const FreeRoom& room);

} // namespace unlit::train
