// Settings that nothing in this kind of run looks at.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"
#include "core/config/train_config.h"

#include <string>
#include <vector>

namespace unlit::config {

/// A warning for each setting that `document` gives a value of its own and that `config`, read from
/// it, does not look at: those of other trainers, and what other settings switch off. What stands
/// there with its default is no mistake: a run's own copy of its settings holds them all.
std::vector<Diagnostic> unusedSettings(const TrainConfig& config, const Node& document);

/// The settings, and sections of them, that may be unused.
std::vector<std::string> settingsThatMayBeUnused();

} // namespace unlit::config
