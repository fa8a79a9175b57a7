// What the machine has left for a checkpoint.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

namespace unlit::train {

/// Asked each time before a checkpoint is copied or written; callable from any thread. Tests give
/// less than there is.
struct FreeRoom {
    /// Bytes of memory that can be had without swapping; nullopt = not known.
    std::function<std::optional<std::uint64_t>()> inMemory;
    /// Bytes that fit on the disk of a folder, which need not exist yet; nullopt = not known.
    std::function<std::optional<std::uint64_t>(const std::filesystem::path& folder)> onDisk;

    static FreeRoom ofThisMachine();
};

} // namespace unlit::train
