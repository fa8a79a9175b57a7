// What a setting may be, in words.
#pragma once

#include "core/config/schema/setting.h"

#include <string>

namespace unlit::config {

/// What follows kindText where the number may change during a run.
inline constexpr const char* kOrSchedule = " or [start_step, from, to, end_step]";

/// "from 0 to 1", "above 0", "at least 1"; "" without limits.
std::string rangeText(const SettingMeta& meta);

/// "a whole number", "one of a, b, c", "a list of 2 whole numbers".
std::string kindText(const Setting& setting);

} // namespace unlit::config
