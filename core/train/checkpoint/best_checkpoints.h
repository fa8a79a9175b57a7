// Which checkpoints are the best ones, and which backups stay.
#pragma once

#include "core/config/metric_names.h"
#include "core/config/trainer_config.h"
#include "core/train/run_position.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace unlit::train {

/// Whether a checkpoint of this metric belongs among the best `most`: there is room, or it is
/// better than the last of them. Not finite numbers never do.
bool isAmongBest(const std::vector<BestCheckpoint>& best, double metric, config::MetricGoal goal,
                 std::int64_t most);

/// Puts it into its place; returns who falls out. Of equals the earlier one is the better. The same
/// step again takes its own place. Precondition: isAmongBest.
std::vector<BestCheckpoint> addToBest(std::vector<BestCheckpoint>& best, BestCheckpoint added,
                                      config::MetricGoal goal, std::int64_t most);

/// Of the backups on disk, those that the config does not keep: not one of the best, not of a step
/// that keep_every divides, not one of the last keep_last others. `onDisk` rises.
std::vector<std::int64_t> backupsToRemove(const std::vector<std::int64_t>& onDisk,
                                          const std::vector<BestCheckpoint>& best,
                                          const config::CheckpointConfig& config);

} // namespace unlit::train
