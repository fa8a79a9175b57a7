// A seed as the reference packs write it: a decimal text or a plain number.
#pragma once

#include "core/base/python_random.h"

#include <nlohmann/json.hpp>

#include <string>

namespace unlit::test {

inline std::string seedText(const nlohmann::json& seed) {
    return seed.is_string() ? seed.get<std::string>() : seed.dump();
}

inline Seed seedFrom(const nlohmann::json& seed) {
    return Seed::fromDecimal(seedText(seed));
}

} // namespace unlit::test
