// Reports of the doctor as text, for its cache.
#pragma once

#include "core/data/doctor/pair_report.h"

#include <optional>
#include <string>

namespace unlit::data {

/// One line of JSON.
std::string toJsonLine(const PairReport& report);

/// nullopt for anything that is no report.
std::optional<PairReport> reportFromJsonLine(const std::string& line);

} // namespace unlit::data
