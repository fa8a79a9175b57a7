// The checkpoints of a run by name, and one put in another place.
#pragma once

#include "core/train/run_folder.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct NamedCheckpoint {
    std::string name; ///< "latest", "previous", "iter_000400"
    bool hasState = false;
};

/// latest and previous first, then backups, the newest first.
std::vector<NamedCheckpoint> checkpointsOf(const RunFolder& run);

/// "latest, previous, iter_000400", at most eight of them.
std::string namesOf(const std::vector<NamedCheckpoint>& checkpoints);

/// `target` becomes the checkpoint in `from`: its files get further names where the file system can
/// do that, and are copied where not. `state`: in place of its trainer_state.json; nullopt leaves
/// both files of state out, and the weights alone remain. A folder that is replaced stays as
/// `keepOldAs`. Whole or not at all. Throws Error::system; Corrupt for checksums that are none.
void copyCheckpoint(const std::filesystem::path& from, const std::filesystem::path& target,
                    const std::optional<nlohmann::json>& state,
                    const std::optional<std::filesystem::path>& keepOldAs = {});

} // namespace unlit::train
