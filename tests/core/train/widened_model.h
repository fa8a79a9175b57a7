// A small model that was widened for training, and a batch for it.
#pragma once

#include "core/diffusion/ddpm.h"
#include "core/train/training_model.h"
#include "core/train/unet/unet_train_step.h"

#include <cstddef>
#include <filesystem>
#include <optional>

namespace unlit::test {

/// The small model of `root`/plain, written when it is not there, with a UNet that saw no picture
/// before, widened for `targets`. Latents of 4 channels, a VAE of factor 2.
train::TrainingModel widenedModel(const std::filesystem::path& root, std::size_t targets,
                                  std::optional<ConcatOrder> order = {});

/// Two samples of 16 x 16, random numbers of one seed; without a mask.
train::TrainBatch smallBatch(std::size_t targets);

diffusion::DdpmScheduler schedulerOf(const train::TrainingModel& model);

} // namespace unlit::test
