// Makes what a recipe starts from where it is missing: a random model, rendered sets.
#pragma once

#include "core/config/train_config.h"

#include <functional>
#include <stop_token>
#include <string>

namespace unlit {

/// What config.prepare asks for and is not there yet; what is there stays as it is. False when
/// stopped. Throws Error as writeRandomModel and synthesizeDataset.
bool prepareRun(const config::TrainConfig& config,
                const std::function<void(const std::string& what)>& tell,
                const std::stop_token& stop);

} // namespace unlit
