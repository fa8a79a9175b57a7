// How fast this machine trains: the measurements behind `unlit bench`.
#pragma once

#include "core/train/step_timing.h"

#include <functional>
#include <string>
#include <vector>

namespace unlit {

/// One way to train: what the settings of a run would say.
struct TrainBenchMode {
    std::string name; ///< "float32", "bf16+checkpointing"
    bool isBFloat16 = false;
    bool gradientCheckpointing = false;
    std::int64_t loraRank = 0;
};

/// All there are, float32 first.
const std::vector<TrainBenchMode>& trainBenchModes();

struct TrainBenchRow {
    std::string mode;
    train::StepTiming timing;
    double imagesPerSecond = 0;
    double speed = 1; ///< pictures per second over those of the first row, measured in the same run
};

/// The rows in the order of `modes`, names of trainBenchModes(); `sizes` says model, device, size
/// and steps. `onRow` is told each when it is there and may throw to end it. Throws Error for an
/// unknown mode.
std::vector<TrainBenchRow> benchTraining(const train::StepTimingOptions& sizes,
                                         const std::vector<std::string>& modes,
                                         const std::function<void(const TrainBenchRow&)>& onRow);

} // namespace unlit
