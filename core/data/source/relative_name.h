// Names of files inside a set: what keeps them from leading out of it.
#pragma once

#include <string>
#include <string_view>

namespace unlit::data {

/// Why a name may not be used inside a set: "is absolute", "leads out of the set with '..'", "is
/// empty", "holds a null byte"; "" for a good one.
std::string whyUnsafe(std::string_view name);

/// Drops "./" and doubled or final slashes: "./a//b/" -> "a/b".
std::string tidyName(std::string_view name);

} // namespace unlit::data
