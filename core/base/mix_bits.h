// The last step of splitmix64 (Steele, Lea, Flood 2014): neighbours in, unrelated numbers out.
#pragma once

#include <cstdint>

namespace unlit {

inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15U;

constexpr std::uint64_t mixBits(std::uint64_t value) {
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

} // namespace unlit
