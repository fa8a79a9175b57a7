// What a plan trains: its network with data, seeds and optimizer.
#pragma once

#include "core/train/autoencoder/autoencoder_task.h"
#include "core/train/training_plan.h"
#include "core/train/unet/unet_task.h"

#include <memory>
#include <string>
#include <vector>

namespace unlit::train {

/// The task of a plan, in the state of its checkpoint where it has one. Precondition: of that kind.
/// `notes`, where it is not null, gets what is to be told of weights from elsewhere.
std::unique_ptr<UNetTask> makeUNetTask(const RunPlan& plan,
                                       std::vector<std::string>* notes = nullptr);
std::unique_ptr<AutoencoderTask> makeAutoencoderTask(const RunPlan& plan,
                                                     std::vector<std::string>* notes = nullptr);

} // namespace unlit::train
