// Lengths that loops over whole registers and panels ask for.
#pragma once

#include <cstdint>

namespace unlit::nn {

/// The least multiple of `to` that is not below `value`; neither is negative, `to` is above 0.
constexpr int64_t roundedUp(int64_t value, int64_t to) {
    return (value + to - 1) / to * to;
}

} // namespace unlit::nn
