// One checkpoint that is to be written.
#pragma once

#include "core/base/failure.h"
#include "core/train/checkpoint/write_checkpoint.h"
#include "core/train/hook.h"
#include "core/train/run_position.h"

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::train {

struct CheckpointJob {
    CheckpointContent content = {};
    CheckpointKind kind = CheckpointKind::WithState;
    bool isLatest = true;
    bool isRecord = false; ///< the json alone, of `latest` as it is on disk
    std::int64_t step = 0;
    std::vector<BestCheckpoint> best = {};
    std::vector<std::int64_t> replaced = {}; ///< to be removed when this one is there
    std::uint64_t stateBytes = 0;            ///< that a `latest` has beside the model
    bool leavesRoom = false; ///< of a backup: what the next `latest` needs stays free
    std::string figure = {}; ///< of a backup: in its name
    double pauseSeconds = 0; ///< that the training has waited; below 0 = for all of it
    PostEvent post = {};
};

/// What is held in memory because there was no room for it.
struct HeldCheckpoint {
    CheckpointJob job;
    Failure failure;
};

} // namespace unlit::train
