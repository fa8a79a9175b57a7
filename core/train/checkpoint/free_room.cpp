#include "core/train/checkpoint/free_room.h"

#include "core/infer/memory.h"

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

fs::path existingParent(fs::path folder) {
    while (!folder.empty() && !fs::exists(folder))
        folder = folder.parent_path();
    return folder.empty() ? "." : folder;
}

} // namespace

FreeRoom FreeRoom::ofThisMachine() {
    return {infer::availableBytes, [](const fs::path& folder) -> std::optional<std::uint64_t> {
                std::error_code unknown;
                const fs::space_info space =
                    fs::space(existingParent(fs::absolute(folder)), unknown);
                return unknown ? std::nullopt : std::optional<std::uint64_t>(space.available);
            }};
}

} // namespace unlit::train
