// Where two configurations differ, setting by setting.
#pragma once

#include "core/config/train_config.h"

#include <string>
#include <vector>

namespace unlit::config {

struct Difference {
    std::string key;
    std::string before; ///< as displayText() prints it; "" = has no such setting
    std::string after;
};

/// In the order of the schema. Settings that the chosen optimizer, loss or schedule of a side does
/// not use count as missing there.
std::vector<Difference> differences(const TrainConfig& before, const TrainConfig& after);

} // namespace unlit::config
