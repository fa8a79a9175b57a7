// Random numbers that depend on nothing but a seed, an index and a purpose: the same pictures come
// out of any number of workers, and of any standard library.
#pragma once

#include "core/data/synth/vector.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace unlit::synth {

/// Mixes all bits. Source: Steele et al., "Fast Splittable Pseudorandom Number Generators", 2014.
constexpr std::uint64_t mixBits(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

/// A value type; never shared between threads. Source: O'Neill, "PCG: A Family of Simple Fast
/// Space-Efficient Statistically Good Algorithms", 2014 (PCG-XSH-RR 64/32).
class Random {
public:
    explicit Random(std::uint64_t seed, std::uint64_t index = 0, std::uint64_t purpose = 0);

    std::uint32_t bits();

    /// In [0, 1), a multiple of 2^-24.
    float uniform() { return static_cast<float>(bits() >> 8U) * 0x1p-24F; }

    float range(float low, float high) { return low + (high - low) * uniform(); }

    /// Evenly in the logarithm. Precondition: both above 0.
    float logRange(float low, float high);

    /// In [0, count). Precondition: count > 0.
    int whole(int count) { return static_cast<int>(uniform() * static_cast<float>(count)); }

    /// Both ends included.
    int wholeRange(int low, int high) { return low + whole(high - low + 1); }

    bool chance(float probability) { return uniform() < probability; }

    template <class T>
    const T& pick(std::span<const T> choices) {
        return choices[static_cast<std::size_t>(whole(static_cast<int>(choices.size())))];
    }

    template <class T, std::size_t N>
    const T& pick(const std::array<T, N>& choices) {
        return pick(std::span<const T>(choices));
    }

private:
    std::uint64_t m_state = 0;
    std::uint64_t m_increment = 1;
};

/// A point of the unit square to a direction around +z with density cos / pi.
Vec3 cosineDirection(Vec2 square);

} // namespace unlit::synth
