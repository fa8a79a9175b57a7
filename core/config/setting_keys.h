// The keys of all settings.
#pragma once

#include <string>
#include <vector>

namespace unlit::config {

/// Those of sections that are off by default, too; without elements of lists (sets, hooks).
std::vector<std::string> settingKeys();

} // namespace unlit::config
