// Which numbers of the configuration may change while a run goes, and what to say where another one
// was given a list.
#pragma once

#include "core/config/schema/setting.h"

#include <string>
#include <vector>

namespace unlit::config {

/// Paths of every setting that can be a schedule, in the schema's order.
std::vector<std::string> scheduledKeys();

/// The same as one text: "lr, trainer.max_grad_norm, …".
std::string scheduledKeysText();

/// A list where a single number is wanted that cannot change.
bool isUnexpectedSchedule(const Node& node, const Setting& setting);

} // namespace unlit::config
