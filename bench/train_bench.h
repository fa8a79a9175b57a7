// Times whole optimizer steps of the UNet with random weights, phase by phase.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace unlit::bench {

struct TrainBenchOptions {
    std::string like = "tiny";  ///< a recipe: "tiny", "sd21"
    std::string device = "cpu"; ///< as in a config
    std::int64_t imageSide = 128;
    std::int64_t batchSize = 4; ///< pictures of a micro-batch; a step has one
    std::int64_t steps = 5;     ///< after one that does not count
    bool isBFloat16 = false;
    bool checkpoints = false;  ///< gradient checkpointing
    bool slices = false;       ///< attention one head at a time
    std::int64_t loraRank = 0; ///< 0: all weights are trained
};

struct TrainBenchResult {
    double secondsPerStep = 0;
    std::map<std::string, double>
        phases;                  ///< seconds of a step: encode, forward, backward, optimizer
    std::uint64_t peakBytes = 0; ///< resident, program and everything included
    double firstLoss = 0, lastLoss = 0;
};

TrainBenchResult benchTraining(const TrainBenchOptions& options);

} // namespace unlit::bench
