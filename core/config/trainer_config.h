// The trainer itself: seeds, periods, guards, checkpoints.
#pragma once

#include "core/config/scheduled_number.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace unlit::config {

/// The schedule by which noise is added. Unset = as the scheduler that is read says.
struct NoiseSchedulerConfig {
    std::filesystem::path pretrainedPath;      ///< folder with a scheduler; "" = the model's own;
                                               ///< relative paths start at RunConfig::baseCkptDir
    std::optional<std::string> predictionType; ///< "epsilon", "sample", "v_prediction"
    std::optional<bool> rescaleBetasZeroSnr;
    std::optional<std::string> timestepSpacing; ///< "leading", "linspace", "trailing"
};

/// Which timesteps the UNet learns.
enum class TrainedTimesteps {
    All,  ///< drawn anew for each sample
    Last, ///< the last one alone: from zeros in place of noise, in one step
};

/// What the UNet learns to make of a VAE with a quantizer.
enum class TrainedLatents {
    Continuous, ///< what the encoder says; decoding takes the nearest codes
    Codes,      ///< those codes themselves, as the vectors that stand for them
};

/// What becomes of a step whose loss or gradients are not finite.
enum class NonFinitePolicy {
    Stop, ///< the run ends as failed, with the weights of the step before
    Skip, ///< the weights stay as they are, and the run goes on
    Warn, ///< it is told and taken all the same
};

/// The trainer.name of a run that trains the VAE; all others train the UNet.
inline constexpr const char* kAutoencoderTrainer = "AutoencoderKLTrainer";

/// Periods are in optimizer steps; 0 = never.
struct TrainerConfig {
    std::string name = "MarigoldIIDTrainer"; ///< as in Marigold's files, or kAutoencoderTrainer
    NoiseSchedulerConfig trainingNoiseScheduler;
    TrainedTimesteps timesteps = TrainedTimesteps::All;
    TrainedLatents latents = TrainedLatents::Continuous; ///< of the targets
    bool trainDecoder = false;                   ///< with the UNet, by LossConfig::pictureWeight
    std::optional<std::int64_t> initSeed = 2024; ///< of the seed sequence; unset = unseeded
    std::int64_t savePeriod = 50;                ///< `latest`, with state
    std::int64_t backupPeriod = 2000;            ///< `iter_%06d`, weights only
    double saveMinutes = 0;                      ///< `latest` as well when it is so old; 0 = never
    std::int64_t backupEpochs = 0;               ///< `iter_%06d` as well, passes; 0 = never
    std::int64_t validationPeriod = 500;
    std::int64_t visualizationPeriod = 1000;
    ScheduledNumber maxGradNorm = 0; ///< gradients are scaled down to this norm; 0 = never
    NonFinitePolicy nonFinite = NonFinitePolicy::Stop;
    std::optional<double> memoryLimit; ///< GiB that training may use; unset = what is free at its
                                       ///< start, less a margin
    std::int64_t logWindow = 0;        ///< steps whose median and mean are told; 0 = none
    std::int64_t lossBins = 4;         ///< parts of the schedule whose loss is told; 0 = none
    std::optional<std::int64_t> logPeriod; ///< lines of figures; unset = one a step in the log, one
                                           ///< every ten seconds where lines cannot be redrawn
};

/// Which checkpoints stay, and how they are written.
struct CheckpointConfig {
    /// Best ones to save and keep, 0 = none.
    std::int64_t bestOnes() const { return keepBest ? keepTopK : 0; }

    std::int64_t keepLast = 0;  ///< backups to keep, others that stay not counted; 0 = all
    std::int64_t keepEvery = 0; ///< backups of steps that this divides stay always; 0 = none
    bool keepBest = true;       ///< save and keep the best ones by the main metric
    std::int64_t keepTopK = 1;  ///< how many of them
    bool figureInName = false;  ///< the best ones are `iter_%06d_val_FIGURE_VALUE`
    bool background = true;     ///< write from a copy while training goes on, memory permitting
    bool backupState = false;   ///< backups hold what a resume needs, too
};

} // namespace unlit::config
