// Settings that stand for others.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"
#include "core/config/train_config.h"

#include <string_view>
#include <vector>

namespace unlit::config {

/// "seed_everything"
bool isSeedOfAll(std::string_view key);

/// Where `over` has a seed_everything, `below`, which it is about to be laid over, loses its seeds.
void yieldSeeds(Node& below, const Node& over);

/// seed_everything becomes the value of every seed that `document` does not give, at the place
/// where it was written itself. Warns where it changes nothing.
void spreadSeed(Node& document, std::vector<Diagnostic>& diagnostics);

/// gt_type becomes the one target where `document` names none; where it names others that is an
/// error. Shading and residual are linear and up to scale, all others are colours as they are seen.
void takeTargetOfGtType(TrainConfig& config, const Node& document,
                        std::vector<Diagnostic>& diagnostics);

/// For the settings of a run that was begun when a goal against the metric's own direction was
/// passed over: it still is, with a warning.
void passOverOppositeGoal(TrainConfig& config, std::vector<Diagnostic>& diagnostics);

} // namespace unlit::config
