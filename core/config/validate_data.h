// The contradictions that concern sets: for validate().
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/train_config.h"

#include <vector>

namespace unlit::config {

std::vector<Diagnostic> validateData(const TrainConfig& config);

/// The name of a set in tags and folders: its disp_name, else its folder's name.
std::string shownName(const DatasetConfig& set);

} // namespace unlit::config
