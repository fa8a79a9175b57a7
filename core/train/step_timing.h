// Times whole optimizer steps of the UNet with random weights, phase by phase. Needs no files.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace unlit::train {

struct StepTimingOptions {
    std::string like = "tiny";  ///< a built-in recipe: "tiny", "sd21"
    std::string device = "cpu"; ///< as in a config
    std::int64_t imageSide =
        128;                    ///< pixels; a multiple of 64, so that every block of the UNet fits
    std::int64_t batchSize = 4; ///< pictures of a micro-batch; a step has one
    std::int64_t steps = 5;     ///< after one that does not count
    bool isBFloat16 = false;    ///< memory.mixed_precision: bf16
    bool gradientCheckpointing = false;
    std::int64_t loraRank = 0;  ///< 0: all weights are trained
    bool capturesGraphs = true; ///< memory.cuda_graphs
    bool allowsTf32 = false;    ///< run.allow_tf32
};

struct StepTiming {
    double secondsPerStep = 0;
    /// Seconds of a step: encode, forward, backward, optimizer.
    std::map<std::string, double> phases;
    std::uint64_t peakBytes = 0; ///< of the process, or on a GPU what is in use there; 0 = unknown
};

/// Deterministic work, for as long as it takes. Throws what a device or too little memory throws.
StepTiming timeTrainingSteps(const StepTimingOptions& options);

} // namespace unlit::train
