// By which figure the runs of a sweep are compared.
#pragma once

#include "core/config/train_config.h"
#include "core/runs/run_summary.h"

#include <optional>
#include <string>

namespace unlit {

/// A full thought that names the figures there are, lower case, without full stop; nullopt where
/// runs can be compared by it.
std::optional<std::string> faultInSweepFigure(const std::string& figure,
                                              const config::TrainConfig& recipe);

/// The best value of the figure; "" = of the one that decides. nullopt before the first one.
std::optional<runs::BestValue> bestInSweep(const runs::RunSummary& run, const std::string& figure);

} // namespace unlit
