// Settings of a recipe from the environment.
#pragma once

#include <string>
#include <vector>

namespace unlit::config {

/// UNLIT_CONFIG__TRAINER__SAVE_PERIOD means trainer.save_period: what follows the prefix in small
/// letters, two underscores for each dot.
inline constexpr const char* kVariablePrefix = "UNLIT_CONFIG__";

struct EnvironmentSetting {
    std::string variable; ///< its name
    std::string key;      ///< "trainer.save_period"
    std::string value;    ///< YAML, as behind KEY= of a command
};

/// All variables of this process that begin with the prefix, by their names in alphabetical order;
/// whether there are such keys is not looked at. Thread: none may change the environment meanwhile.
std::vector<EnvironmentSetting> environmentSettings();

} // namespace unlit::config
