// A model folder made ready for training: float32, widened for its targets, with the schedule that
// noise is added by.
#pragma once

#include "core/config/condition_config.h"
#include "core/config/model_config.h"
#include "core/config/trainer_config.h"
#include "core/infer/loaded_model.h"
#include "core/weights/save_model_folder.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct TrainingModelOptions {
    std::vector<weights::TargetInfo> targets;
    std::optional<ConcatOrder> concatOrder; ///< see config::ModelConfig
    nlohmann::json scheduler;               ///< a scheduler_config.json, as it will be saved
    std::optional<int> defaultSteps;        ///< unset = the folder's own
    std::optional<int> defaultProcessingRes;
    std::optional<config::ConditionConfig> condition = {}; ///< unset = as the folder has it
    bool beginsWithZeros = false;                          ///< the last timestep alone is trained
    std::string device = "auto";
};

struct TrainingModel {
    /// Its folder says what is trained: targets, channels, order.
    std::shared_ptr<infer::LoadedModel> model;
    /// What a checkpoint writes; the UNet's weights in it are the ones that training starts from.
    weights::ModelToSave base;
};

/// What a config's targets are called in a model folder.
std::vector<weights::TargetInfo> targetsOf(const config::PipelineConfig& config);

/// `json` (a scheduler_config.json) with what the config sets in place of it.
nlohmann::json schedulerWith(nlohmann::json json, const config::NoiseSchedulerConfig& config);

/// The folder as it will be after widening, or as it is; looks at no weights. Throws: InvalidInput
/// when its UNet makes another number of targets, or the same ones in another order; for another
/// number of classes than it has, or none, and for texts where it has classes.
weights::ModelFolder trainedFolder(weights::ModelFolder folder,
                                   const TrainingModelOptions& options);

/// Loads everything, adapts a UNet that does not see a picture, exchanges conv_in's inputs where
/// the weights are stored in another order than the training's: in a folder with unlit.json the
/// stored order is known, and the order asked for, or that of its own training, is made; in any
/// other the order asked for says how the weights are. Throws Error as openModelFolder and
/// loadModelForTraining, as trainedFolder, and what diffusion::validate refuses.
TrainingModel loadTrainingModel(const weights::ModelFolder& folder,
                                const TrainingModelOptions& options);

} // namespace unlit::train
