// The batch of one step: which samples it was made of, and what each cost.
#pragma once

#include "core/train/loss/loss_history.h"

#include <filesystem>
#include <vector>

namespace unlit::runs {

/// The rows of sample_losses.csv that belong to `step`, in the order of the file. Looks them up by
/// halves: its steps ascend. Throws Error: NotFound where the run keeps no losses of samples.
std::vector<train::LossRow> batchOfStep(const std::filesystem::path& run, std::int64_t step);

/// Where the picture of a training sample lies: the first of `folders` that has the relative path;
/// "" where none has.
std::filesystem::path pictureOfSample(const std::vector<std::filesystem::path>& folders,
                                      const std::string& sample);

/// The folders of the training sets that the run's config.yaml names; none where it cannot be read.
std::vector<std::filesystem::path> trainingFolders(const std::filesystem::path& run);

} // namespace unlit::runs
