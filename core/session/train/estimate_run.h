// What a training will need, told before it begins: memory, disk, how long an epoch is.
#pragma once

#include "core/config/train_config.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

/// What could not be found out is unset, and `problems` says why.
struct RunEstimate {
    /// At the peak of a step, without validation: of the process on the CPU, else of the GPU.
    /// Within a third of what a run takes; where memory is short a run does with less
    /// (MemoryLadder).
    std::optional<std::uint64_t> memoryBytes;
    /// What one save of `latest` writes, frozen parts not counted: they are written once.
    std::optional<std::uint64_t> checkpointBytes;
    /// Likewise of a backup, which holds weights alone.
    std::optional<std::uint64_t> backupBytes;
    std::optional<std::uint64_t> frozenBytes; ///< written by the first checkpoint of a run
    std::optional<std::int64_t> pairs;        ///< that are learnt from
    std::optional<double> stepsPerEpoch;      ///< optimizer steps
    std::vector<std::string> problems;        ///< full thoughts, lower case, no full stop
};

/// Opens model folder and training set as a run does, reads no weights, decodes one picture. What
/// `prepare` would make and is not there yet counts as made. `config` is usable and resolved. Takes
/// as long as the lists are; looks at `stop` in between. Throws nothing but std::bad_alloc. Any
/// thread.
RunEstimate estimateRun(const config::TrainConfig& config, const std::stop_token& stop);

} // namespace unlit
