// The whole configuration of a training run: the keys of Marigold's YAML files, as plain structs.
#pragma once

#include "core/config/autoencoder_config.h"
#include "core/config/condition_config.h"
#include "core/config/data_config.h"
#include "core/config/early_stopping_config.h"
#include "core/config/hook_config.h"
#include "core/config/logging_config.h"
#include "core/config/loss_spike_config.h"
#include "core/config/memory_config.h"
#include "core/config/model_config.h"
#include "core/config/optimization_config.h"
#include "core/config/run_config.h"
#include "core/config/trainer_config.h"
#include "core/config/validation_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace unlit::config {

/// The network that a run trains.
enum class TrainedNetwork { Unet, Autoencoder };

/// Member names are the YAML keys in camel case; docs/config.md lists them all. A default-made one
/// is what an empty file means.
struct TrainConfig {
    /// By trainer.name.
    TrainedNetwork trained() const {
        return trainer.name == kAutoencoderTrainer ? TrainedNetwork::Autoencoder
                                                   : TrainedNetwork::Unet;
    }

    std::optional<std::int64_t> seedEverything; ///< of the seeds that are not given themselves
    PipelineConfig pipeline;
    std::optional<std::string> gtType; ///< the one target, with or without "_norm"; unset = as
                                       ///< the pipeline says
    ModelConfig model;
    DataConfig dataset;
    DataLoaderConfig dataloader;
    AugmentationConfig augmentation;
    std::optional<ConditionConfig> condition; ///< unset = the picture alone
    TrainerConfig trainer;
    CheckpointConfig checkpoint;
    std::optional<MultiResNoiseConfig> multiResNoise = MultiResNoiseConfig{}; ///< unset = plain
    std::optional<std::string> gtMaskType = "valid_mask"; ///< unset = no mask, all cells count
    std::int64_t maxEpoch = 10000;
    std::int64_t maxIter = 50000; ///< optimizer steps; <= 0 = maxEpoch alone decides
    OptimizerConfig optimizer;
    LossConfig loss;               ///< of the UNet
    AutoencoderConfig autoencoder; ///< where that is what is trained
    ScheduledNumber lr = 3e-5;
    LrSchedulerConfig lrScheduler;
    std::optional<EarlyStoppingConfig> earlyStopping; ///< unset = max_iter and max_epoch alone
    std::optional<LossSpikeConfig> lossSpike;         ///< unset = losses may jump
    std::optional<EmaConfig> ema;                     ///< unset = no running mean of the weights
    ValidationConfig validation;
    EvalConfig eval;
    MemoryConfig memory;
    std::optional<LoraConfig> lora; ///< unset = the UNet's own weights are trained
    RunConfig run;
    WritersConfig writers;
    PrepareConfig prepare;
    LoggingConfig logging;
    OnConfig on;
    std::vector<HookConfig> hooks; ///< called in this order
};

} // namespace unlit::config
