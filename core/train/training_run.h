// One training run, put together from its config: data, model, hooks, run folder.
#pragma once

#include "core/config/config_diff.h"
#include "core/config/train_config.h"
#include "core/train/autoencoder/autoencoder_task.h"
#include "core/train/checkpoint/checkpoint_store.h"
#include "core/train/checkpoint/read_checkpoint.h"
#include "core/train/distributed/peers.h"
#include "core/train/extension/make_hooks.h"
#include "core/train/run_data.h"
#include "core/train/train_control.h"
#include "core/train/trainer.h"
#include "core/train/training_model.h"
#include "core/train/unet/unet_task.h"
#include "core/train/writers/metric_writers.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
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

/// The task of a plan, in the state of its checkpoint where it has one. Precondition: of that kind.
/// `notes`, where it is not null, gets what is to be told of weights from elsewhere.
std::unique_ptr<UNetTask> makeUNetTask(const RunPlan& plan,
                                       std::vector<std::string>* notes = nullptr);
std::unique_ptr<AutoencoderTask> makeAutoencoderTask(const RunPlan& plan,
                                                     std::vector<std::string>* notes = nullptr);

/// Where a plan's run stands before it goes on.
RunPosition startOf(const RunPlan& plan);

RunLimits limitsOf(const config::TrainConfig& config);

/// How the run of this process is to go.
struct RunOptions {
    std::chrono::steady_clock::time_point processStart = std::chrono::steady_clock::now();
    std::shared_ptr<TrainControl> control = std::make_shared<TrainControl>();
    bool isResumed = false;
    FreeRoom room = FreeRoom::ofThisMachine();
    std::chrono::milliseconds roomPatience = std::chrono::seconds(10); ///< between two tries
    /// Those of the recipe, where they were made before there was a run; null: they are made now.
    std::shared_ptr<std::vector<MadeHook>> hooks = {};
    /// Of the first of several processes: called, on any thread, when another one was told to end;
    /// may be empty.
    std::function<void()> endAsked = {};
    /// Puts hooks of the caller's own behind the others; may be empty.
    std::function<void(std::vector<std::unique_ptr<Hook>>&)> addHooks = {};
};

/// Loads the model, trains to the run's end, and leaves everything on disk. `folder` is locked by
/// the caller. Throws what ended the run, and Error when its last checkpoint was not written.
/// Thread: the compute thread.
RunEnd runTraining(const RunPlan& plan, const RunFolder& folder, const RunOptions& options,
                   const PostEvent& post, std::stop_token stop);

/// The same of a process that is not the first of several: it does its share of each step and
/// writes nothing. `step`: becomes how many have been done.
RunEnd followTraining(const RunPlan& plan, const PostEvent& post, std::stop_token stop,
                      std::int64_t& step);

} // namespace unlit::train
