// From a config to everything that a run needs, before anything is computed.
#pragma once

#include "core/config/config_diff.h"
#include "core/config/train_config.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/distributed/peers.h"
#include "core/train/run_data.h"
#include "core/train/run_folder.h"
#include "core/train/trainer.h"
#include "core/train/training_model.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

/// Everything that can be wrong with a run's inputs has been looked at; nothing was computed, no
/// weights were read, nothing was created.
struct RunPlan {
    config::TrainConfig config;
    weights::ModelFolder model;
    TrainingModelOptions modelOptions; ///< of a UNet's training; `targets` of both kinds
    RunData data;
    std::optional<ReadCheckpoint> checkpoint; ///< to go on from
    std::vector<std::string> notes;           ///< told when the run begins
    std::vector<config::Difference> changes;  ///< settings that are not those of the checkpoint
    std::shared_ptr<Peers> peers = {};        ///< who trains it together; null: this process alone
};

/// The model folder that the config names, with parts from elsewhere, as it will be trained. Throws
/// as openModelFolder and trainedFolder.
weights::ModelFolder openTrainedModel(const config::TrainConfig& config);

/// Opens model folder and sets as the config names them. Throws Error: NotFound for a missing
/// model, set or file of a list; InvalidInput for parts that do not fit.
RunPlan planRun(const config::TrainConfig& config);

/// The same for a run that exists: from its checkpoint, or from step 0 when it has none. Throws as
/// planRun and findCheckpoint, and InvalidInput when the training set or settings that may not
/// change are not those that the checkpoint was made with, naming every difference. A max_iter that
/// was raised keeps the final rate of the schedule (config::keepFinalRate).
RunPlan planResume(const config::TrainConfig& config, const RunFolder& folder,
                   const OnDamaged& onDamaged);

/// Where a plan's run stands before it goes on.
RunPosition startOf(const RunPlan& plan);

RunLimits limitsOf(const config::TrainConfig& config);

/// Of the network by which an autoencoder's pictures are compared. Precondition: the config has
/// one.
std::filesystem::path perceptualFolder(const config::TrainConfig& config);

} // namespace unlit::train
